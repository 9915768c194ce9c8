import { partitionPoint } from './partitionPoint';

/** A gap left out of a time axis. */
interface Gap {
  from: number;
  to: number;
  at: number;
  shown: number;
}

/**
 * Maps a time to the axis without idle time; monotonic.
 *
 * @param gaps in order
 */
export function activeAt(gaps: readonly Gap[], time: number): number {
  const gap = lastBefore(gaps, time, 'from');
  if (!gap) return time;
  const { from, to, at, shown } = gap;
  return time < to ? at + ((time - from) / (to - from)) * shown : at + shown + (time - to);
}

/**
 * Maps a place on the axis without idle time to a time.
 *
 * @param gaps in order
 */
export function timeAt(gaps: readonly Gap[], place: number): number {
  const gap = lastBefore(gaps, place, 'at');
  if (!gap) return place;
  const { from, to, at, shown } = gap;
  return place < at + shown ? from + ((place - at) / shown) * (to - from) : to + (place - at - shown);
}

function lastBefore(gaps: readonly Gap[], place: number, by: 'from' | 'at'): Gap | undefined {
  return gaps[partitionPoint(gaps.length, index => (gaps[index] as Gap)[by] <= place) - 1];
}

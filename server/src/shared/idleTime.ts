import { partitionPoint } from './partitionPoint';

/** What is left out of an axis of time, as far as it matters for where things stand. */
interface Gap {
  from: number;
  to: number;
  at: number;
  shown: number;
}

/** Where a time stands on the axis without idle time: later times stand later. @param gaps in order */
export function activeAt(gaps: readonly Gap[], time: number): number {
  const gap = lastBefore(gaps, time, 'from');
  if (!gap) return time;
  const { from, to, at, shown } = gap;
  return time < to ? at + ((time - from) / (to - from)) * shown : at + shown + (time - to);
}

/** Which time stands at a place on the axis without idle time. @param gaps in order */
export function timeAt(gaps: readonly Gap[], place: number): number {
  const gap = lastBefore(gaps, place, 'at');
  if (!gap) return place;
  const { from, to, at, shown } = gap;
  return place < at + shown ? from + ((place - at) / shown) * (to - from) : to + (place - at - shown);
}

function lastBefore(gaps: readonly Gap[], place: number, by: 'from' | 'at'): Gap | undefined {
  return gaps[partitionPoint(gaps.length, index => (gaps[index] as Gap)[by] <= place) - 1];
}

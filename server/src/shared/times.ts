import { partitionPoint } from './arrays';
import { formatNumber } from './l10n';
import type { IdleGap } from './replay/overview';

/** Formats a duration: `850 ms`, `4.2 s`, `32 min`, `1 h 5 min`. The symbols of the units are the same in all languages. */
export function durationText(nanoseconds: bigint): string {
  return millisecondsText(Number(nanoseconds) / 1e6);
}

/** Formats a duration like `durationText`, from milliseconds with or without decimals. */
export function millisecondsText(ms: number): string {
  if (ms < 0) return `-${millisecondsText(-ms)}`;
  if (ms < 1) return `${formatNumber(Number(ms.toPrecision(2)))} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 9.95) return `${formatNumber(Number(seconds.toFixed(1)))} s`;
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return twoUnits(minutes, 60, 'h', 'min');
  return twoUnits(Math.round(minutes / 60), 24, 'd', 'h');
}

function twoUnits(count: number, size: number, large: string, small: string): string {
  const rest = count % size;
  return `${formatNumber(Math.floor(count / size))} ${large}${rest > 0 ? ` ${rest} ${small}` : ''}`;
}

/** An idle time that is compressed on the axis `active`: see `IdleGap`. */
type Gap = Omit<IdleGap, 'took'>;

/**
 * Maps a time to the axis `active`, which compresses idle times. Monotonic.
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
 * Maps a position on the axis `active` to a time.
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

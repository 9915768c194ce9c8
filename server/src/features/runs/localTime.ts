/** The local time of day for nanoseconds since 1970: `10:46:12`, or `10:46:12.799` to the millisecond. Empty if out of range. */
export function timeOfDay(at: bigint, to: 'second' | 'millisecond' = 'second'): string {
  const date = dateOf(at);
  if (!date) return '';
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return to === 'second' ? time : `${time}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** The local date for nanoseconds since 1970: `2026-11-21`. Empty if out of range. */
export function dayOf(at: bigint): string {
  const date = dateOf(at);
  return date ? isoDay(date) : '';
}

/** The local date and time, or only the time if it is today: `2026-11-21 10:46`. Empty if out of range. */
export function dayAndTime(at: bigint, now: number): string {
  const date = dateOf(at);
  if (!date) return '';
  const time = [date.getHours(), date.getMinutes()].map(two).join(':');
  const day = isoDay(date);
  return day === isoDay(new Date(now)) ? time : `${day} ${time}`;
}

/** A date's display name: `Today`, `Yesterday`, else the date. */
export function dayTitle(day: string, now: number): string {
  const date = new Date(now);
  if (day === isoDay(date)) return 'Today';
  date.setDate(date.getDate() - 1);
  return day === isoDay(date) ? 'Yesterday' : day;
}

function dateOf(at: bigint): Date | undefined {
  const date = new Date(Number(at / 1_000_000n));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function isoDay(date: Date): string {
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function two(part: number): string {
  return String(part).padStart(2, '0');
}

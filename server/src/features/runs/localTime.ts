/** The time of day on this machine, of nanoseconds since 1970: `10:46:12`, or to the millisecond `10:46:12.799`. Empty where no clock can show it. */
export function timeOfDay(at: bigint, to: 'second' | 'millisecond' = 'second'): string {
  const date = dateOf(at);
  if (!date) return '';
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return to === 'second' ? time : `${time}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** The day on this machine, of nanoseconds since 1970: `2026-11-21`. Empty where no calendar has it. */
export function dayOf(at: bigint): string {
  const date = dateOf(at);
  return date ? isoDay(date) : '';
}

/** The day and the time of day on this machine, of today the time alone: `2026-11-21 10:46`. Empty where no calendar has it. */
export function dayAndTime(at: bigint, now: number): string {
  const date = dateOf(at);
  if (!date) return '';
  const time = [date.getHours(), date.getMinutes()].map(two).join(':');
  const day = isoDay(date);
  return day === isoDay(new Date(now)) ? time : `${day} ${time}`;
}

/** What a day is called today: `Today`, `Yesterday`, else as it is written. */
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

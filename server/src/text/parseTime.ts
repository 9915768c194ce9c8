/**
 * Parses a time as exact nanoseconds since 1970. Accepts ISO texts with any number of decimals, where a missing zone means UTC. Accepts
 * seconds, milliseconds, microseconds and nanoseconds since 1970, as a number or as digits in a text. Undefined for any other value.
 */
export function parseInstant(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? fromEpoch(formatDigits(value)) : undefined;
  if (typeof value !== 'string' || value.length > LONGEST) return undefined;
  return fromPlainIso(value) ?? fromIso(value) ?? fromEpoch(value);
}

/** Returns whether a text is a calendar day, `2026-02-28`. Time parsers roll days beyond the end of a month over. */
export function isDateOnly(text: string): boolean {
  const start = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(text);
}

/**
 * Returns the precision of a written time, in nanoseconds: a minute for one without seconds, and so on for days, seconds and decimals.
 * Undefined for other texts.
 */
export function timePrecision(value: unknown): bigint | undefined {
  if (parseInstant(value) === undefined) return undefined;
  const iso = typeof value === 'string' ? ISO.exec(value) : null;
  if (iso) {
    const [, , time, decimals] = iso;
    if (time === undefined) return DAY;
    return time.length === HOUR_AND_MINUTE ? MINUTE : lastOf(9, decimals);
  }
  const [, whole = '', decimals] = EPOCH.exec(typeof value === 'number' ? formatDigits(value) : String(value)) ?? [];
  return lastOf(UNITS.get(whole.length) ?? 0, decimals);
}

/** Returns whether a time has a zone. Epoch times need none. */
export function hasTimeZone(value: unknown): boolean {
  const match = typeof value === 'string' ? ISO.exec(value) : null;
  return match === null || match[4] !== undefined;
}

/** Returns a duration in milliseconds, which may have decimals, as nanoseconds. Undefined for other values and negative ones. */
export function durationFromMilliseconds(milliseconds: unknown): bigint | undefined {
  if (typeof milliseconds !== 'number' || !(milliseconds >= 0) || milliseconds > LONGEST_MS) return undefined;
  return BigInt(Math.round(milliseconds * 1e6));
}

/** Returns an instant as ISO text in UTC: with milliseconds, and further digits if needed. */
export function formatInstant(instant: bigint): string {
  const milliseconds = instant / MILLISECOND - (instant < 0n && instant % MILLISECOND !== 0n ? 1n : 0n);
  const rest = instant - milliseconds * MILLISECOND;
  const date = new Date(Number(milliseconds));
  if (Number.isNaN(date.getTime())) return String(instant);
  const iso = date.toISOString();
  if (rest === 0n) return iso;
  return `${iso.slice(0, -1)}${String(rest).padStart(6, '0').replace(/0+$/, '')}Z`;
}

/** Formats a time for envelopes: ISO text in UTC, to the second. Without milliseconds since 1970, the current time. */
export function formatSeconds(at = Date.now()): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Milliseconds, with as many decimals as a number holds. */
export function toMilliseconds(nanoseconds: bigint): number {
  return Number(nanoseconds) / 1e6;
}

const LONGEST = 64;
const LONGEST_MS = 1e15;
const MILLISECOND = 1_000_000n;

const MINUTE = 60_000n * MILLISECOND;
const DAY = 24n * 60n * MINUTE;
const HOUR_AND_MINUTE = 5;

/** Returns the value of the last decimal, of a unit that is a power of ten of nanoseconds. */
function lastOf(unit: number, decimals = ''): bigint {
  return 10n ** BigInt(Math.max(0, unit - decimals.length));
}

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))?\s*(Z|[+-]\d\d:?\d\d)?)?$/i;

function fromIso(text: string): bigint | undefined {
  const match = ISO.exec(text);
  if (!match) return undefined;
  const [, day = '', time = '00:00', decimals = '', zone = 'Z'] = match;
  const offset = /^z$/i.test(zone) ? 'Z' : zone.replace(/^(...)(\d\d)$/, '$1:$2');
  const seconds = Date.parse(`${day}T${time}${offset}`);
  if (Number.isNaN(seconds)) return undefined;
  return BigInt(seconds) * MILLISECOND + BigInt(decimals.padEnd(9, '0').slice(0, 9));
}

/**
 * Parses the common form, `2026-06-01T00:00:00.000Z`, digit by digit: each line of a log has one, and regular
 * expressions would dominate the reading time. Undefined for all other forms and for possibly invalid times.
 */
function fromPlainIso(text: string): bigint | undefined {
  const last = text.length - 1;
  if (last < 19 || text.charCodeAt(last) !== LETTER_Z || text.charCodeAt(10) !== LETTER_T) return undefined;
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return undefined;
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return undefined;
  const year = 100 * twoDigits(text, 0) + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  // A non-digit makes a number outside these ranges.
  const isPlain = year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
  if (!isPlain || !(hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59))
    return undefined;
  let fraction = 0;
  if (last > 19) {
    if (text.charCodeAt(19) !== POINT || last === 20) return undefined;
    for (let i = 20, unit = 1e8; i < last; i++, unit /= 10) {
      const digit = text.charCodeAt(i) - ZERO;
      if (!(digit >= 0 && digit <= 9)) return undefined;
      // Drops fractions of a nanosecond.
      if (i < 29) fraction += digit * unit;
    }
  }
  const date = (year * 100 + month) * 100 + day;
  if (date !== lastDate) {
    lastDate = date;
    lastMidnight = Date.UTC(year, month - 1, day);
  }
  const milliseconds = Math.floor(fraction / 1e6);
  const instant = BigInt(lastMidnight + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds) * MILLISECOND;
  const rest = fraction - milliseconds * 1e6;
  return rest === 0 ? instant : instant + BigInt(rest);
}

// The lines of a log are of one day, or a few.
let lastDate = Number.NaN;
let lastMidnight = 0;

const LETTER_T = 84;
const LETTER_Z = 90;
const DASH = 45;
const COLON = 58;
const POINT = 46;
const ZERO = 48;

/** Returns the number in two digits; NaN if they are not digits. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : Number.NaN;
}

/** Parses an epoch time. Its unit follows from the number of digits, which is the same for the years 2001 to 2286. */
function fromEpoch(text: string): bigint | undefined {
  const [, whole = '', decimals = ''] = EPOCH.exec(text) ?? [];
  const unit = UNITS.get(whole.length);
  if (unit === undefined) return undefined;
  return BigInt(whole) * 10n ** BigInt(unit) + BigInt(decimals.padEnd(unit, '0').slice(0, unit) || '0');
}

const EPOCH = /^(\d{10,19})(?:\.(\d+))?$/;

// Number of digits before the point to the power of ten that converts to nanoseconds.
const UNITS: ReadonlyMap<number, number> = new Map([
  [10, 9],
  [13, 6],
  [16, 3],
  [19, 0],
]);

// A number with 19 digits is written out, not as 1e18.
function formatDigits(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

/**
 * Parses the bound of a time range: how long ago (`30m`, `1h`, `7d`, `2w`), or an ISO date or time. Undefined for other texts.
 *
 * @param now in milliseconds since 1970
 * @returns nanoseconds since 1970
 */
export function parseTimeBound(text: string, now: number): bigint | undefined {
  const [, count, unit = ''] = AGO.exec(text) ?? [];
  if (count !== undefined)
    return BigInt(Math.round(now - Number(count) * (MILLISECONDS[unit.toLowerCase()] ?? 0))) * 1_000_000n;
  return /^\d{4}-/.test(text) ? parseInstant(text.toUpperCase()) : undefined;
}

const AGO = /^(\d{1,6})([smhdw])$/i;

/** The milliseconds in each unit of time. */
const MILLISECONDS: Readonly<Record<string, number>> = { s: 1e3, m: 6e4, h: 36e5, d: 864e5, w: 6048e5 };

/**
 * A time as real files write it, in nanoseconds since 1970, exact to the last digit: an ISO text with any number of
 * decimals (without a zone it counts as UTC), or epoch seconds, milliseconds, microseconds or nanoseconds, as a number or
 * in digits. Undefined where it is none of these.
 */
export function instantOf(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? fromEpoch(plain(value)) : undefined;
  if (typeof value !== 'string' || value.length > LONGEST) return undefined;
  return ISO.test(value) ? fromIso(value) : fromEpoch(value);
}

/** A duration in milliseconds, which may have decimals, as nanoseconds. Undefined where it is none, or negative. */
export function durationOf(milliseconds: unknown): bigint | undefined {
  if (typeof milliseconds !== 'number' || !(milliseconds >= 0) || milliseconds > LONGEST_MS) return undefined;
  return BigInt(Math.round(milliseconds * 1e6));
}

/** An instant as ISO text in UTC: with milliseconds, and with as many digits more as it has. */
export function isoOf(instant: bigint): string {
  const milliseconds = instant / MILLISECOND - (instant < 0n && instant % MILLISECOND !== 0n ? 1n : 0n);
  const rest = instant - milliseconds * MILLISECOND;
  const date = new Date(Number(milliseconds));
  if (Number.isNaN(date.getTime())) return String(instant);
  const iso = date.toISOString();
  if (rest === 0n) return iso;
  return `${iso.slice(0, -1)}${String(rest).padStart(6, '0').replace(/0+$/, '')}Z`;
}

/** Milliseconds, with what decimals a number holds. */
export function millisecondsOf(nanoseconds: bigint): number {
  return Number(nanoseconds) / 1e6;
}

const LONGEST = 64;
const LONGEST_MS = 1e15;
const MILLISECOND = 1_000_000n;

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d+))?\s*(Z|[+-]\d\d:?\d\d)?)?$/i;

function fromIso(text: string): bigint | undefined {
  const [, day = '', time = '00:00', decimals = '', zone = 'Z'] = ISO.exec(text) ?? [];
  const offset = /^z$/i.test(zone) ? 'Z' : zone.replace(/^(...)(\d\d)$/, '$1:$2');
  const seconds = Date.parse(`${day}T${time}${offset}`);
  if (Number.isNaN(seconds)) return undefined;
  return BigInt(seconds) * MILLISECOND + BigInt(decimals.padEnd(9, '0').slice(0, 9));
}

/** Seconds are told from the smaller units by their size: in each unit the years 2001 to 2286 have the same digits. */
function fromEpoch(text: string): bigint | undefined {
  const [, whole = '', decimals = ''] = EPOCH.exec(text) ?? [];
  const unit = UNITS.get(whole.length);
  if (unit === undefined) return undefined;
  return BigInt(whole) * 10n ** BigInt(unit) + BigInt(decimals.padEnd(unit, '0').slice(0, unit) || '0');
}

const EPOCH = /^(\d{10,19})(?:\.(\d+))?$/;

// Digits before the point to the power of ten that makes nanoseconds of it.
const UNITS: ReadonlyMap<number, number> = new Map([
  [10, 9],
  [13, 6],
  [16, 3],
  [19, 0],
]);

// A number with 19 digits is written out, not as 1e18.
function plain(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}

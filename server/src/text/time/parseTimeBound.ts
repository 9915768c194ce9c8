import { parseInstant } from './instant';

/**
 * Parses the bound of a time range: how long ago (`30m`, `1h`, `7d`, `2w`), or an ISO date or time. Undefined for other texts.
 *
 * @param now in milliseconds since 1970
 * @returns nanoseconds since 1970
 */
export function parseTimeBound(text: string, now: number): bigint | undefined {
  const [, count, unit = ''] = AGO.exec(text) ?? [];
  if (count !== undefined)
    return BigInt(Math.round(now - Number(count) * (UNITS[unit.toLowerCase()] ?? 0))) * 1_000_000n;
  return /^\d{4}-/.test(text) ? parseInstant(text.toUpperCase()) : undefined;
}

const AGO = /^(\d{1,6})([smhdw])$/i;

/** In milliseconds. */
const UNITS: Readonly<Record<string, number>> = { s: 1e3, m: 6e4, h: 36e5, d: 864e5, w: 6048e5 };

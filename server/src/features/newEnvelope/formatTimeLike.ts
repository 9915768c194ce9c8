import { parseInstant } from '../../text/time/instant';

/**
 * Formats a moment like an example: in the same time zone, with as many decimals. An example without a zone is not followed.
 *
 * @param now milliseconds since 1970
 */
export function formatTimeLike(like: string, now: number): string | undefined {
  const style = STYLE.exec(like);
  if (!style) return undefined;
  const [, between = 'T', fraction = '', zone = 'Z'] = style;
  const away = minutesOf(zone);
  const iso = new Date(now + away * 60_000).toISOString();
  const decimals =
    fraction === ''
      ? ''
      : `${fraction[0]}${iso
          .slice(20, 23)
          .padEnd(fraction.length - 1, '0')
          .slice(0, fraction.length - 1)}`;
  return `${iso.slice(0, 10)}${between}${iso.slice(11, 19)}${decimals}${zone}`;
}

/** A moment that is not before any of these times: now, or one second after the latest. In milliseconds since 1970. */
export function timeAfter(times: readonly string[], now: number): number {
  const instants = times.flatMap(time => parseInstant(time) ?? []).map(instant => Number(instant / 1_000_000n));
  const last = Math.max(...instants, 0);
  return last < now || last > LATEST ? now : last + 1000;
}

const STYLE = /^\d{4}-\d\d-\d\d([Tt ])\d\d:\d\d(?::\d\d)?([.,]\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/;
// A time far in the future is a typing error, not an example.
const LATEST = Date.UTC(2100, 0);

function minutesOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

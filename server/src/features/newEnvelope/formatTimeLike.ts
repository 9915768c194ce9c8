import { parseInstant } from '../../text/time/instant';

/**
 * A moment written as another time is: in its zone, to as many decimals. A time without a zone says nothing to go by.
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

/** A moment that is not before any of these times: now, or a second after the last. In milliseconds since 1970. */
export function timeAfter(times: readonly string[], now: number): number {
  const instants = times.flatMap(time => parseInstant(time) ?? []).map(instant => Number(instant / 1_000_000n));
  const last = Math.max(...instants, 0);
  return last < now || last > LATEST ? now : last + 1000;
}

const STYLE = /^\d{4}-\d\d-\d\d([Tt ])\d\d:\d\d(?::\d\d)?([.,]\d{1,9})?(Z|[+-]\d\d:?\d\d)?$/;
// A slip of the pen is no reason to follow it.
const LATEST = Date.UTC(2100, 0);

function minutesOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

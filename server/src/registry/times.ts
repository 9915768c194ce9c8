import { memoizeByText } from '../text/memoize';
import { timePrecision } from '../text/time/instant';

/** The range of a time in a registry, in milliseconds: a date is the whole day, a time without seconds the whole minute. */
export interface Moment {
  from: number;
  to: number;
}

const ISO = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)([Zz]|[+-]\d\d:?\d\d)?)?$/;

/** Parses an ISO 8601 date or date-time, by default in UTC. Undefined for other text. */
export const parseMoment = memoizeByText((text): Moment | undefined => {
  const [, date, time, zone = 'Z'] = ISO.exec(text) ?? [];
  if (!date) return undefined;
  const day = Date.parse(`${date}T00:00:00Z`);
  // `Date.parse` turns 31 February into a day in March.
  if (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== date) return undefined;
  const length = Math.max(1, Number(timePrecision(text) ?? 0n) / 1e6);
  if (!time) return { from: day, to: day + length - 1 };
  const from = Date.parse(`${date}T${time}${zone.toUpperCase().replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2')}`);
  return Number.isNaN(from) ? undefined : { from, to: from + length - 1 };
});

/** The zone suffix of a time in a registry: `Z`, `+02:00`. */
export function zoneOf(text: string): string | undefined {
  return ISO.exec(text)?.[3];
}

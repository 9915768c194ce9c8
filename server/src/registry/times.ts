import { byText } from '../text/byText';

/** What a time in a registry may mean, in milliseconds: a date alone is its whole day. */
export interface Moment {
  from: number;
  to: number;
}

const DAY = 24 * 60 * 60 * 1000;
const ISO = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)([Zz]|[+-]\d\d:?\d\d)?)?$/;

/** The moment that an ISO 8601 date or date-time names; without a zone it is UTC. Undefined for what is neither. */
export const momentOf = byText((text): Moment | undefined => {
  const [, date, time, zone = 'Z'] = ISO.exec(text) ?? [];
  if (!date) return undefined;
  const day = Date.parse(`${date}T00:00:00Z`);
  // JavaScript takes the 31st of February for one in March.
  if (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== date) return undefined;
  if (!time) return { from: day, to: day + DAY - 1 };
  const at = Date.parse(`${date}T${time}${zone.toUpperCase().replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2')}`);
  return Number.isNaN(at) ? undefined : { from: at, to: at };
});

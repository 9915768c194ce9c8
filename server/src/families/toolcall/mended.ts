import { isObject } from '../../text/pointer';

const BOUND = /^must be (>=|<=) (-?\d{1,15}(?:\.\d{1,10})?)$/;
const LACK = /^must have required property '([^']{1,100})'$/;

/** Is what a validator asked for the case by now? Only what can be told for sure. */
export function holds(value: unknown, message: string): boolean {
  const [, sign, limit] = BOUND.exec(message) ?? [];
  if (sign !== undefined)
    return typeof value === 'number' && (sign === '>=' ? value >= Number(limit) : value <= Number(limit));
  const [, property] = LACK.exec(message) ?? [];
  if (property !== undefined) return isObject(value) && Object.hasOwn(value, property);
  return TYPES.get(message)?.(value) ?? false;
}

const TYPES: ReadonlyMap<string, (value: unknown) => boolean> = new Map<string, (value: unknown) => boolean>([
  ['must be integer', value => Number.isInteger(value)],
  ['must be number', value => typeof value === 'number'],
  ['must be string', value => typeof value === 'string'],
  ['must be boolean', value => typeof value === 'boolean'],
  ['must be object', isObject],
  ['must be array', Array.isArray],
]);

/** The value that does what a validator asked for and leaves the meaning; undefined where that takes a guess. */
export function mended(value: unknown, message: string): unknown {
  const [, , limit] = (typeof value === 'number' && BOUND.exec(message)) || [];
  return limit === undefined ? retyped(value, message) : Number(limit);
}

function retyped(value: unknown, message: string): unknown {
  if (message === 'must be string' && typeof value === 'number') return String(value);
  if (typeof value !== 'string') return undefined;
  const isWanted = TYPES.get(message);
  const read = /^-?\d{1,15}(?:\.\d{1,10})?$/.test(value)
    ? Number(value)
    : value === 'true'
      ? true
      : value === 'false'
        ? false
        : undefined;
  return read !== undefined && isWanted?.(read) ? read : undefined;
}

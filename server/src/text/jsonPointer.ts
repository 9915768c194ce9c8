import type { Path } from '../model/text';
import { memoizeByText } from './memoize';

export { isObject } from '../shared/isObject';

/** Returns the value at a JSON pointer. Undefined for inherited properties such as `constructor`. */
export function atPointer(value: unknown, pointer: string): unknown {
  return atPath(value, parsePointer(pointer));
}

/** Returns the value at a path; undefined if there is none. */
export function atPath(value: unknown, path: Path): unknown {
  let here = value;
  for (let at = 0; at < path.length; at++) {
    if (typeof here !== 'object' || here === null) return undefined;
    const step = path[at] as string | number;
    const next = (here as Record<string | number, unknown>)[step];
    if (next === undefined) return undefined;
    // Hot path: objects inherit only functions and `__proto__`, so only these need a check of ownership.
    if ((typeof next === 'function' || step === '__proto__') && !Object.hasOwn(here, step)) return undefined;
    here = next;
  }
  return here;
}

/**
 * A function that finds the value at a path: in one call, without a loop, if the path has one step or two, as most have.
 *
 * @param otherwise finds it in any other value, and at any other path
 */
export function readerAt(
  path: readonly string[],
  otherwise: (value: unknown, path: readonly string[]) => unknown = atPath,
): (value: unknown) => unknown {
  const [first, second] = path;
  if (first === undefined) return value => value;
  if (path.length > 2 || path.some(isInherited)) return value => otherwise(value, path);
  if (second === undefined) {
    return value =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[first] : otherwise(value, path);
  }
  return value => {
    const inner = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[first] : undefined;
    return typeof inner === 'object' && inner !== null
      ? (inner as Record<string, unknown>)[second]
      : otherwise(value, path);
  };
}

/** Returns whether objects or lists inherit something of a name. */
export function isInherited(name: string): boolean {
  return INHERITED.has(name);
}

const INHERITED: ReadonlySet<string> = new Set(
  [Object.prototype, Array.prototype].flatMap(prototype => Object.getOwnPropertyNames(prototype)),
);

/** Parses a JSON pointer into keys; an index stays a string, which reads arrays just as well. */
export const parsePointer = memoizeByText((pointer): readonly string[] => {
  // Used for every line of a log. Pointers come from code, schemas and declarations: they are few.
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'));
});

/** Formats a path as a JSON pointer. */
export function formatPointer(path: Path): string {
  let pointer = '';
  // Called for each line of a log; nearly no key has such a character.
  for (const step of path) pointer += `/${typeof step === 'string' && ESCAPED.test(step) ? escapeStep(step) : step}`;
  return pointer;
}

const ESCAPED = /[~/]/;

function escapeStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns a pointer's path in a given value: array indexes become numbers. */
export function pointerPathIn(value: unknown, pointer: string): Path {
  let here = value;
  return parsePointer(pointer).map(step => {
    const key = Array.isArray(here) ? Number(step) : step;
    here = atPath(here, [step]);
    return key;
  });
}

/** Returns whether two paths, or other lists, have the same steps. */
export function isSamePath(one: readonly (string | number)[], other: readonly (string | number)[]): boolean {
  return one.length === other.length && one.every((step, place) => step === other[place]);
}

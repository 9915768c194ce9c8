import type { Path } from '../model/text';
import { memoizeByText } from './memoize';

/** The value that a JSON pointer leads to; only through what an object itself holds. */
export function atPointer(value: unknown, pointer: string): unknown {
  return atPath(value, parsedPointer(pointer));
}

// Used for every line of a log. Pointers stand in code, schemas and declarations: they are few.
const parsedPointer = memoizeByText(parsePointer);

/** The value at a path; undefined where there is none. */
export function atPath(value: unknown, path: Path): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<string | number, unknown>)[step];
  }
  return here;
}

/** A JSON pointer as keys; an index stays text, which reads arrays just as well. */
export function parsePointer(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A path as JSON pointer. */
export function formatPointer(path: Path): string {
  return path.map(step => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** A pointer's path in a given value: steps into an array become numbers. */
export function pointerPathIn(value: unknown, pointer: string): Path {
  let here = value;
  return parsePointer(pointer).map(step => {
    const key = Array.isArray(here) ? Number(step) : step;
    here = atPath(here, [step]);
    return key;
  });
}

/** A JSON object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

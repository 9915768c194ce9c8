import type { DeclarationFault } from '../../model/rule';

/** Reads one pointer or several; skips invalid ones, with an error. */
export function readPointers(value: unknown, path: readonly (string | number)[], faults: DeclarationFault[]): string[] {
  if (!Array.isArray(value)) return [readPointer(value, path, faults)].filter(one => one !== undefined);
  return value
    .slice(0, MOST)
    .map((one, index) => readPointer(one, [...path, index], faults))
    .filter(one => one !== undefined);
}

/** Reads a JSON pointer; undefined where it is absent, or invalid, with an error. */
export function readPointer(
  value: unknown,
  path: readonly (string | number)[],
  faults: DeclarationFault[],
): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.length <= LONGEST && POINTER.test(value)) return value;
  const given =
    typeof value === 'string' ? `"${value.slice(0, 60)}" is not a JSON pointer` : 'This must be a JSON pointer';
  const meant = typeof value === 'string' && PLAIN.test(value) ? `"/${value}"` : '"/meta/run_id"';
  faults.push({ path, message: `${given}: it begins with a slash, such as ${meant}.` });
  return undefined;
}

const MOST = 20;
const LONGEST = 300;
const POINTER = /^(?:\/(?:[^/~]|~[01])*)*$/;
const PLAIN = /^\w{1,40}$/;

import { isInherited, isObject, parsePointer } from '../../text/jsonPointer';
import { finder, type Origin, scopedReader } from './compileWhen';
import { type Getter, lookInto, pathReader, type Scope } from './mappingScope';

/**
 * Converts a JSON value that a declared pointer found, or that the declaration itself gives, to the type that is needed there. Undefined if the
 * value is not usable.
 *
 * @param isComposed whether the declaration itself states or puts together the value, instead of finding it in the envelope
 * @param scope the object in the envelope at which the pointers of the clause begin
 */
export type Read<T> = (found: unknown, isComposed: boolean, scope: Scope) => T | undefined;

/**
 * Compiles a declaration's pointer into a function that reads a value from an envelope. In the pointer, `/a/b` begins at the current
 * object, `^/a` at the object around it, `$name/a` at a named object, and `/items/*` is the first usable item of a list.
 */
export function compilePointer<T>(text: string, origin: Origin, read: Read<T>): Getter<T> {
  const steps = parsePointer(origin.pointer);
  const find = finder(text);
  const star = steps.indexOf('*');
  const [first, second] = steps;
  if (star < 0 && text.startsWith('/') && first !== undefined && steps.length <= 2 && !steps.some(isInherited)) {
    return ownGetter(first, second, read);
  }
  if (star < 0 || !find) {
    return scope => {
      const found = find?.(scope);
      return found === undefined ? undefined : read(found, false, scope);
    };
  }
  const list = scopedReader(origin, steps.slice(0, star));
  const visit = memberVisitor(steps.slice(star + 1), read);
  return scope => visit(list(scope), scope);
}

/** Returns the getter of a property, or of a property of a property, in as few calls as possible: most values of a record are such. */
function ownGetter<T>(first: string, second: string | undefined, read: Read<T>): Getter<T> {
  const [one, both] = [[first], second === undefined ? [] : [first, second]];
  if (second === undefined) {
    return scope => {
      const { value } = scope;
      const found =
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[first] : lookInto(value, one);
      return found === undefined ? undefined : read(found, false, scope);
    };
  }
  return scope => {
    const { value } = scope;
    const inner = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[first] : undefined;
    const found =
      typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[second] : lookInto(value, both);
    return found === undefined ? undefined : read(found, false, scope);
  };
}

/** Reads the first usable value below the members of a list or an object. */
type VisitMembers<T> = (list: unknown, scope: Scope) => T | undefined;

function memberVisitor<T>(steps: readonly string[], read: Read<T>): VisitMembers<T> {
  const visit = valueVisitor(steps, read);
  return (list, scope) => {
    if (Array.isArray(list)) {
      for (let at = 0; at < list.length; at++) {
        const found = visit(list[at], scope);
        if (found !== undefined) return found;
      }
    } else if (isObject(list)) {
      for (const key in list) {
        const found = visit(list[key], scope);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
}

/** Compiles a path with or without `*` into a function that reads the first usable value below a given one. */
export function valueVisitor<T>(steps: readonly string[], read: Read<T>): VisitMembers<T> {
  const star = steps.indexOf('*');
  if (star < 0) {
    const find = pathReader(steps);
    return (value, scope) => {
      const found = find(value);
      return found === undefined ? undefined : read(found, false, scope);
    };
  }
  const list = pathReader(steps.slice(0, star));
  const visit = memberVisitor(steps.slice(star + 1), read);
  return (value, scope) => visit(list(value), scope);
}

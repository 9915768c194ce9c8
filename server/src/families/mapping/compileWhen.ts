import type { Condition } from '../../model/kind';
import { compileCondition } from '../../rules/compileCondition';
import { isInherited, parsePointer } from '../../text/jsonPointer';
import { type Getter, inheritedName, lookInto, pathReader, type Scope } from './mappingScope';

/** A compiled condition `when` of a protocol's declaration. Returns whether it holds for a JSON value in an envelope. */
export type Test = (scope: Scope) => boolean;

/** The start of a pointer, such as an outer object or a named value, and the rest of the pointer from there. */
export interface Origin {
  from(scope: Scope): unknown;
  pointer: string;
  /** The number of `^` at the beginning. */
  levels: number;
  /** The name behind `$`. */
  name?: string;
}

/** Parses the start of a pointer: `/a`, `^/a`, `$name/a`, `#`, `#last`. Undefined for any other text. */
export function originOf(text: string): Origin | undefined {
  const [whole, up = '', word, last, pointer = ''] = ORIGIN.exec(text) ?? [];
  if (whole === undefined || (word !== undefined && up !== '')) return undefined;
  const levels = up.length;
  if (word !== undefined) return { from: inheritedName(`$${word}`), pointer, levels, name: word };
  if (last !== undefined) {
    if (pointer !== '') return undefined;
    if (last === '#') return { from: scope => outerOf(scope, levels)?.index, pointer, levels };
    return { from: scope => isLast(outerOf(scope, levels)), pointer, levels };
  }
  if (levels === 0) return { from: ownValue, pointer, levels };
  if (levels === 1) return { from: scope => scope.outer?.value, pointer, levels };
  return { from: scope => outerOf(scope, levels)?.value, pointer, levels };
}

const ORIGIN = /^(\^{0,5})(?:\$([a-z]\w{0,39})|(#last|#))?((?:\/(?:[^/~]|~[01])*)*)$/i;

function ownValue(scope: Scope): unknown {
  return scope.value;
}

function outerOf(scope: Scope, levels: number): Scope | undefined {
  let here: Scope | undefined = scope;
  for (let at = 0; at < levels; at++) here = here?.outer;
  return here;
}

function isLast(scope: Scope | undefined): boolean {
  return scope !== undefined && scope.index === scope.size - 1;
}

/** Returns a function that reads the value at some segments below the start of a pointer. */
export function scopedReader({ from, levels, name }: Origin, steps: readonly string[]): Getter<unknown> {
  const find = pathReader(steps);
  if (steps.length === 0) return from;
  if (levels > 0 || name !== undefined) return scope => find(from(scope));
  const [first = '', ...rest] = steps;
  if (rest.length > 0 || isInherited(first)) return scope => find(scope.value);
  // The most common case, in one call.
  return scope => {
    const { value } = scope;
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)[first]
      : lookInto(value, steps);
  };
}

/** Returns a function that reads the value at a pointer; undefined if the text is no pointer. */
export function finder(pointer: string): Getter<unknown> | undefined {
  const origin = originOf(pointer);
  return origin && scopedReader(origin, parsePointer(origin.pointer));
}

/**
 * Compiles the condition `when` of a declaration's rule. Its pointers may begin at the current object, at an object around it, or at a
 * value that an outer rule has named.
 */
export function compileWhen(condition: Condition): Test {
  const test = plainTest(condition);
  if (test) return wordTest(condition) ?? (scope => test(scope.value));
  if (typeof condition === 'string') {
    const found = finder(condition);
    return scope => found?.(scope) !== undefined;
  }
  if ('all' in condition) {
    const tests = condition.all.map(compileWhen);
    const [first, second] = tests;
    if (first && second && tests.length === 2) return scope => first(scope) && second(scope);
    return scope => tests.every(one => one(scope));
  }
  if ('any' in condition) {
    const tests = condition.any.map(compileWhen);
    return scope => tests.some(one => one(scope));
  }
  if ('not' in condition) {
    const inner = compileWhen(condition.not);
    return scope => !inner(scope);
  }
  if ('atLeast' in condition) {
    const tests = condition.of.map(compileWhen);
    return scope => tests.filter(one => one(scope)).length >= condition.atLeast;
  }
  const found = finder(condition.at);
  if ('same' in condition) {
    const other = finder(condition.same);
    return scope => {
      const one = found?.(scope);
      return one !== undefined && one === other?.(scope);
    };
  }
  const ofValue = compileCondition({ ...condition, at: '' });
  return scope => {
    const value = found?.(scope);
    return value !== undefined && ofValue(value);
  };
}

/** Compiles the most common condition, that a property is a word, to one call. */
function wordTest(condition: Condition): Test | undefined {
  if (typeof condition === 'string' || !('is' in condition) || condition.is.length !== 1) return undefined;
  const steps = parsePointer(condition.at);
  const [first] = steps;
  if (first === undefined || steps.length > 1 || isInherited(first)) return undefined;
  const [wanted] = condition.is;
  return scope => {
    const { value } = scope;
    const found =
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[first] : lookInto(value, steps);
    return found === wanted;
  };
}

/** Compiles a condition that depends on a value alone; undefined if one of its pointers begins elsewhere. */
export function plainTest(condition: Condition): ((value: unknown) => boolean) | undefined {
  if (!isPlain(condition)) return undefined;
  // Most rules begin so: with the type of a record.
  if (typeof condition === 'object' && 'is' in condition && condition.is.length === 1) {
    const find = pathReader(parsePointer(condition.at));
    const [wanted] = condition.is;
    return value => find(value) === wanted;
  }
  return compileCondition(condition);
}

/** Returns the names, `$name`, at which pointers of a condition begin. */
export function namesIn(condition: Condition): string[] {
  if (typeof condition === 'string') return [originOf(condition)?.name ?? []].flat();
  if ('all' in condition) return condition.all.flatMap(namesIn);
  if ('any' in condition) return condition.any.flatMap(namesIn);
  if ('not' in condition) return namesIn(condition.not);
  if ('atLeast' in condition) return condition.of.flatMap(namesIn);
  return [condition.at, 'same' in condition ? condition.same : ''].flatMap(pointer => originOf(pointer)?.name ?? []);
}

/**
 * Returns whether all pointers lead to the value itself or to one of its properties: deeper pointers look into JSON in a text, as those of
 * values do. Pointers in `some` and `each` begin at a member.
 */
function isPlain(condition: Condition): boolean {
  if (typeof condition === 'string') return isOwn(condition);
  if ('all' in condition) return condition.all.every(isPlain);
  if ('any' in condition) return condition.any.every(isPlain);
  if ('not' in condition) return isPlain(condition.not);
  if ('atLeast' in condition) return condition.of.every(isPlain);
  return isOwn(condition.at) && (!('same' in condition) || isOwn(condition.same));
}

function isOwn(pointer: string): boolean {
  return pointer.lastIndexOf('/') <= 0 && (pointer === '' || pointer.startsWith('/'));
}

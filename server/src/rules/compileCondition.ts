import type { Condition } from '../model/kind';
import { jsonType } from '../slots/applicableSchemas';
import { isObject, parsePointer, readerAt } from '../text/jsonPointer';
import { misspeltKey } from '../text/similarNames';

/**
 * Compiles a declared condition on a JSON value, such as one that recognises an envelope, into a function that tests it. The function is fast,
 * since it runs on every line of a log.
 */
export function compileCondition(condition: Condition): Test {
  if (typeof condition === 'string') {
    const find = readerAt(parsePointer(condition));
    return value => find(value) !== undefined;
  }
  if ('all' in condition) {
    const tests = condition.all.map(compileCondition);
    return value => meetsAll(tests, value);
  }
  if ('any' in condition) {
    const starts = beginnings(condition.any);
    if (starts) return value => starts.has(value);
    const tests = condition.any.map(compileCondition);
    return value => meetsAny(tests, value);
  }
  if ('not' in condition) {
    const test = compileCondition(condition.not);
    return value => !test(value);
  }
  if ('atLeast' in condition) {
    const { atLeast } = condition;
    const tests = condition.of.map(compileCondition);
    return value => meetsSome(tests, value, atLeast);
  }
  const find = readerAt(parsePointer(condition.at));
  if ('same' in condition) {
    const other = readerAt(parsePointer(condition.same));
    return value => isSame(find(value), other(value));
  }
  const test = valueTest(condition);
  if (condition.at === '') return test;
  return value => {
    const found = find(value);
    return found !== undefined && test(found);
  };
}

/** A compiled condition: returns whether a value fulfils it. */
export type Test = (value: unknown) => boolean;

/**
 * Conditions of which each is a beginning of the value itself, as one: a text that begins with none of their first characters is compared
 * with none.
 */
function beginnings(of: readonly Condition[]): { has(value: unknown): boolean } | undefined {
  const byFirst = new Map<number, string[]>();
  for (const one of of) {
    if (typeof one === 'string' || !('startsWith' in one) || one.at !== '' || one.startsWith === '') return undefined;
    const first = one.startsWith.charCodeAt(0);
    byFirst.set(first, [...(byFirst.get(first) ?? []), one.startsWith]);
  }
  return {
    has(value) {
      const starts = typeof value === 'string' && value !== '' ? byFirst.get(value.charCodeAt(0)) : undefined;
      return starts?.some(start => (value as string).startsWith(start)) ?? false;
    },
  };
}

// Loops: `every` and `some` would make a function for each value.
function meetsAll(tests: readonly Test[], value: unknown): boolean {
  for (const test of tests) if (!test(value)) return false;
  return true;
}

function meetsAny(tests: readonly Test[], value: unknown): boolean {
  for (const test of tests) if (test(value)) return true;
  return false;
}

function meetsSome(tests: readonly Test[], value: unknown, atLeast: number): boolean {
  let met = 0;
  for (const test of tests) if (test(value) && ++met >= atLeast) return true;
  return atLeast <= 0;
}

function isSame(one: unknown, other: unknown): boolean {
  return one !== undefined && one === other;
}

function valueTest(condition: Exclude<Extract<Condition, { at: string }>, { same: string }>): Test {
  if ('is' in condition) {
    const { is } = condition;
    const [only] = is;
    const isOne: Test = is.length === 1 && !Number.isNaN(only) ? found => found === only : found => is.includes(found);
    return found => isOne(found) || (typeof found === 'bigint' && isOne(Number(found)));
  }
  if ('startsWith' in condition) return found => typeof found === 'string' && found.startsWith(condition.startsWith);
  if ('endsWith' in condition) return found => typeof found === 'string' && found.endsWith(condition.endsWith);
  if ('contains' in condition) {
    const wanted = condition.contains.toLowerCase();
    return found => typeof found === 'string' && found.toLowerCase().includes(wanted);
  }
  if ('blank' in condition) return found => typeof found === 'string' && /\S/.test(found) !== condition.blank;
  if ('lacks' in condition) return found => isObject(found) && lacks(found, condition.lacks);
  if ('type' in condition) return typeTest(condition.type);
  if ('keyWord' in condition) return found => isObject(found) && hasKeyWord(found, condition.keyWord);
  if ('each' in condition) {
    const test = compileCondition(condition.each);
    return found => eachMeets(found, test);
  }
  if ('some' in condition) {
    const test = compileCondition(condition.some);
    return found => someMeets(found, test);
  }
  const { from, above, upTo, below } = condition;
  return found =>
    isNumber(found) &&
    // `.nan` of YAML is in no order with any number.
    !Number.isNaN(found) &&
    !(from !== undefined && found < from) &&
    !(above !== undefined && found <= above) &&
    !(upTo !== undefined && found > upTo) &&
    !(below !== undefined && found >= below);
}

function typeTest(type: ReturnType<typeof jsonType>): Test {
  if (type === 'number') return isNumber;
  if (type === 'string' || type === 'boolean') return found => typeof found === type;
  if (type === 'array') return Array.isArray;
  return found => found !== undefined && jsonType(found) === type;
}

// A long integer is a bigint if it would have been rounded.
function isNumber(found: unknown): found is number | bigint {
  return typeof found === 'number' || typeof found === 'bigint';
}

function lacks(found: Record<string, unknown>, key: string): boolean {
  return found[key] === undefined && (Object.hasOwn(found, key) || misspeltKey(key, found) === undefined);
}

/** Copies a condition with each of its pointers changed. Pointers relative to a member (in `each` and `some`) stay. */
export function withPointers(condition: Condition, move: (pointer: string) => string): Condition {
  if (typeof condition === 'string') return move(condition);
  const all = (of: readonly Condition[]) => of.map(one => withPointers(one, move));
  if ('all' in condition) return { all: all(condition.all) };
  if ('any' in condition) return { any: all(condition.any) };
  if ('atLeast' in condition) return { ...condition, of: all(condition.of) };
  if ('not' in condition) return { not: withPointers(condition.not, move) };
  const moved = { ...condition, at: move(condition.at) };
  return 'same' in moved ? { ...moved, same: move(moved.same) } : moved;
}

function hasKeyWord(found: Record<string, unknown>, words: readonly string[]): boolean {
  for (const key in found) if (words.includes(lastWord(key))) return true;
  return false;
}

// Returns `items` for `fooItems`, `foo_items` and `FOO-ITEMS`.
function lastWord(key: string): string {
  const end = key.slice(-LONGEST_WORD);
  return (/(?:[A-Z]?[a-z]+|[A-Z]+)$/.exec(end)?.[0] ?? '').toLowerCase();
}

const LONGEST_WORD = 40;

// Builds no list of members: it runs on every value, and nearly all fail at their first member.
function eachMeets(found: unknown, test: Test): boolean {
  if (Array.isArray(found)) return found.length > 0 && found.every(test);
  if (!isObject(found)) return false;
  let any = false;
  for (const key in found) {
    if (!test(found[key])) return false;
    any = true;
  }
  return any;
}

function someMeets(found: unknown, test: Test): boolean {
  if (Array.isArray(found)) return found.some(test);
  if (!isObject(found)) return false;
  for (const key in found) if (test(found[key])) return true;
  return false;
}

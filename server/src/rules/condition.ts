import type { Condition } from '../model/kind';
import { jsonType } from '../slots/applicableSchemas';
import { misspeltKey } from '../text/names';
import { atPath, isObject, parsePointer } from '../text/pointer';

/** A compiled condition: returns whether a value fulfils it. */
export type Test = (value: unknown) => boolean;

/** Compiles a condition into a fast function, which runs on every line of a log. */
export function compileCondition(condition: Condition): Test {
  if (typeof condition === 'string') {
    const path = parsePointer(condition);
    return value => atPath(value, path) !== undefined;
  }
  if ('all' in condition) {
    const tests = condition.all.map(compileCondition);
    return value => tests.every(test => test(value));
  }
  if ('any' in condition) {
    const tests = condition.any.map(compileCondition);
    return value => tests.some(test => test(value));
  }
  if ('not' in condition) {
    const test = compileCondition(condition.not);
    return value => !test(value);
  }
  if ('atLeast' in condition) {
    const { atLeast } = condition;
    const tests = condition.of.map(compileCondition);
    return value => tests.filter(test => test(value)).length >= atLeast;
  }
  const path = parsePointer(condition.at);
  if ('same' in condition) {
    const other = parsePointer(condition.same);
    return value => isSame(atPath(value, path), atPath(value, other));
  }
  const test = valueTest(condition);
  return value => {
    const found = atPath(value, path);
    return found !== undefined && test(found);
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return one !== undefined && one === other;
}

function valueTest(condition: Exclude<Extract<Condition, { at: string }>, { same: string }>): Test {
  if ('is' in condition) return found => condition.is.includes(found);
  if ('startsWith' in condition) return found => typeof found === 'string' && found.startsWith(condition.startsWith);
  if ('endsWith' in condition) return found => typeof found === 'string' && found.endsWith(condition.endsWith);
  if ('contains' in condition) {
    const wanted = condition.contains.toLowerCase();
    return found => typeof found === 'string' && found.toLowerCase().includes(wanted);
  }
  if ('blank' in condition) return found => typeof found === 'string' && /\S/.test(found) !== condition.blank;
  if ('lacks' in condition) return found => isObject(found) && lacks(found, condition.lacks);
  if ('type' in condition) return found => jsonType(found) === condition.type;
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
    typeof found === 'number' &&
    !(from !== undefined && found < from) &&
    !(above !== undefined && found <= above) &&
    !(upTo !== undefined && found > upTo) &&
    !(below !== undefined && found >= below);
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

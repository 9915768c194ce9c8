import type { Condition } from '../model/kind';
import { typeOf } from '../slots/matchesSchema';
import { atPath, isObject, parsePointer } from '../text/pointer';

/** Checks whether a value meets a condition of a signature. */
export type Test = (value: unknown) => boolean;

/** Compiles a condition into a test, which runs on every line of a log. */
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
  const test = valueTest(condition);
  return value => {
    const found = atPath(value, path);
    return found !== undefined && test(found);
  };
}

function valueTest(condition: Extract<Condition, { at: string }>): Test {
  if ('is' in condition) return found => condition.is.includes(found);
  if ('startsWith' in condition) return found => typeof found === 'string' && found.startsWith(condition.startsWith);
  if ('endsWith' in condition) return found => typeof found === 'string' && found.endsWith(condition.endsWith);
  if ('type' in condition) return found => typeOf(found) === condition.type;
  if ('keyWord' in condition) return found => isObject(found) && hasKeyWord(found, condition.keyWord);
  if ('each' in condition) {
    const test = compileCondition(condition.each);
    return found => eachMeets(found, test);
  }
  const test = compileCondition(condition.some);
  return found => someMeets(found, test);
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

/** The undecided remainder of a condition, or its result. */
export type Rest = Condition | boolean;

/** Simplifies a condition for all JSON objects with exactly these keys (and any keys that no condition names). */
export function simplifyCondition(condition: Condition, keys: ReadonlySet<string>): Rest {
  if (typeof condition === 'string') {
    const [root, ...below] = parsePointer(condition);
    if (root === undefined) return true;
    if (!keys.has(root)) return false;
    return below.length === 0 || condition;
  }
  if ('all' in condition) return reducedCount(condition.all, condition.all.length, keys);
  if ('any' in condition) return reducedCount(condition.any, 1, keys);
  if ('atLeast' in condition) return reducedCount(condition.of, condition.atLeast, keys);
  if ('not' in condition) {
    const rest = simplifyCondition(condition.not, keys);
    return typeof rest === 'boolean' ? !rest : { not: rest };
  }
  const [root] = parsePointer(condition.at);
  return root === undefined || keys.has(root) ? condition : false;
}

function reducedCount(of: readonly Condition[], atLeast: number, keys: ReadonlySet<string>): Rest {
  const rests = of.map(one => simplifyCondition(one, keys));
  const open = rests.filter(rest => typeof rest !== 'boolean');
  const needed = atLeast - rests.filter(rest => rest === true).length;
  if (needed <= 0) return true;
  if (needed > open.length) return false;
  if (open.length === 1) return open[0] as Condition;
  if (needed === open.length) return { all: open };
  return needed === 1 ? { any: open } : { atLeast: needed, of: open };
}

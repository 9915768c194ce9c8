import type { Condition } from '../model/family';
import { typeOf } from '../slots/holds';
import { atPointer, isObject, pathOf } from '../text/pointer';

/** Does a value meet a condition of a signature? */
export function meets(value: unknown, condition: Condition): boolean {
  if (typeof condition === 'string') return atPointer(value, condition) !== undefined;
  if ('all' in condition) return condition.all.every(one => meets(value, one));
  if ('any' in condition) return condition.any.some(one => meets(value, one));
  if ('not' in condition) return !meets(value, condition.not);
  if ('atLeast' in condition) return condition.of.filter(one => meets(value, one)).length >= condition.atLeast;
  const found = atPointer(value, condition.at);
  if (found === undefined) return false;
  if ('is' in condition) return condition.is.includes(found);
  if ('endsWith' in condition) return typeof found === 'string' && found.endsWith(condition.endsWith);
  if ('type' in condition) return typeOf(found) === condition.type;
  return eachMeets(found, condition.each);
}

// Asked of every value there is, and nearly all fail at their first member: no list of members is made.
function eachMeets(found: unknown, each: Condition): boolean {
  if (Array.isArray(found)) return found.length > 0 && found.every(member => meets(member, each));
  if (!isObject(found)) return false;
  let any = false;
  for (const key in found) {
    if (!meets(found[key], each)) return false;
    any = true;
  }
  return any;
}

/** What is left of a condition: it is met, it is not, or that rests on what is left. */
export type Rest = Condition | boolean;

/** What a condition comes to for every JSON object that has exactly these keys (or others that no condition names). */
export function reduced(condition: Condition, keys: ReadonlySet<string>): Rest {
  if (typeof condition === 'string') {
    const [root, ...below] = pathOf(condition);
    if (root === undefined) return true;
    if (!keys.has(root)) return false;
    return below.length === 0 || condition;
  }
  if ('all' in condition) return reducedCount(condition.all, condition.all.length, keys);
  if ('any' in condition) return reducedCount(condition.any, 1, keys);
  if ('atLeast' in condition) return reducedCount(condition.of, condition.atLeast, keys);
  if ('not' in condition) {
    const rest = reduced(condition.not, keys);
    return typeof rest === 'boolean' ? !rest : { not: rest };
  }
  const [root] = pathOf(condition.at);
  return root === undefined || keys.has(root) ? condition : false;
}

function reducedCount(of: readonly Condition[], atLeast: number, keys: ReadonlySet<string>): Rest {
  const rests = of.map(one => reduced(one, keys));
  const open = rests.filter(rest => typeof rest !== 'boolean');
  const needed = atLeast - rests.filter(rest => rest === true).length;
  if (needed <= 0) return true;
  if (needed > open.length) return false;
  if (open.length === 1) return open[0] as Condition;
  if (needed === open.length) return { all: open };
  return needed === 1 ? { any: open } : { atLeast: needed, of: open };
}

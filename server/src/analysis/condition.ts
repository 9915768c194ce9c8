import type { Condition } from '../model/family';
import { typeOf } from '../slots/holds';
import { atPointer, isObject } from '../text/pointer';

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
  const members = Array.isArray(found) ? found : isObject(found) ? Object.values(found) : [];
  return members.length > 0 && members.every(member => meets(member, condition.each));
}

import type { Path } from '../../model/text';
import { familyOfRule } from '../../rules/ruleNames';
import { isObject } from '../../text/pointer';
import { IGNORE } from './ignoreLists';

/** Does a list in one of the objects on the way to a place silence a rule there? For who has a value, and no analysis of it. */
export function isIgnored(value: unknown, path: Path, rule: string): boolean {
  let here = value;
  for (const step of [undefined, ...path]) {
    if (step !== undefined) {
      if (!(isObject(here) || Array.isArray(here)) || !Object.hasOwn(here, step)) return false;
      here = (here as Record<string | number, unknown>)[step];
    }
    const list = isObject(here) && Object.hasOwn(here, IGNORE) ? here[IGNORE] : undefined;
    if (Array.isArray(list) && (list.includes(rule) || list.includes(`${familyOfRule(rule)}/*`))) return true;
  }
  return false;
}

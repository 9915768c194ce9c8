import { memoizeByObject } from '../text/memoize';
import { nearestWord } from '../text/names/nearestWord';

/** What is wrong with what should be a rule's id or `family/*`, in words; nothing where there is such a rule. */
export function ruleNameFault(
  name: string,
  rules: ReadonlyMap<string, unknown>,
): { message: string; meant?: string } | undefined {
  const names = ruleNames(rules);
  if (names.has(name)) return undefined;
  const shown = `"${name.slice(0, 60)}" is no rule`;
  const meant = nearestWord(name, names) ?? ruleWithSameEnding(name, rules);
  if (meant !== undefined) return { message: `${shown}; did you mean "${meant}"?`, meant };
  return { message: `${shown}; its id stands beside each problem, such as "schema/enum".` };
}

/** The ids of rules, and for each family `family/*`. */
export const ruleNames = memoizeByObject((rules: ReadonlyMap<string, unknown>): ReadonlySet<string> => {
  const ids = [...rules.keys()];
  return new Set([...ids, ...ids.map(id => `${familyOfRule(id)}/*`)]);
});

/** What stands before the slash of a rule's id; `syntax` has none. */
export function familyOfRule(id: string): string {
  const slash = id.indexOf('/');
  return slash < 0 ? id : id.slice(0, slash);
}

// Without its family, or with another's.
function ruleWithSameEnding(name: string, rules: ReadonlyMap<string, unknown>): string | undefined {
  const own = name.slice(name.lastIndexOf('/') + 1);
  const such = own === '' ? [] : [...rules.keys()].filter(id => id.endsWith(`/${own}`));
  return such.length === 1 ? such[0] : undefined;
}

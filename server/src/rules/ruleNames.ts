import { t } from '../shared/l10n';
import { memoizeByObject } from '../text/memoize';
import { nearestWord } from '../text/similarNames';

/** Returns the names by which an author can turn off rules: the ids of all rules, and `family/*` for all rules of a family, which is a protocol. */
export const ruleNames = memoizeByObject((rules: ReadonlyMap<string, unknown>): ReadonlySet<string> => {
  const ids = [...rules.keys()];
  return new Set([...ids, ...ids.map(id => `${familyOfRule(id)}/*`)]);
});

/** Describes why a text is not a rule id or `family/*`; undefined if it is one. */
export function ruleNameFault(
  name: string,
  rules: ReadonlyMap<string, unknown>,
): { message: string; meant?: string } | undefined {
  const names = ruleNames(rules);
  if (names.has(name)) return undefined;
  const shown = name.slice(0, 60);
  const meant = nearestWord(name, names) ?? ruleWithSameEnding(name, rules);
  if (meant !== undefined) return { message: t`"${shown}" is not a rule; did you mean "${meant}"?`, meant };
  return { message: t`"${shown}" is not a rule; each problem shows the id of its rule, such as "schema/enum".` };
}

/** Returns a rule's id up to the slash: its family, `envelope` or `schema`; for `syntax`, the whole id. */
export function familyOfRule(id: string): string {
  return id.split('/', 1)[0] ?? id;
}

// Finds the rule that an id without a family, or with a wrong family, probably means.
function ruleWithSameEnding(name: string, rules: ReadonlyMap<string, unknown>): string | undefined {
  const ending = name.slice(name.lastIndexOf('/') + 1);
  const matches = ending === '' ? [] : [...rules.keys()].filter(id => id.endsWith(`/${ending}`));
  return matches.length === 1 ? matches[0] : undefined;
}

/**
 * Returns whether a problem says that a text could not be parsed completely: broken (`syntax`) or elided
 * (`syntax/elided`). Such a text has no further problems.
 */
export function isSyntaxProblem({ rule }: { rule: string }): boolean {
  return rule === 'syntax' || rule.startsWith('syntax/');
}

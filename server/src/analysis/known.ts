import type { Family } from '../model/family';
import type { KnownNames, NamedRule } from '../model/rule';
import { envelopeRules } from '../rules';
import { SCHEMA_RULES } from '../rules/schemaRules';
import { memoizeByObject } from '../text/memoize';

/** All known names: rules, also those of syntax and schemas, and kinds. The same object for the same families. */
export const knownIn = memoizeByObject((families: readonly Family[]): KnownNames => {
  const kinds = families.flatMap(family => family.kinds).filter(({ fileNames }) => !fileNames);
  return { rules: rulesOf(families), kinds: [...kinds.map(({ id }) => id), 'none'] };
});

function rulesOf(families: readonly Family[]): Map<string, NamedRule> {
  const ofFamilies = families.flatMap(({ rules, runRules, documents }) => [
    ...rules,
    ...runRules,
    ...documents.flatMap(one => one.rules),
  ]);
  return new Map([...SCHEMA_RULES, ...envelopeRules, ...ofFamilies].map(rule => [rule.id, rule]));
}

import type { Family } from '../model/family';
import type { KnownNames, NamedRule } from '../model/rule';
import { envelopeRules } from '../rules';
import { SCHEMA_RULES } from '../rules/schemaRules';

/** What there is to be named: rules, also those of syntax and schemas, and kinds. The same object for the same families. */
export function knownIn(families: readonly Family[]): KnownNames {
  let known = knownBefore.get(families);
  if (!known) {
    const kinds = families.flatMap(family => family.kinds).filter(({ fileNames }) => !fileNames);
    known = { rules: rulesOf(families), kinds: [...kinds.map(({ id }) => id), 'none'] };
    knownBefore.set(families, known);
  }
  return known;
}

// Asked for each envelope.
const knownBefore = new WeakMap<readonly Family[], KnownNames>();

function rulesOf(families: readonly Family[]): Map<string, NamedRule> {
  const ofFamilies = families.flatMap(({ rules, runRules, documents }) => [
    ...rules,
    ...runRules,
    ...documents.flatMap(one => one.rules),
  ]);
  return new Map([...SCHEMA_RULES, ...envelopeRules, ...ofFamilies].map(rule => [rule.id, rule]));
}

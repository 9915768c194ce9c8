import type { Workspace } from '../model/disk';
import type { Family } from '../model/family';
import type { Kind } from '../model/kind';
import type { Facts, KnownNames, NamedRule } from '../model/rule';
import { envelopeRules } from '../rules/index';
import { SCHEMA_RULES } from '../rules/schemaRules';
import { computeOnce, memoizeByObject } from '../text/memoize';
import type { Severities } from './findingsToProblems';
import type { Association } from './recognise';

/** All inputs of analysing a file besides its text, such as the known protocols and the settings. A new object invalidates earlier analyses. */
export interface Context {
  families: readonly Family[];
  facts: Facts;
  /** The user's severities, by rule id or `family/*`. */
  severities?: Severities;
  /** The user's association of a file. */
  association(uri: string): Association;
  /** The files that documents refer to; without it, references are not checked. */
  workspace?: Workspace;
  /** If only a piece of a file is analysed: the families of the envelopes in the rest of the file. */
  beside?: ReadonlySet<Family>;
  /**
   * The kind that a file must hold. The author is untrusted: ignore the file's own `$schema`, `$ignore` and comments.
   */
  demanded?: Kind;
}

/** The names of all kinds and rules, including the rules of syntax and schemas. Returns the same object for the same families. */
export const knownIn = memoizeByObject((families: readonly Family[]): KnownNames => {
  const kinds = families.flatMap(family => family.kinds).filter(({ fileNames }) => !fileNames);
  const rules = computeOnce(() => rulesOf(families));
  return {
    // Few files name a rule, and those of all families have to be loaded for it.
    get rules() {
      return rules();
    },
    kinds: [...kinds.map(({ id }) => id), 'none'],
  };
});

function rulesOf(families: readonly Family[]): Map<string, NamedRule> {
  const ofFamilies = families.flatMap(({ id, rules, runRules, documents, shipped }): NamedRule[] => [
    ...rules,
    ...runRules,
    ...documents.flatMap(one => one.rules),
    ...(shipped?.rules ?? []).map(name => ({ id: `${id}/${name}`, severity: 'error' as const })),
  ]);
  return new Map([...SCHEMA_RULES, ...envelopeRules, ...ofFamilies].map(rule => [rule.id, rule]));
}

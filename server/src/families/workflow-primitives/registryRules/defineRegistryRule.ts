import type { DocumentRule } from '../../../model/rule';

/** A rule of the state registry as a value; this gives its parts their types. */
export function defineRegistryRule(rule: DocumentRule): DocumentRule {
  return rule;
}

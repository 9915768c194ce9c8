import type { DocumentRule } from '../../../model/rule';

/** Types a rule of the state registry. */
export function defineRegistryRule(rule: DocumentRule): DocumentRule {
  return rule;
}

import type { DocumentRule } from '../../../model/rule';

/** Returns the rule unchanged. The call lets TypeScript check that the rule has the type of a rule for registries. */
export function defineRegistryRule(rule: DocumentRule): DocumentRule {
  return rule;
}

/** Returns whether a cell is an ellipsis. */
export function isElidedCell(text: string): boolean {
  return /^(\.{3,}|…|\[(\.{3}|…)\])$/.test(text.trim());
}

import type { DocumentRule } from '../../../model/rule';

/** Returns the rule unchanged. Only makes TypeScript check that it is a rule for state registries. */
export function defineRegistryRule(rule: DocumentRule): DocumentRule {
  return rule;
}

/** Returns whether a cell is an ellipsis. */
export function isElidedCell(text: string): boolean {
  return /^(\.{3,}|…|\[(\.{3}|…)\])$/.test(text.trim());
}

/**
 * Returns whether a problem means that a text could not be parsed completely: broken (`syntax`) or elided
 * (`syntax/elided`). It is then the only problem of the text.
 */
export function isSyntaxProblem({ rule }: { rule: string }): boolean {
  return rule === 'syntax' || rule.startsWith('syntax/');
}

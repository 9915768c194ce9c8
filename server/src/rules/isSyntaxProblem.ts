/**
 * Does a problem say that a text could not be read to its end, be it broken (`syntax`) or left out on purpose (`syntax/elided`)?
 * Nothing else is said of such a text.
 */
export function isSyntaxProblem({ rule }: { rule: string }): boolean {
  return rule === 'syntax' || rule.startsWith('syntax/');
}

import type { Problem, Suppression } from '../../model/analysis';
import type { Position, Range } from '../../model/text';
import { rangeOf } from '../../parts/place';
import { familyOfRule } from '../../rules/ruleNames';
import { compared } from '../../text/lines';

/** Was it said in the file that this problem is not to be shown? What counts is where it begins. */
export function isSuppressed(
  { rule, part, span }: Pick<Problem, 'rule' | 'part' | 'span'>,
  suppressions: readonly Suppression[],
): boolean {
  const own = suppressions.filter(one => names(one, rule));
  if (own.length === 0) return false;
  const { start } = rangeOf(part, span);
  return own.some(({ range }) => holds(range, start));
}

function names({ rules, sparesSyntax }: Suppression, rule: string): boolean {
  if (sparesSyntax && rule === 'syntax') return false;
  return rules.length === 0 || rules.includes(rule) || rules.includes(`${familyOfRule(rule)}/*`);
}

function holds({ start, end }: Range, at: Position): boolean {
  return compared(start, at) <= 0 && compared(at, end) <= 0;
}

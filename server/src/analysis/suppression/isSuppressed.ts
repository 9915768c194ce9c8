import type { Problem, Suppression } from '../../model/analysis';
import type { Position, Range } from '../../model/text';
import { positionAt } from '../../parts/positions';
import { familyOfRule } from '../../rules/ruleNames';
import { partitionPoint } from '../../shared/partitionPoint';
import { comparePositions } from '../../text/lines';
import { memoizeByObject } from '../../text/memoize';

/** Whether the file suppresses this problem. The start of the problem decides. */
export function isSuppressed(
  { rule, part, span }: Pick<Problem, 'rule' | 'part' | 'span'>,
  suppressions: readonly Suppression[],
): boolean {
  if (suppressions.length === 0) return false;
  const silent = suppressedSpans(suppressions);
  const start = positionAt(part, span.start);
  return (
    silent.get(rule)?.(start) === true ||
    silent.get(`${familyOfRule(rule)}/*`)?.(start) === true ||
    silent.get(rule === 'syntax' ? ALL_WITH_SYNTAX : ALL)?.(start) === true
  );
}

type Holds = (at: Position) => boolean;

const ALL = '';
/** The key for suppressions of all rules that also cover syntax errors. */
const ALL_WITH_SYNTAX = ' ';

/** By rule or family name: whether a position is in a span where it is suppressed. */
const suppressedSpans = memoizeByObject((suppressions: readonly Suppression[]): Map<string, Holds> => {
  const byName = new Map<string, Suppression[]>();
  const add = (name: string, one: Suppression) => {
    const some = byName.get(name);
    if (some) some.push(one);
    else byName.set(name, [one]);
  };
  for (const one of suppressions) {
    if (one.rules.length === 0) add(ALL, one);
    if (one.rules.length === 0 && !one.keepsSyntaxErrors) add(ALL_WITH_SYNTAX, one);
    for (const name of one.rules) if (!(name === 'syntax' && one.keepsSyntaxErrors)) add(name, one);
  }
  return new Map([...byName].map(([name, some]) => [name, holdsAny(some)]));
});

function holdsAny(suppressions: readonly Suppression[]): Holds {
  const sorted = suppressions.map(({ range }) => range).sort((one, two) => comparePositions(one.start, two.start));
  // The furthest end of the suppressions that begin at or before each.
  const ends: Position[] = [];
  for (const { end } of sorted) {
    const before = ends.at(-1);
    ends.push(before && comparePositions(before, end) > 0 ? before : end);
  }
  return at => {
    const begun = partitionPoint(sorted.length, index => comparePositions((sorted[index] as Range).start, at) <= 0);
    const end = ends[begun - 1];
    return end !== undefined && comparePositions(at, end) <= 0;
  };
}

import type { AnalysedPart, Problem } from '../../model/analysis';
import type { Part } from '../../model/part';
import { positionAt } from '../../parts/positions';
import { comparePositions } from '../../text/lines';

/**
 * The problems of a file in file order. Parts are in that order already, except that nested ones follow the whole of the
 * part around them: only the problems of these are located, since a position may be expensive.
 */
export function problemsFromTop(parts: readonly AnalysedPart[]): readonly Problem[] {
  const problems: Problem[] = [];
  let outer: { part: Part; from: number; hasNested: boolean } | undefined;
  const finishOuter = () => {
    if (!outer?.hasNested) return;
    for (const problem of sortByStart(problems.splice(outer.from))) problems.push(problem);
  };
  for (const analysed of parts) {
    if (outer && isInside(analysed.part, outer.part)) {
      outer.hasNested = true;
    } else {
      finishOuter();
      outer = { part: analysed.part, from: problems.length, hasNested: false };
    }
    for (const problem of analysed.problems) problems.push(problem);
  }
  finishOuter();
  return problems;
}

function isInside({ parent }: Part, outer: Part): boolean {
  return parent !== undefined && (parent === outer || isInside(parent, outer));
}

function sortByStart(problems: readonly Problem[]): readonly Problem[] {
  return problems
    .map(problem => ({ problem, start: positionAt(problem.part, problem.span.start) }))
    .sort((one, two) => comparePositions(one.start, two.start))
    .map(({ problem }) => problem);
}

import type { AnalysedPart, Analysis, Problem } from '../../model/analysis';
import type { Range } from '../../model/text';
import { rangeOf } from '../../parts/positions';
import { rangesTouch } from '../../text/lines';

/** Returns the problems that touch a range, grouped by part, but no more than a list of code actions can hold. */
export function problemsInRange({ parts }: Analysis, range: Range): { part: AnalysedPart; problems: Problem[] }[] {
  const touched: { part: AnalysedPart; problems: Problem[] }[] = [];
  let left = MOST;
  for (const part of parts) {
    if (left === 0) break;
    const problems: Problem[] = [];
    for (const problem of part.problems) {
      if (!rangesTouch(rangeOf(problem.part, problem.span), range)) continue;
      problems.push(problem);
      if (--left === 0) break;
    }
    if (problems.length > 0) touched.push({ part, problems });
  }
  return touched;
}

const MOST = 100;

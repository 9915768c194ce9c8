import type { ReportedProblem } from '../../model/report';
import { PROGRAM } from '../program';
import { counted } from '../summary';
import { escapeInvisible } from '../terminal/escapeInvisible';

/** What is wrong with what files are checked under. */
export interface ProjectFault {
  /** For who runs the program; none where it is told among what was checked. */
  line?: string;
  /** Some of what was set or declared is lost: what follows from it can't be relied on. */
  isBroken: boolean;
}

/**
 * One line of all problems of a file: how many there are, and the first that matters.
 *
 * @param isTold whether a check of the file would tell the same
 * @param isWithin whether it lies where somebody wanted to look: of another nothing is told that stands in it
 */
export function problemsLine(
  shown: string,
  problems: readonly ReportedProblem[],
  { isTold, isWithin }: { isTold: boolean; isWithin: boolean },
): string {
  const first = problems.find(isError) ?? problems[0];
  if (!first) return '';
  const several = problems.length > 1;
  const which = several ? (first === problems[0] ? ', the first' : ', one of them') : '';
  const more = isTold ? ` See ${several ? 'all' : 'it'} by "${PROGRAM} check ${shown}".` : '';
  const what = `${shown} has ${counted(problems.length, 'problem')}${which} in line ${first.range.start.line + 1}`;
  return `${PROGRAM}: ${escapeInvisible(`${what}${isWithin ? `: ${first.message}` : '.'}${more}`)}\n`;
}

export function isError({ severity }: ReportedProblem): boolean {
  return severity === 'error';
}

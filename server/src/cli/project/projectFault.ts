import type { ReportedProblem } from '../../model/report';
import { PROGRAM } from '../program';
import { counted } from '../summary';
import { escapeInvisible } from '../terminal/escapeInvisible';

/** An error in the settings or in a declaration. */
export interface ProjectFault {
  /** The output line; absent if a report of the check has the error already. */
  line?: string;
  /** Part of the settings or declarations is lost, so results are unreliable. */
  isBroken: boolean;
}

/**
 * Summarises a file's problems on one line: their number, and the first error.
 *
 * @param isTold whether checking the file reports the same
 * @param isWithin whether it is in a folder that the user asked about: of other files no content is printed
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

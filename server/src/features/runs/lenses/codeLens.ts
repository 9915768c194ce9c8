import type { CodeLens } from 'vscode-languageserver-types';
import type { AnalysedPart, Analysis } from '../../../model/analysis';
import { rangeOfPart } from '../../../parts/positions';
import { neutralizeIcons } from '../../../shared/neutralizeLinks';
import { counted, plain } from '../words';
import type { FileStepInfo } from './fileSteps';

/**
 * A line above an envelope that says which step of which run it is, and leads there, and to its replay. An envelope that is one line itself
 * has none but for the first of its run in the file, and where it has errors: a log is not made twice as high.
 *
 * @param steps from `lensSteps`
 */
export function codeLens({ parts }: Analysis, steps: readonly FileStepInfo[]): CodeLens[] {
  const byId = new Map(parts.filter(isOurs).map(part => [part.part.id, part]));
  return steps.flatMap((step): CodeLens[] => {
    const part = byId.get(step.part);
    if (!part) return [];
    const { start, end } = rangeOfPart(part.part);
    const { run, index, problems } = step;
    const standsOut = step.first || step.within !== undefined || problems.error > 0;
    if (start.line === end.line && !standsOut) return [];
    const range = { start, end: start };
    const args = [run.key, index];
    return [
      { range, command: { title: titleOf(step), command: 'agentEnvelopes.showInRuns', arguments: args } },
      { range, command: { title: 'Replay', command: 'agentEnvelopes.openReplay', arguments: args } },
    ];
  });
}

// While a file is edited its parts may be others than those that were read: a line above, and all numbers are too low.
function isOurs({ recognition, document }: AnalysedPart): boolean {
  return recognition !== undefined || document !== undefined;
}

function titleOf({ run, index, problems, within }: FileStepInfo): string {
  const { error, warning, info } = problems;
  const count = error + warning + info;
  // Of what is nested the index knows no problems of its own.
  const what = within === undefined ? `step ${index + 1} of ${run.steps}` : stepsWithin(within, run.steps);
  return [`${what} in ${neutralizeIcons(plain(run.id, 60))}`, ...(count > 0 ? [counted(count, 'problem')] : [])].join(
    ' · ',
  );
}

function stepsWithin(within: number, steps: number): string {
  return within === steps ? counted(steps, 'step') : `${within} of ${counted(steps, 'step')}`;
}

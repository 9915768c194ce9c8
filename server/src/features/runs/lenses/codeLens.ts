import type { CodeLens } from 'vscode-languageserver-types';
import type { AnalysedPart, Analysis } from '../../../model/analysis';
import { rangeOfPart } from '../../../parts/positions';
import { neutralizeIcons } from '../../../shared/neutralizeLinks';
import { counted, plain } from '../words';
import type { FileStepInfo } from './fileSteps';

/**
 * Code lenses above envelopes: the step and its run, with links to the tree and the replay. In a log, only the first envelope
 * of each run in the file, and those with errors, have one: otherwise the log would be twice as high.
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

// While a file is edited, its parts may differ from the indexed ones: an inserted line shifts all line numbers.
function isOurs({ recognition, document }: AnalysedPart): boolean {
  return recognition !== undefined || document !== undefined;
}

function titleOf({ run, index, problems, within }: FileStepInfo): string {
  const { error, warning, info } = problems;
  const count = error + warning + info;
  // The index has no problem counts for nested steps.
  const what = within === undefined ? `step ${index + 1} of ${run.steps}` : stepsWithin(within, run.steps);
  return [`${what} in ${neutralizeIcons(plain(run.id, 60))}`, ...(count > 0 ? [counted(count, 'problem')] : [])].join(
    ' · ',
  );
}

function stepsWithin(within: number, steps: number): string {
  return within === steps ? counted(steps, 'step') : `${within} of ${counted(steps, 'step')}`;
}

import type { CodeLens } from 'vscode-languageserver-types';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import { rangeOfPart } from '../../parts/positions';
import type { FileStep } from '../../runs/assembly/indexedRun';
import type { RunIndex } from '../../runs/index/runIndex';
import { lineIndexOf } from '../../runs/reading/envelopeLocator';
import { formatNumber, t } from '../../shared/l10n';
import { neutralizeIcons } from '../../shared/shownText';
import { type FileStepInfo, fileStepInfo, isWholePart } from './stepsOfFile';
import { plain, stepsText } from './treeNodeTexts';

/**
 * Returns the code lenses above envelopes, each with the step of a workflow run that the envelope belongs to, and links to the tree and the
 * replay. In a log, where each lens would double the height of a line, only the first envelope of each run and envelopes with errors have one.
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
      { range, command: { title: t`Replay`, command: 'agentEnvelopes.openReplay', arguments: args } },
    ];
  });
}

// Parts of a file being edited may differ from the indexed parts: an inserted line shifts all line numbers.
function isOurs({ recognition, document }: AnalysedPart): boolean {
  return recognition !== undefined || document !== undefined;
}

function titleOf({ run, index, problems, within }: FileStepInfo): string {
  const { error, warning, info } = problems;
  const count = error + warning + info;
  const id = neutralizeIcons(plain(run.id, 60));
  // The index has no problem counts for nested steps.
  const what =
    within === undefined
      ? t`step ${index + 1} of ${run.steps} in ${id}`
      : within === run.steps
        ? t`${stepsText(within)} in ${id}`
        : t`${within} of ${stepsText(run.steps)} in ${id}`;
  return count === 0 ? what : `${what} · ${count === 1 ? t`1 problem` : t`${formatNumber(count)} problems`}`;
}

/**
 * Returns the steps that get a code lens, in document order. In a log: the first envelope of each run, and envelopes with
 * errors. A part that is no step but contains steps, such as a trace, gets one lens per run. If there are too many, returns
 * only steps that begin a run.
 */
export function lensSteps(index: RunIndex, uri: string): FileStepInfo[] {
  const steps = index.stepsIn(uri).toSorted((a, b) => orderOf(a) - orderOf(b));
  const firsts = firstOfEach(steps.filter(isWholePart), ({ run }) => run);
  const whole = new Set(steps.filter(isWholePart).map(placeOf));
  const nested = steps.filter(step => !whole.has(placeOf(step)));
  const holders = firstOfEach(nested, placeOf);
  const begins = (step: FileStep) => firsts.has(step) || holders.has(step);
  const chosen = steps.filter(
    step => begins(step) || (isWholePart(step) && (lineIndexOf(step.part) === undefined || hasErrors(index, step))),
  );
  const few = chosen.length <= MOST ? chosen : chosen.filter(begins).slice(0, MOST);
  return few.flatMap(step =>
    fileStepInfo(index, uri, step).map(info => ({
      ...info,
      ...(firsts.has(step) && { first: true as const }),
      ...(holders.has(step) && { within: holders.get(step) ?? 1 }),
    })),
  );
}

const MOST = 200;

/** Part ids end with a number in document order: `line 12`, `3`, `block 2`. */
function orderOf({ part }: FileStep): number {
  return Number(/\d+$/.exec(part)?.[0] ?? 0);
}

function placeOf({ part, run }: FileStep): string {
  return `${part}\0${run}`;
}

/** Returns the first step of each group, with the size of the group. */
function firstOfEach(steps: readonly FileStep[], groupOf: (step: FileStep) => string): Map<FileStep, number> {
  const firsts = new Map<string, FileStep>();
  const counts = new Map<FileStep, number>();
  for (const step of steps) {
    const first = firsts.get(groupOf(step)) ?? step;
    firsts.set(groupOf(step), first);
    counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  return counts;
}

function hasErrors(index: RunIndex, { run: key, index: at }: FileStep): boolean {
  const run = index.run(key);
  return run !== undefined && run.summary.problems.error > 0 && run.step(at).problems.error > 0;
}

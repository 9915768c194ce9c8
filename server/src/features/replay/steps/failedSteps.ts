import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import { OUTCOMES } from '../../../runs/state/runColumns';
import type { FailedStep, ReplayQuestions } from '../../../shared/replay';
import { failureText } from '../../runs/tree/stepNode';
import { columnsOf, memoizePerRun, type ReplayContext } from '../context/replayContext';
import { windowRows } from '../context/rowWindow';
import { stepBrief } from './stepBrief';

/** The failed steps, each with its reason. */
export function failedSteps(
  replay: ReplayContext,
  window: ReplayQuestions['failedSteps']['params'],
): ReplayQuestions['failedSteps']['answer'] {
  const steps = memoizePerRun(replay.run, failedIn);
  return windowRows(window, steps.length, MOST_ROWS, (row): FailedStep => {
    const step = steps[row] as number;
    const failure = failureText(replay.run.step(step));
    return { ...stepBrief(replay, step), ...(failure !== undefined && { failure }) };
  });
}

const MOST_ROWS = 200;

/** Indexes of the failed steps, ascending. */
function failedIn(run: IndexedRun): number[] {
  const { outcome } = columnsOf(run);
  const failed = OUTCOMES.indexOf('failed');
  const steps: number[] = [];
  for (const [step, one] of outcome.entries()) if (one === failed) steps.push(step);
  return steps;
}

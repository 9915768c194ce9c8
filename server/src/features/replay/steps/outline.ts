import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import type { Folded, OutlineRow, ReplayQuestions } from '../../../shared/replay';
import { memoizeByVersion } from '../../../text/memoize';
import { columnsOf, memoizePerRun, type ReplayContext } from '../context/replayContext';
import { windowRows } from '../context/rowWindow';
import { type FoldedSteps, foldedSteps } from './foldedSteps';
import { stepBrief } from './stepBrief';
import { treeOrder } from './treeOrder';

/** A window of rows of the step tree; nested steps follow their parent unless it is folded. */
export function outline(
  replay: ReplayContext,
  { folded, ...window }: ReplayQuestions['outline']['params'],
): ReplayQuestions['outline']['answer'] {
  const { run } = replay;
  const { steps, fold } = outlineOf(run, folded);
  const { depth, holds } = columnsOf(run);
  return windowRows(window, steps.length, MOST_ROWS, (row): OutlineRow => {
    const step = steps[row] as number;
    return {
      ...stepBrief(replay, step),
      depth: depth[step] as number,
      holds: holds[step] as number,
      folded: fold.isFolded(step),
    };
  });
}

const MOST_ROWS = 500;

/** The row of a step in the outline, or of the folded step that contains it. Throws RangeError if there is no such step. */
export function outlinePlace(
  { run }: ReplayContext,
  { step, folded }: ReplayQuestions['outlinePlace']['params'],
): ReplayQuestions['outlinePlace']['answer'] {
  const { rows, fold } = outlineOf(run, folded);
  const shown = fold.shownAs[step];
  if (shown === undefined) throw new RangeError(`no step ${step} in ${run.summary.key}`);
  return rows[shown] as number;
}

interface OutlineRows {
  /** The step of each row. */
  steps: Int32Array;
  /** The row of each visible step. */
  rows: Int32Array;
  fold: FoldedSteps;
}

function outlineOf(run: IndexedRun, folded: Folded): OutlineRows {
  const fold = foldedSteps(run, folded);
  return memoizePerRun(run, remembering)(fold.key, fold, () => outlineRows(run, fold));
}

function remembering() {
  return memoizeByVersion<OutlineRows>(MOST_REMEMBERED);
}

const MOST_REMEMBERED = 4;

function outlineRows(run: IndexedRun, fold: FoldedSteps): OutlineRows {
  const { count, holds } = columnsOf(run);
  const order = treeOrder(run).steps;
  const steps = new Int32Array(count);
  const rows = new Int32Array(count);
  let row = 0;
  for (let place = 0; place < count; row++) {
    const step = order[place] as number;
    steps[row] = step;
    rows[step] = row;
    place += fold.isFolded(step) ? 1 + (holds[step] as number) : 1;
  }
  return { steps: steps.subarray(0, row), rows, fold };
}

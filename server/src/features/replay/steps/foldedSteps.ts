import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import type { RunColumns } from '../../../runs/state/runColumns';
import type { Folded } from '../../../shared/replay';
import { memoizeByVersion } from '../../../text/memoize';
import { columnsOf, memoizePerRun } from '../context/replayContext';

/** What of a run is to be seen where some steps hide what is nested in them. */
export interface FoldedSteps {
  /** Names it among others of the same run. */
  key: string;
  /** The step itself where it is to be seen, else the folded one, itself to be seen, that it is in. */
  shownAs: Int32Array;
  isFolded(step: number): boolean;
}

/** Known as long as it is one of the last few that were asked for. What is no step, or holds none, folds nothing. */
export function foldedSteps(run: IndexedRun, folded: Folded): FoldedSteps {
  const columns = columnsOf(run);
  const but = new Set(stepsIn(folded.but, columns));
  // Which of two ways was taken to say so makes no difference to what is to be seen.
  const key = `${folded.all ? 'all but' : 'only'} ${[...but].sort((one, other) => one - other).join(' ')}`;
  return memoizePerRun(run, remembering)(key, undefined, () => made(columns, { key, all: folded.all === true, but }));
}

function remembering() {
  return memoizeByVersion<FoldedSteps>(MOST_REMEMBERED);
}

const MOST_REMEMBERED = 4;

// They come from the page.
function stepsIn(steps: unknown, { holds }: RunColumns): number[] {
  return Array.isArray(steps) ? steps.filter(step => Number.isInteger(step) && (holds[step] ?? 0) > 0) : [];
}

function made(
  { count, parent, holds }: RunColumns,
  { key, all, but }: { key: string; all: boolean; but: ReadonlySet<number> },
): FoldedSteps {
  const isFolded = (step: number) => (holds[step] as number) > 0 && all !== but.has(step);
  const shownAs = new Int32Array(count);
  for (let step = 0; step < count; step++) {
    const above = parent[step] as number;
    const shown = above < 0 ? above : (shownAs[above] as number);
    shownAs[step] = above < 0 || (shown === above && !isFolded(above)) ? step : shown;
  }
  return { key, shownAs, isFolded };
}

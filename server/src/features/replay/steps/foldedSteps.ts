import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import type { RunColumns } from '../../../runs/state/runColumns';
import type { Folded } from '../../../shared/replay';
import { memoizeByVersion } from '../../../text/memoize';
import { columnsOf, memoizePerRun } from '../context/replayContext';

/** Which steps of a run are visible if some steps are folded. */
export interface FoldedSteps {
  /** Identifies this folding among others of the same run. */
  key: string;
  /** For each step: itself if visible, else the visible folded step that contains it. */
  shownAs: Int32Array;
  isFolded(step: number): boolean;
}

/** Memoized for the last few requests. Steps that don't exist or have no nested steps are ignored. */
export function foldedSteps(run: IndexedRun, folded: Folded): FoldedSteps {
  const columns = columnsOf(run);
  const but = new Set(stepsIn(folded.but, columns));
  // Sorted: the order of the steps makes no difference.
  const key = `${folded.all ? 'all but' : 'only'} ${[...but].sort((a, b) => a - b).join(' ')}`;
  return memoizePerRun(run, createCache)(key, undefined, () =>
    computeFoldedSteps(columns, { key, all: folded.all === true, but }),
  );
}

function createCache() {
  return memoizeByVersion<FoldedSteps>(MOST_REMEMBERED);
}

const MOST_REMEMBERED = 4;

// The value comes from the page and may be anything.
function stepsIn(steps: unknown, { holds }: RunColumns): number[] {
  return Array.isArray(steps) ? steps.filter(step => Number.isInteger(step) && (holds[step] ?? 0) > 0) : [];
}

function computeFoldedSteps(
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

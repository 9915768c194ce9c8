import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { bitOf, type ColumnarSteps, OUTCOMES } from '../../runs/columnarSteps';
import type { Folded, OutlineRow, ReplayAnswer, ReplayParams } from '../../shared/replay/index';
import { memoizeByVersion } from '../../text/memoize';
import { columnsOf, memoizePerRun, type ReplayedRun, windowRows } from './replayedRun';
import { stepSummary } from './stepSummary';

/** Returns some rows of the tree of a run's steps, for the replay page. Nested steps follow their parent unless it is folded. */
export function stepOutline(
  replay: ReplayedRun,
  { folded, ...window }: ReplayParams<'outline'>,
): ReplayAnswer<'outline'> {
  const { run } = replay;
  const { steps, fold } = outlineOf(run, folded);
  const { depth, holds } = columnsOf(run);
  return windowRows(window, steps.length, MOST_ROWS, (row): OutlineRow => {
    const step = steps[row] as number;
    return {
      ...stepSummary(replay, step),
      depth: depth[step] as number,
      holds: holds[step] as number,
      folded: fold.isFolded(step),
    };
  });
}

const MOST_ROWS = 500;

/** Returns the row of a step in the outline, or of the folded step that contains it. Throws RangeError if there is no such step. */
export function outlinePlace(
  { run }: ReplayedRun,
  { step, folded }: ReplayParams<'outlinePlace'>,
): ReplayAnswer<'outlinePlace'> {
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

/** Returns the next or previous step, in run order, of the requested kind. Throws RangeError if the start step does not exist. */
export function nextStep(
  { run }: ReplayedRun,
  { step, to, back = false, lane }: ReplayParams<'next'>,
): ReplayAnswer<'next'> {
  const columns = columnsOf(run);
  if (columns.lane[step] === undefined) throw new RangeError(`no step ${step} in ${run.summary.key}`);
  const direction = back ? -1 : 1;
  switch (to) {
    case 'error':
      return found(columns, step, direction, at => columns.outcome[at] === FAILED);
    case 'problem':
      return found(columns, step, direction, at => ((columns.marks[at] as number) & PROBLEM) !== 0);
    case 'agent': {
      const wanted = lane ?? columns.lane[step];
      return found(columns, step, direction, at => columns.lane[at] === wanted);
    }
    case 'into':
      return columns.holds[step] === 0 ? null : found(columns, step, 1, at => columns.parent[at] === step);
    case 'out':
      return parentOf(columns, step);
    case 'over':
      return back ? before(columns, step) : after(columns, step, treeOrder(run).places);
    default:
      return null;
  }
}

const FAILED = OUTCOMES.indexOf('failed');
const PROBLEM = bitOf('problem');

function found({ count }: ColumnarSteps, step: number, by: 1 | -1, is: (step: number) => boolean): number | null {
  for (let at = step + by; at >= 0 && at < count; at += by) if (is(at)) return at;
  return null;
}

function parentOf({ parent }: ColumnarSteps, step: number): number | null {
  const above = parent[step] as number;
  return above < 0 ? null : above;
}

/** Returns the next step that is not nested in a step. */
function after(columns: ColumnarSteps, step: number, places: Int32Array): number | null {
  const first = places[step] as number;
  const last = first + (columns.holds[step] as number);
  return found(columns, step, 1, at => (places[at] as number) < first || (places[at] as number) > last);
}

/** Returns the previous sibling, otherwise the parent. */
function before(columns: ColumnarSteps, step: number): number | null {
  const above = columns.parent[step];
  return found(columns, step, -1, at => columns.parent[at] === above) ?? parentOf(columns, step);
}

/** The steps of a run in depth-first order. */
interface TreeOrder {
  steps: Int32Array;
  /** The index of each step in `steps`. The nested steps have the next `holds` indexes. */
  places: Int32Array;
}

function treeOrder(run: IndexedRun): TreeOrder {
  return memoizePerRun(run, buildTreeOrder);
}

function buildTreeOrder(run: IndexedRun): TreeOrder {
  const { count, parent, holds } = columnsOf(run);
  const steps = new Int32Array(count);
  const places = new Int32Array(count);
  // For each step, the first free index among those of its descendants.
  const free = new Int32Array(count);
  let freeRoot = 0;
  for (let step = 0; step < count; step++) {
    const above = parent[step] as number;
    const place = above < 0 ? freeRoot : (free[above] as number);
    const next = place + 1 + (holds[step] as number);
    if (above < 0) freeRoot = next;
    else free[above] = next;
    places[step] = place;
    steps[place] = step;
    free[step] = place + 1;
  }
  return { steps, places };
}

/** The visible steps of a run while some steps are folded. */
export interface FoldedSteps {
  /** The key of this folding among all foldings of the run. */
  key: string;
  /** For each step: itself if visible, otherwise the visible folded step that contains it. */
  shownAs: Int32Array;
  isFolded(step: number): boolean;
}

/** Returns the visible steps; memoized for the last few requests. Ignores steps that don't exist or have no nested steps. */
export function foldedSteps(run: IndexedRun, folded: Folded): FoldedSteps {
  const columns = columnsOf(run);
  const but = new Set(stepsIn(folded.but, columns));
  // Sorted, since the order of the steps makes no difference.
  const key = `${folded.all ? 'all but' : 'only'} ${[...but].sort((a, b) => a - b).join(' ')}`;
  return memoizePerRun(run, createCache)(key, undefined, () =>
    computeFoldedSteps(columns, { key, all: folded.all === true, but }),
  );
}

function createCache() {
  return memoizeByVersion<FoldedSteps>(MOST_REMEMBERED);
}

// The value comes from the page and may be anything.
function stepsIn(steps: unknown, { holds }: ColumnarSteps): number[] {
  return Array.isArray(steps) ? steps.filter(step => Number.isInteger(step) && (holds[step] ?? 0) > 0) : [];
}

function computeFoldedSteps(
  { count, parent, holds }: ColumnarSteps,
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

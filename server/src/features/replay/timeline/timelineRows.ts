import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import { activeAt } from '../../../shared/idleTime';
import type { Axis, Folded } from '../../../shared/replay';
import { memoizeByVersion } from '../../../text/memoize';
import { columnsOf, memoizePerRun } from '../context/replayContext';
import { type FoldedSteps, foldedSteps } from '../steps/foldedSteps';
import { idleGaps } from './idleGaps';
import { workSpans } from './workSpans';

/** Lanes are no higher; steps that would stand lower stand in the last row, one over the other. */
export const MOST_ROWS = 8;

/**
 * Where the steps that are to be seen stand on a timeline. Each lane has `MOST_ROWS` tracks, one a row: that of lane 2 and row 1 is the 17th.
 * In a track that is not the last of its lane no two steps overlap.
 */
export interface TimelineRows {
  axis: Axis;
  fold: FoldedSteps;
  /** Where each step begins and ends on the axis. */
  from: Float64Array;
  to: Float64Array;
  /** The row of each step that is to be seen. */
  row: Uint8Array;
  /** How many rows each lane has: at least one. */
  heights: Uint8Array;
  /** The steps to be seen, track after track, each in the order in which they begin. */
  steps: Int32Array;
  /** Where each track begins in `steps`, and after the last one where that ends. */
  tracks: Int32Array;
  /** For each place in `steps` the last end in its track so far. */
  reach: Float64Array;
}

/** Known as long as it is one of the last few that were asked for. */
export function timelineRows(run: IndexedRun, axis: Axis, folded: Folded): TimelineRows {
  const fold = foldedSteps(run, folded);
  return memoizePerRun(run, remembering)(`${axis} ${fold.key}`, fold, () => laidOut(run, axis, fold));
}

function remembering() {
  return memoizeByVersion<TimelineRows>(MOST_REMEMBERED);
}

const MOST_REMEMBERED = 4;

function laidOut(run: IndexedRun, axis: Axis, fold: FoldedSteps): TimelineRows {
  const { lane, lanes } = columnsOf(run);
  const { from, to } = memoizePerRun(run, PLACES[axis]);
  const sequence = shownSteps(fold, from);
  const row = rowsOf(run, sequence, { from, to });
  const heights = new Uint8Array(lanes.length).fill(1);
  const tracks = new Int32Array(lanes.length * MOST_ROWS + 1);
  for (const step of sequence) {
    const at = lane[step] as number;
    heights[at] = Math.max(heights[at] as number, (row[step] as number) + 1);
    const after = at * MOST_ROWS + (row[step] as number) + 1;
    tracks[after] = (tracks[after] as number) + 1;
  }
  for (let track = 1; track < tracks.length; track++) {
    tracks[track] = (tracks[track] as number) + (tracks[track - 1] as number);
  }
  const free = tracks.slice();
  const steps = new Int32Array(sequence.length);
  const reach = new Float64Array(sequence.length);
  for (const step of sequence) {
    const track = (lane[step] as number) * MOST_ROWS + (row[step] as number);
    const place = free[track] as number;
    free[track] = place + 1;
    steps[place] = step;
    const end = to[step] as number;
    reach[place] = place === tracks[track] ? end : Math.max(reach[place - 1] as number, end);
  }
  return { axis, fold, from, to, row, heights, steps, tracks, reach };
}

const PLACES: Record<Axis, (run: IndexedRun) => Ends> = { even: onEven, time: workSpans, active: onActive };

interface Ends {
  from: Float64Array;
  to: Float64Array;
}

function onActive(run: IndexedRun): Ends {
  const { from, to } = workSpans(run);
  const gaps = idleGaps(run);
  const place = (time: number) => activeAt(gaps, time);
  return { from: from.map(place), to: to.map(place) };
}

function onEven(run: IndexedRun): Ends {
  const from = Float64Array.from({ length: columnsOf(run).count }, (_, step) => step);
  return { from, to: from.map(step => step + 1) };
}

/** In the order in which they begin; of those that begin together the one that came first. */
function shownSteps({ shownAs }: FoldedSteps, from: Float64Array): Int32Array {
  const steps = new Int32Array(shownAs.length);
  let count = 0;
  let inOrder = true;
  for (let step = 0; step < shownAs.length; step++) {
    if (shownAs[step] !== step) continue;
    if (count > 0 && (from[steps[count - 1] as number] as number) > (from[step] as number)) inOrder = false;
    steps[count++] = step;
  }
  const shown = steps.subarray(0, count);
  return inOrder ? shown : shown.sort((one, other) => (from[one] as number) - (from[other] as number) || one - other);
}

/** The first row that is free; what is nested in a step of its own lane stands below that. */
function rowsOf(run: IndexedRun, sequence: Int32Array, { from, to }: Ends): Uint8Array {
  const { count, lane, lanes, parent } = columnsOf(run);
  const rows = new Uint8Array(count);
  const taken = new Float64Array(lanes.length * MOST_ROWS).fill(Number.NEGATIVE_INFINITY);
  for (const step of sequence) {
    const at = lane[step] as number;
    const above = parent[step] as number;
    const first = at * MOST_ROWS;
    const last = MOST_ROWS - 1;
    let row = above >= 0 && lane[above] === at ? Math.min(last, (rows[above] as number) + 1) : 0;
    while (row < last && (taken[first + row] as number) > (from[step] as number)) row++;
    rows[step] = row;
    taken[first + row] = Math.max(taken[first + row] as number, to[step] as number);
  }
  return rows;
}

import type { IndexedRun } from '../../runs/assembly/indexedRun';
import type { Axis, Folded, LanesBy, ReplayAnswer, ReplayParams, TimelineParams } from '../../shared/replay/index';
import { activeAt, timeAt } from '../../shared/times';
import { findLastAtOrBefore } from '../../text/lines';
import { memoizeByVersion } from '../../text/memoize';
import { idleGaps } from './idleGaps';
import { clampWindow, columnsOf, memoizePerRun, type ReplayedRun } from './replayedRun';
import { type FoldedSteps, foldedSteps } from './stepOutline';
import { type Lanes, timelineLanes, type WorkSpans, workSpans } from './timelineLanes';

/**
 * The rows in which the visible steps are drawn on a run's timeline. Each agent's lane has `MOST_ROWS` rows, and the rows of all lanes are
 * numbered from 0, so that row 1 of lane 2 has number 17. Steps overlap only in the last row of a lane.
 */
export interface TimelineRows extends Lanes {
  axis: Axis;
  fold: FoldedSteps;
  /** The start and end of each step on the axis. */
  from: Float64Array;
  to: Float64Array;
  /** The row of each visible step. */
  row: Uint8Array;
  /** The number of rows of each lane, at least one. */
  heights: Uint8Array;
  /** The visible steps, by track, then by start. */
  steps: Int32Array;
  /** The start index of each track in `steps`, then the end index of the last one. */
  tracks: Int32Array;
  /** For each index in `steps`, the maximum end in its track so far. */
  reach: Float64Array;
}

/** The maximum number of rows in a lane of the timeline; steps that are nested more deeply overlap in the last row. */
export const MOST_ROWS = 8;

/** Returns the layout of the visible steps; memoized for the last few requests. */
export function timelineRows(run: IndexedRun, axis: Axis, folded: Folded, by?: LanesBy): TimelineRows {
  const fold = foldedSteps(run, folded);
  return memoizePerRun(run, createCache)(`${axis} ${by} ${fold.key}`, fold, () =>
    layOutRows(run, axis, fold, timelineLanes(run, by)),
  );
}

function createCache() {
  return memoizeByVersion<TimelineRows>(MOST_REMEMBERED);
}

const MOST_REMEMBERED = 4;

function layOutRows(run: IndexedRun, axis: Axis, fold: FoldedSteps, arranged: Lanes): TimelineRows {
  const { lane, lanes } = arranged;
  const { from, to } = memoizePerRun(run, PLACES[axis]);
  const sequence = shownSteps(fold, from);
  const row = rowsOf(run, sequence, { from, to, lane, lanes });
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
  return { lane, lanes, axis, fold, from, to, row, heights, steps, tracks, reach };
}

const PLACES: Record<Axis, (run: IndexedRun) => WorkSpans> = { even: onEven, time: workSpans, active: onActive };

function onActive(run: IndexedRun): WorkSpans {
  const { from, to } = workSpans(run);
  const gaps = idleGaps(run);
  const place = (time: number) => activeAt(gaps, time);
  return { from: from.map(place), to: to.map(place) };
}

function onEven(run: IndexedRun): WorkSpans {
  const from = Float64Array.from({ length: columnsOf(run).count }, (_, step) => step);
  return { from, to: from.map(step => step + 1) };
}

/** Returns the visible steps by start; steps that start together in run order. */
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
  return inOrder ? shown : shown.sort((a, b) => (from[a] as number) - (from[b] as number) || a - b);
}

/** Assigns each step the first free row; a step goes below its parent if both are in the same lane. */
function rowsOf(run: IndexedRun, sequence: Int32Array, { from, to, lane, lanes }: WorkSpans & Lanes): Uint8Array {
  const { count, parent } = columnsOf(run);
  const rows = new Uint8Array(count);
  const busyUntil = new Float64Array(lanes.length * MOST_ROWS).fill(Number.NEGATIVE_INFINITY);
  for (const step of sequence) {
    const at = lane[step] as number;
    const above = parent[step] as number;
    const first = at * MOST_ROWS;
    const last = MOST_ROWS - 1;
    let row = above >= 0 && lane[above] === at ? Math.min(last, (rows[above] as number) + 1) : 0;
    while (row < last && (busyUntil[first + row] as number) > (from[step] as number)) row++;
    rows[step] = row;
    busyUntil[first + row] = Math.max(busyUntil[first + row] as number, to[step] as number);
  }
  return rows;
}

/** The visible window of a timeline, clamped to its bounds. */
export interface TimelineWindow {
  /** Positions on the axis. */
  from: number;
  to: number;
  /** Axis units per pixel, greater than 0. */
  pixel: number;
  /** The first visible lane, and the number of visible lanes. */
  first: number;
  count: number;
}

/**
 * Returns the visible window for the page's parameters, which may be anything.
 *
 * @param lanes the total number of lanes
 */
export function timelineWindow({ from, to, width, lanes: window }: TimelineParams, lanes: number): TimelineWindow {
  const begin = Number.isFinite(from) ? from : 0;
  const end = Math.max(begin, Number.isFinite(to) ? to : begin);
  const pixels = Math.min(MOST_PIXELS, Math.max(1, width || 1));
  const { from: first, count } = clampWindow(window, lanes, MOST_LANES);
  // Without a length, everything is at one position.
  return { from: begin, to: end, pixel: Math.max(end - begin, SHORTEST) / pixels, first, count };
}

const MOST_PIXELS = 20_000;
const MOST_LANES = 128;
const SHORTEST = 1e-6;

/** Returns the step at a position on an axis, clamped to the run. */
export function stepAt(
  { run }: Pick<ReplayedRun, 'run'>,
  { axis, at }: ReplayParams<'stepAt'>,
): ReplayAnswer<'stepAt'> {
  const place = Number.isNaN(at) ? 0 : at;
  const last = Math.max(0, run.summary.steps - 1);
  if (axis === 'even') return Math.min(Math.max(0, Math.floor(place)), last);
  const { from } = workSpans(run);
  const time = axis === 'active' ? timeAt(idleGaps(run), place) : place;
  const order = memoizePerRun(run, orderOfStarts);
  const found = findLastAtOrBefore(order.length, index => from[order[index] as number] as number, time);
  return order[Math.max(0, found)] ?? 0;
}

/** Returns the steps by start time; steps that start together in run order. */
function orderOfStarts(run: IndexedRun): Int32Array {
  const { from } = workSpans(run);
  const order = Int32Array.from(from, (_, index) => index);
  const isAscending = order.every(index => index === 0 || (from[index - 1] as number) <= (from[index] as number));
  return isAscending ? order : order.sort((a, b) => (from[a] as number) - (from[b] as number) || a - b);
}

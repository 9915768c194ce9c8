import type { Outcome } from '../../../model/run';
import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import { callsTool, marksOf, OUTCOMES } from '../../../runs/state/runColumns';
import { partitionPoint } from '../../../shared/partitionPoint';
import type { TimelineBar } from '../../../shared/replay';
import { kindIcon } from '../../runs/icons';
import { usageText } from '../../runs/tree/stepNode';
import { plain } from '../../runs/words';
import { columnsOf } from '../context/replayContext';
import { stepDurationText } from '../steps/stepBrief';
import { MOST_ROWS, type TimelineRows } from './timelineRows';
import type { TimelineWindow } from './timelineWindow';

/** The bars of the visible lanes, one list per lane, by row, then along the axis. */
export function timelineBars(run: IndexedRun, rows: TimelineRows, view: TimelineWindow): TimelineBar[][] {
  const clusters = clustersIn(rows, view);
  const bars = Array.from({ length: view.count }, (): TimelineBar[] => []);
  for (let at = 0; at < clusters.length; at += 3) {
    const [track, first, end] = [clusters[at] as number, clusters[at + 1] as number, clusters[at + 2] as number];
    const lane = Math.floor(track / MOST_ROWS);
    const bar = barOf(run, rows, first, end);
    const next = end < (rows.tracks[track + 1] as number) ? (rows.from[rows.steps[end] as number] as number) : Infinity;
    if (bar.count === 1 && next - bar.from >= LABEL * view.pixel) Object.assign(bar, labelOf(run, bar.step));
    (bars[lane - view.first] as TimelineBar[]).push(bar);
  }
  return bars;
}

/** The minimum width of a label, in pixels. */
const LABEL = 16;

/**
 * Groups of steps that become one bar. Each group is three numbers: its track, and the start and end index in `rows.steps`. If
 * there are too many bars, the width below which steps count as thin grows.
 */
function clustersIn(rows: TimelineRows, view: TimelineWindow): number[] {
  // A power of two, so that bars stay the same while zooming a little.
  let thin = 2 ** Math.round(Math.log2(THIN * view.pixel));
  for (;;) {
    const clusters: number[] = [];
    const last = (view.first + view.count) * MOST_ROWS;
    for (let track = view.first * MOST_ROWS; track < last; track++) addClusters(clusters, rows, track, view, thin);
    const times = clusters.length / 3 / MOST_BARS;
    if (times <= 1 || thin > view.to - view.from) return clusters;
    thin *= 2 ** Math.ceil(Math.log2(times));
  }
}

/** Steps thinner than this, in pixels, are merged with their neighbours. */
const THIN = 3;
const MOST_BARS = 3000;

/**
 * Groups thin steps that start in the same cell of a fixed grid, so that bars stay the same while panning. Overlapping steps
 * are grouped too.
 */
function addClusters(clusters: number[], rows: TimelineRows, track: number, view: TimelineWindow, thin: number): void {
  const { from, to, steps, tracks } = rows;
  const begin = Math.floor(view.from / thin) * thin;
  const end = Math.ceil(view.to / thin) * thin;
  const last = tracks[track + 1] as number;
  let place = firstReaching(rows, track, begin);
  while (place < last) {
    const first = place;
    const start = from[steps[first] as number] as number;
    if (start > end) return;
    const cell = Math.floor(start / thin);
    let reach = start;
    let isThin = true;
    for (; place < last; place++) {
      const step = steps[place] as number;
      const stepFrom = from[step] as number;
      const stepTo = to[step] as number;
      const stepIsThin = stepTo - stepFrom < thin;
      const joins =
        place === first || stepFrom < reach || (isThin && stepIsThin && Math.floor(stepFrom / thin) === cell);
      if (!joins) break;
      isThin = isThin && stepIsThin;
      if (stepTo > reach) reach = stepTo;
    }
    clusters.push(track, first, place);
  }
}

/** The first index in a track where some step so far ends at or after a position on the axis. */
function firstReaching({ reach, tracks }: TimelineRows, track: number, at: number): number {
  const start = tracks[track] as number;
  const count = (tracks[track + 1] as number) - start;
  return start + partitionPoint(count, index => (reach[start + index] as number) < at);
}

function barOf(run: IndexedRun, { from, to, row, steps, fold }: TimelineRows, first: number, end: number): TimelineBar {
  const { outcome, marks, holds, confidence, parent } = columnsOf(run);
  const step = steps[first] as number;
  let reach = to[step] as number;
  let worst = outcome[step] as number;
  let bits = 0;
  let hides = 0;
  for (let place = first; place < end; place++) {
    const one = steps[place] as number;
    reach = Math.max(reach, to[one] as number);
    if ((BADNESS[outcome[one] as number] as number) > (BADNESS[worst] as number)) worst = outcome[one] as number;
    bits |= marks[one] as number;
    if (fold.isFolded(one)) hides += holds[one] as number;
  }
  const above = parent[step] as number;
  const isWithin = above >= 0 && (from[above] as number) <= (from[step] as number) && (to[above] as number) >= reach;
  const isOne = end - first === 1;
  const sure = isOne ? (confidence[step] as number) : Number.NaN;
  const held = isOne && hides === 0 ? (holds[step] as number) : 0;
  return {
    step,
    count: end - first,
    from: from[step] as number,
    to: reach,
    ...(isWithin && { within: { from: from[above] as number, to: to[above] as number } }),
    row: row[step] as number,
    outcome: OUTCOMES[worst] as Outcome,
    marks: marksOf(bits),
    ...(!Number.isNaN(sure) && { confidence: sure }),
    ...(hides > 0 && { hides }),
    ...(held > 0 && { holds: held }),
  };
}

const BADNESS = OUTCOMES.map(outcome => ['unknown', 'ok', 'pending', 'failed'].indexOf(outcome));

function labelOf(run: IndexedRun, index: number): Pick<TimelineBar, 'label' | 'icon' | 'files' | 'usage' | 'took'> {
  const { title, kind, effects } = run.step(index);
  const files = effects.filter(effect => effect.do === 'write').length;
  const [usage, took] = [usageText(effects), stepDurationText(run, index)];
  return {
    label: `${index + 1} · ${plain(title) || 'step'}`,
    icon: kindIcon(kind, callsTool(effects)),
    ...(files > 0 && { files }),
    ...(usage !== undefined && { usage }),
    ...(took !== undefined && { took }),
  };
}

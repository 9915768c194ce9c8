import type { Outcome } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { callsTool, marksOf, OUTCOMES } from '../../runs/columnarSteps';
import { partitionPoint } from '../../shared/arrays';
import { t } from '../../shared/l10n';
import type {
  ReplayAnswer,
  ReplayParams,
  Timeline,
  TimelineArrow,
  TimelineBar,
  TimelineLane,
} from '../../shared/replay/index';
import { memoizeByObject, memoizeByVersion } from '../../text/memoize';
import { usageText } from '../runs/stepTreeNode';
import { kindIcon } from '../runs/treeIcons';
import { plain } from '../runs/treeNodeTexts';
import { cachedHandoffs } from './cachedHandoffs';
import { columnsOf, memoizePerRun, type ReplayedRun } from './replayedRun';
import { stepDurationText } from './stepSummary';
import type { Lanes } from './timelineLanes';
import { MOST_ROWS, type TimelineRows, type TimelineWindow, timelineRows, timelineWindow } from './timelineRows';

/** Returns the visible section of a run's timeline: the bars of the visible agents' lanes, and the arrows that begin or end there. */
export function runTimeline({ run }: ReplayedRun, params: ReplayParams<'timeline'>): ReplayAnswer<'timeline'> {
  const rows = timelineRows(run, params.axis, params.folded, params.by);
  const view = timelineWindow(params, rows.lanes.length);
  // Memoized, since the overview requests the whole run again and again, which takes the longest.
  return memoizePerRun(run, createCache)(JSON.stringify(view), rows, () => visibleTimeline(run, rows, view));
}

function createCache() {
  return memoizeByVersion<Timeline>(MOST_REMEMBERED);
}

const MOST_REMEMBERED = 4;

function visibleTimeline(run: IndexedRun, rows: TimelineRows, view: TimelineWindow): Timeline {
  return {
    heights: Array.from(rows.heights),
    lanes: timelineBars(run, rows, view).map((bars, index): TimelineLane => {
      const lane = view.first + index;
      const { name, nameless, icon, steps } = rows.lanes[lane] as Lanes['lanes'][number];
      return { lane, name: plain(name) || t`agent`, ...(nameless && { nameless }), ...(icon && { icon }), steps, bars };
    }),
    arrows: timelineArrows(run, rows, view),
  };
}

/** Returns the bars of the visible lanes, one list per lane, by row, then along the axis. */
function timelineBars(run: IndexedRun, rows: TimelineRows, view: TimelineWindow): TimelineBar[][] {
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
 * Returns the groups of steps that become one bar each, as three numbers: track, and start and end index in `rows.steps`.
 * Against too many bars, merges increasingly wide steps.
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
 * Groups thin steps that start in the same cell of a fixed grid, so that bars stay the same while panning. Also groups
 * overlapping steps.
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

/** Returns the first index in a track at which some step so far ends at or after a position on the axis. */
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
    label: `${index + 1} · ${plain(title) || t`step`}`,
    icon: kindIcon(kind, callsTool(effects)),
    ...(files > 0 && { files }),
    ...(usage !== undefined && { usage }),
    ...(took !== undefined && { took }),
  };
}

/** Returns arrows for the hand-offs with an end in view; one arrow for nearly equal hand-offs. */
function timelineArrows(run: IndexedRun, rows: TimelineRows, view: TimelineWindow): TimelineArrow[] {
  const handoffs = memoizePerRun(run, arrowsByRows)(rows);
  const inView = arrowsInView(handoffs, view);
  let near = NEAR * view.pixel;
  let merged = mergedArrows(handoffs, inView, near);
  while (merged.arrows.length > MOST_ARROWS && near <= view.to - view.from) {
    near *= 2;
    merged = mergedArrows(handoffs, inView, near);
  }
  return mostCounted(merged).map(({ arrow, count }) => arrowOf(rows, handoffs, arrow, count));
}

/** The maximum distance, in pixels, between the ends of merged arrows. */
const NEAR = 4;
const MOST_ARROWS = 300;

const arrowsByRows = (run: IndexedRun) => memoizeByObject((rows: TimelineRows) => arrowsOf(run, rows));

/** Hand-offs between visible steps, as parallel arrays. */
interface Arrows {
  /** The visible steps at both ends. */
  giver: Int32Array;
  taker: Int32Array;
  giverLane: Int32Array;
  takerLane: Int32Array;
  giverAt: Float64Array;
  takerAt: Float64Array;
  /** The number of the pair of lanes: equal for hand-offs between the same two lanes. */
  way: Int32Array;
  ways: number;
  isBack: Uint8Array;
}

function arrowsOf(run: IndexedRun, { fold: { shownAs }, from, to, lane }: TimelineRows): Arrows {
  const list = cachedHandoffs(run).list.filter(handoff => shownAs[handoff.from] !== shownAs[handoff.to]);
  const { length } = list;
  const handoffs = {
    giver: new Int32Array(length),
    taker: new Int32Array(length),
    giverLane: new Int32Array(length),
    takerLane: new Int32Array(length),
    giverAt: new Float64Array(length),
    takerAt: new Float64Array(length),
    way: new Int32Array(length),
    isBack: new Uint8Array(length),
  };
  const ways = new Map<number, number>();
  // A single pass: a run may have very many hand-offs.
  for (const [place, handoff] of list.entries()) {
    const giver = shownAs[handoff.from] as number;
    const taker = shownAs[handoff.to] as number;
    const giverLane = lane[giver] as number;
    const takerLane = lane[taker] as number;
    const key = giverLane * LANES + takerLane;
    const way = ways.get(key) ?? ways.size;
    ways.set(key, way);
    handoffs.giver[place] = giver;
    handoffs.taker[place] = taker;
    handoffs.giverLane[place] = giverLane;
    handoffs.takerLane[place] = takerLane;
    // If the receiving step starts while the giving step still runs, the hand-off is at that start.
    handoffs.giverAt[place] = Math.max(from[giver] as number, Math.min(to[giver] as number, from[taker] as number));
    handoffs.takerAt[place] = from[taker] as number;
    handoffs.way[place] = way;
    handoffs.isBack[place] = handoff.back ? 1 : 0;
  }
  return { ...handoffs, ways: ways.size };
}

// More than the possible number of lanes; its square is still a safe integer.
const LANES = 2 ** 26;

function arrowsInView({ giverAt, takerAt, giverLane, takerLane }: Arrows, view: TimelineWindow): Int32Array {
  const { from, to, first, count } = view;
  const isSeen = (at: number, lane: number) => at >= from && at <= to && lane >= first && lane < first + count;
  const places = new Int32Array(giverAt.length);
  let found = 0;
  for (let place = 0; place < giverAt.length; place++) {
    const isInView =
      isSeen(giverAt[place] as number, giverLane[place] as number) ||
      isSeen(takerAt[place] as number, takerLane[place] as number);
    if (isInView) places[found++] = place;
  }
  return places.subarray(0, found);
}

/** For each drawn arrow, the index of its first hand-off, and the number of its hand-offs. */
interface Merged {
  arrows: number[];
  counts: number[];
}

function mergedArrows({ giverAt, takerAt, way, ways }: Arrows, inView: Int32Array, near: number): Merged {
  const merged: Merged = { arrows: [], counts: [] };
  const lastOf = new Int32Array(ways).fill(-1);
  for (const place of inView) {
    const last = lastOf[way[place] as number] as number;
    const before = last < 0 ? undefined : (merged.arrows[last] as number);
    if (
      before !== undefined &&
      Math.abs((giverAt[place] as number) - (giverAt[before] as number)) < near &&
      Math.abs((takerAt[place] as number) - (takerAt[before] as number)) < near
    ) {
      merged.counts[last] = (merged.counts[last] as number) + 1;
    } else {
      lastOf[way[place] as number] = merged.arrows.push(place) - 1;
      merged.counts.push(1);
    }
  }
  return merged;
}

function mostCounted({ arrows, counts }: Merged): { arrow: number; count: number }[] {
  const all = arrows.map((arrow, at) => ({ arrow, count: counts[at] as number }));
  if (all.length <= MOST_ARROWS) return all;
  return all
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MOST_ARROWS)
    .sort((a, b) => a.arrow - b.arrow);
}

function arrowOf({ row }: TimelineRows, arrows: Arrows, at: number, count: number): TimelineArrow {
  const step = arrows.giver[at] as number;
  const taken = arrows.taker[at] as number;
  return {
    from: { lane: arrows.giverLane[at] as number, row: row[step] as number, at: arrows.giverAt[at] as number },
    to: { lane: arrows.takerLane[at] as number, row: row[taken] as number, at: arrows.takerAt[at] as number },
    step,
    taken,
    count,
    ...(arrows.isBack[at] === 1 && { back: true }),
  };
}

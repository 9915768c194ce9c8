import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import type { TimelineArrow } from '../../../shared/replay';
import { agentHandoffs } from '../graph/agentHandoffs';
import type { TimelineRows } from './timelineRows';
import type { TimelineWindow } from './timelineWindow';

/** The hand-offs with an end in view, merged into one arrow if they are nearly the same. */
export function timelineArrows(run: IndexedRun, rows: TimelineRows, view: TimelineWindow): TimelineArrow[] {
  let handoffs = arrows.get(rows);
  if (!handoffs) {
    handoffs = arrowsOf(run, rows);
    arrows.set(rows, handoffs);
  }
  const inView = arrowsInView(handoffs, view);
  let near = NEAR * view.pixel;
  let merged = mergedArrows(handoffs, inView, near);
  while (merged.arrows.length > MOST_ARROWS && near <= view.to - view.from) {
    near *= 2;
    merged = mergedArrows(handoffs, inView, near);
  }
  return mostCounted(merged).map(({ arrow, count }) => arrowOf(rows, handoffs, arrow, count));
}

/** Ends closer than this, in pixels, are merged. */
const NEAR = 4;
const MOST_ARROWS = 300;

const arrows = new WeakMap<TimelineRows, Arrows>();

/** Hand-offs between visible steps, as parallel arrays. */
interface Arrows {
  /** The visible steps at both ends. */
  giver: Int32Array;
  taker: Int32Array;
  giverLane: Int32Array;
  takerLane: Int32Array;
  giverAt: Float64Array;
  takerAt: Float64Array;
  /** The number of its pair of lanes: equal for hand-offs between the same two lanes. */
  way: Int32Array;
  ways: number;
  isBack: Uint8Array;
}

function arrowsOf(run: IndexedRun, { fold: { shownAs }, from, to, lane }: TimelineRows): Arrows {
  const list = agentHandoffs(run).list.filter(handoff => shownAs[handoff.from] !== shownAs[handoff.to]);
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
    // If the receiving step starts while the giving one still runs, the hand-off is at that moment.
    handoffs.giverAt[place] = Math.max(from[giver] as number, Math.min(to[giver] as number, from[taker] as number));
    handoffs.takerAt[place] = from[taker] as number;
    handoffs.way[place] = way;
    handoffs.isBack[place] = handoff.back ? 1 : 0;
  }
  return { ...handoffs, ways: ways.size };
}

// More than the possible number of lanes, with a square that is still a safe integer.
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

/** For each drawn arrow, the index of the first hand-off that it stands for, and how many it stands for. */
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

import type { Handoff, Handoffs } from './handoffs';

/** What an agent does from when work comes to it until work comes to it again. */
export interface Visit {
  lane: number;
  /** The step by which it began. */
  start: number;
  /** The visits that work came from, in order. */
  from: Passage[];
  /** Where it went on to. */
  to: Passage[];
  /** What was handed over and not taken up. */
  open: { node: number; step: number }[];
}

/** Work that went from one visit to another. */
export interface Passage {
  giver: Visit;
  taker: Visit;
  handoff: Handoff;
}

/** A run as visits, in the order in which they began. */
export function visitsOf({ list, open }: Handoffs): Visit[] {
  const byLane = new Map<number, Visit[]>();
  const all: Visit[] = [];
  for (const handoff of list) {
    const giver = visitAt(byLane, all, handoff.fromLane, handoff.from);
    const before = byLane.get(handoff.toLane)?.at(-1);
    const taker =
      before?.start === handoff.to ? before : newVisit(byLane, all, { lane: handoff.toLane, start: handoff.to });
    const passage = { giver, taker, handoff };
    giver.to.push(passage);
    taker.from.push(passage);
  }
  for (const { from, fromLane, node } of open) {
    visitAt(byLane, all, fromLane, from).open.push({ node, step: from });
  }
  return all.sort((one, two) => one.start - two.start);
}

/** The visit of a lane that a step belongs to. What nobody handed over begins with the first step that hands it on. */
function visitAt(byLane: Map<number, Visit[]>, all: Visit[], lane: number, step: number): Visit {
  const visits = byLane.get(lane) ?? [];
  let [low, high] = [0, visits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((visits[middle] as Visit).start <= step) low = middle + 1;
    else high = middle;
  }
  const found = visits[low - 1];
  if (found) return found;
  const [first] = visits;
  if (first && first.from.length === 0) {
    first.start = step;
    return first;
  }
  return newVisit(byLane, all, { lane, start: step });
}

function newVisit(byLane: Map<number, Visit[]>, all: Visit[], { lane, start }: Pick<Visit, 'lane' | 'start'>): Visit {
  const visit: Visit = { lane, start, from: [], to: [], open: [] };
  all.push(visit);
  const visits = byLane.get(lane);
  if (!visits) byLane.set(lane, [visit]);
  else if ((visits.at(-1) as Visit).start < start) visits.push(visit);
  else visits.unshift(visit);
  return visit;
}

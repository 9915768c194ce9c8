import { partitionPoint } from '../../shared/partitionPoint';
import { appended } from './appended';
import type { Handoff, Handoffs } from './handoffs';

/** The work of an agent from one handoff to it until the next. */
export interface Turn {
  lane: number;
  /** The first step. */
  start: number;
  /** The turns that handed work to it, in order. */
  from: Handover[];
  /** The turns that it handed work to. */
  to: Handover[];
  /** Handoffs that were not taken up. */
  open: { node: number; step: number }[];
}

/** A handoff from one turn to another. */
export interface Handover {
  giver: Turn;
  taker: Turn;
  handoff: Handoff;
}

/** The turns of a run, in order of their start. */
export function agentTurns({ list, open }: Handoffs): Turn[] {
  const byLane = new Map<number, Turn[]>();
  const all: Turn[] = [];
  for (const handoff of list) {
    const giver = turnAt(byLane, all, handoff.fromLane, handoff.from);
    const before = byLane.get(handoff.toLane)?.at(-1);
    const taker =
      before?.start === handoff.to ? before : newTurn(byLane, all, { lane: handoff.toLane, start: handoff.to });
    const handover = { giver, taker, handoff };
    giver.to = appended(giver.to, handover);
    taker.from = appended(taker.from, handover);
  }
  for (const { from, fromLane, node } of open) {
    const turn = turnAt(byLane, all, fromLane, from);
    turn.open = appended(turn.open, { node, step: from });
  }
  return all.sort((one, two) => one.start - two.start);
}

/**
 * The turn of a lane that contains a step. Work that nobody handed over begins with the first step that hands it on.
 */
function turnAt(byLane: Map<number, Turn[]>, all: Turn[], lane: number, step: number): Turn {
  const turns = byLane.get(lane) ?? [];
  const last = turns.at(-1);
  if (last && last.start <= step) return last;
  const found = turns[partitionPoint(turns.length, index => (turns[index] as Turn).start <= step) - 1];
  if (found) return found;
  const [first] = turns;
  if (first && first.from.length === 0) {
    first.start = step;
    return first;
  }
  return newTurn(byLane, all, { lane, start: step });
}

const NO_HANDOVERS: Turn['from'] = [];
const NONE_OPEN: Turn['open'] = [];

function newTurn(byLane: Map<number, Turn[]>, all: Turn[], { lane, start }: Pick<Turn, 'lane' | 'start'>): Turn {
  const turn: Turn = { lane, start, from: NO_HANDOVERS, to: NO_HANDOVERS, open: NONE_OPEN };
  all.push(turn);
  const turns = byLane.get(lane);
  if (!turns) byLane.set(lane, [turn]);
  else if ((turns.at(-1) as Turn).start < start) turns.push(turn);
  else turns.unshift(turn);
  return turn;
}

import type { Turn } from './agentTurns';
import type { DetectedPattern } from './detectedPattern';

/**
 * Finds cycles of work. A single round counts as a loop only where two agents explicitly hand work back and forth; work
 * returning to an agent that distributes it is no loop.
 */
export function loopsIn(turns: readonly Turn[]): DetectedPattern[] {
  const loops = newLoops();
  const receivers = new Map<number, Set<number>>();
  for (const turn of turns) {
    const circle = circleTo(turn);
    if (circle) goRound(loops, circle, turn);
    for (const { taker, handoff } of turn.to) {
      if (handoff.by !== 'order') note(receivers, turn.lane, taker.lane);
    }
    for (const { node } of turn.open) note(receivers, turn.lane, node);
  }
  const all = [...loops.byKey.values()];
  const headed = new Map<number, number>();
  for (const { head, nodes } of all) if (nodes.length === 2) headed.set(head, (headed.get(head) ?? 0) + 1);
  return all.flatMap(({ head, nodes, rounds, isSaid }): DetectedPattern[] => {
    const isDistributed = (receivers.get(head)?.size ?? 0) > 2 || headed.get(head) !== 1;
    const needed = isSaid && nodes.length === 2 && !isDistributed ? 1 : 2;
    const known = rounds[needed - 1];
    if (known === undefined) return [];
    return [{ is: 'loop', nodes, known, rounds }];
  });
}

const MOST_IN_LOOP = 6;
const FARTHEST = 24;

interface Loop {
  /** The node where it began. */
  head: number;
  /** In the order in which they receive work. */
  nodes: number[];
  rounds: number[];
  /** In the first round, each handoff was explicit. */
  isSaid: boolean;
}

interface Loops {
  byKey: Map<string, Loop>;
  /** The last cycle of each lane: most rounds go the same way as the one before. */
  last: Map<number, { nodes: readonly number[]; loop: Loop }>;
}

function newLoops(): Loops {
  return { byKey: new Map(), last: new Map() };
}

function goRound(loops: Loops, circle: Pick<Loop, 'nodes' | 'isSaid'>, turn: Turn): void {
  const loop = loopOf(loops, circle, turn);
  // The same cycle can begin at each of its members: it is counted where it first occurred.
  if (loop.head === turn.lane) loop.rounds.push(turn.start);
}

function loopOf({ byKey, last }: Loops, circle: Pick<Loop, 'nodes' | 'isSaid'>, { lane }: Turn): Loop {
  const { nodes } = circle;
  const before = last.get(lane);
  if (before && areEqual(before.nodes, nodes)) return before.loop;
  const key = [...nodes].sort((one, two) => one - two).join(' ');
  const loop = byKey.get(key) ?? { head: lane, ...circle, rounds: [] };
  byKey.set(key, loop);
  last.set(lane, { nodes, loop });
  return loop;
}

function areEqual(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((node, place) => node === other[place]);
}

/** The agents that the work passed through since the same agent had it last. */
function circleTo(turn: Turn): Pick<Loop, 'nodes' | 'isSaid'> | undefined {
  const nodes: number[] = [];
  let isSaid = true;
  let here = turn;
  for (let far = 0; far < FARTHEST; far++) {
    const handover = here.from.at(-1);
    if (!handover) return undefined;
    isSaid &&= handover.handoff.by === 'step';
    here = handover.giver;
    if (here.lane === turn.lane) return { nodes: [here.lane, ...nodes.reverse()], isSaid };
    if (nodes.includes(here.lane)) continue;
    nodes.push(here.lane);
    if (nodes.length >= MOST_IN_LOOP) return undefined;
  }
  return undefined;
}

function note(receivers: Map<number, Set<number>>, lane: number, node: number): void {
  const known = receivers.get(lane);
  if (known) known.add(node);
  else receivers.set(lane, new Set([node]));
}

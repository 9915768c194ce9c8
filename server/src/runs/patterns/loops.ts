import type { Turn } from './agentTurns';
import type { DetectedPattern } from './detectedPattern';

/**
 * Finds cycles of work. A single round counts as a loop only where two agents explicitly hand work back and forth; work
 * returning to an agent that distributes it is no loop.
 */
export function loopsIn(turns: readonly Turn[]): DetectedPattern[] {
  const loops = new Map<string, Loop>();
  const receivers = new Map<number, Set<number>>();
  for (const turn of turns) {
    const circle = circleTo(turn);
    if (circle) goRound(loops, circle, turn);
    for (const { taker, handoff } of turn.to) {
      if (handoff.by !== 'order') note(receivers, turn.lane, taker.lane);
    }
    for (const { node } of turn.open) note(receivers, turn.lane, node);
  }
  const all = [...loops.values()];
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

function goRound(loops: Map<string, Loop>, circle: Pick<Loop, 'nodes' | 'isSaid'>, turn: Turn): void {
  // The same cycle can begin at each of its members: it is counted where it first occurred.
  const key = [...circle.nodes].sort((one, two) => one - two).join(' ');
  const loop = loops.get(key);
  if (!loop) loops.set(key, { head: turn.lane, ...circle, rounds: [turn.start] });
  else if (loop.head === turn.lane) loop.rounds.push(turn.start);
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

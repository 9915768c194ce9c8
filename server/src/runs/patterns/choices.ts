import type { Turn } from './agentTurns';
import type { DetectedPattern } from './detectedPattern';

/**
 * Finds agents that hand on to one of several others, to a single one each turn. Returning work to its previous owner
 * belongs to a loop; an agent to which several return work is an orchestrator. Only explicit handoffs count: a mere
 * sequence may be coincidence.
 */
export function choicesIn(turns: readonly Turn[]): DetectedPattern[] {
  const chosen = new Map<number, Choice>();
  for (const turn of turns) {
    const choice = chosen.get(turn.lane) ?? { nodes: [], known: -1, isOne: true, backFrom: new Set() };
    chosen.set(turn.lane, choice);
    if (turn.from.some(({ handoff }) => handoff.by === 'order')) choice.isOne = false;
    for (const { giver } of turn.from) choice.backFrom.add(giver.lane);
    const next = nextOf(turn);
    if (next.length === 0) continue;
    const [only] = next;
    if (!only || next.length > 1 || !only.isSaid || only.isBack) choice.isOne = false;
    else if (!choice.nodes.includes(only.node) && choice.nodes.length <= MOST_CHOICES) {
      choice.nodes.push(only.node);
      if (choice.nodes.length === 2) choice.known = only.step;
    }
  }
  return [...chosen].flatMap(([lane, { nodes, known, isOne, backFrom }]): DetectedPattern[] => {
    if (!isOne || nodes.length < 2 || nodes.length > MOST_CHOICES) return [];
    const comesBack = nodes.filter(node => backFrom.has(node)).length;
    return comesBack > 1 ? [] : [{ is: 'conditional', nodes: [lane, ...nodes], known }];
  });
}

const MOST_CHOICES = 4;

interface Choice {
  nodes: number[];
  known: number;
  isOne: boolean;
  /** The lanes that returned work to it. */
  backFrom: Set<number>;
}

interface Next {
  node: number;
  step: number;
  isSaid: boolean;
  isBack: boolean;
}

/** The distinct receivers of a turn. */
function nextOf({ to, open }: Turn): Next[] {
  if (to.length + open.length === 0) return [];
  const next = new Map<number, Next>();
  for (const { taker, handoff } of to) {
    const isSaid = handoff.by === 'step' || next.get(taker.lane)?.isSaid === true;
    next.set(taker.lane, { node: taker.lane, step: handoff.to, isSaid, isBack: handoff.back });
  }
  for (const { node, step } of open) {
    if (!next.has(node)) next.set(node, { node, step, isSaid: true, isBack: false });
  }
  return [...next.values()];
}

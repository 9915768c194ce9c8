import { t } from '../shared/l10n';
import type { Pattern } from '../shared/replay/index';
import { someOf } from '../shared/shownText';
import { isSamePath } from '../text/jsonPointer';
import type { ColumnarSteps } from './columnarSteps';
import { agentTurns, type Handoffs, type Handover, type Turn } from './handoffs';

/**
 * Detects how the agents of a run work together. The patterns are a sequence of agents, agents in parallel, a choice of one agent among
 * several, and a loop. Only patterns that surely follow from the hand-offs are returned, in the order of their steps.
 */
export function detectPatterns(
  handoffs: Handoffs,
  columns: ColumnarSteps,
  nameOf: (node: number) => string,
): Pattern[] {
  const turns = agentTurns(handoffs);
  const seen: DetectedPattern[] = [
    ...sequencesIn(turns),
    ...parallelsIn(turns, columns),
    ...loopsIn(turns),
    ...choicesIn(turns),
  ];
  return seen
    .sort((one, two) => one.known - two.known)
    .map(one => ({
      is: one.is,
      text: textOf(one, nameOf),
      known: one.known,
      ...(one.rounds !== undefined && { rounds: one.rounds }),
    }));
}

const MOST_NAMES = 5;

function textOf(seen: DetectedPattern, nameOf: (node: number) => string): string {
  const names = seen.nodes.map(nameOf);
  switch (seen.is) {
    case 'sequential':
      return t`sequential: ${listed(names, (before, last) => t`${before} then ${last}`)}`;
    case 'parallel': {
      const parallel = listed(names, (before, last) => t`${before} and ${last}`);
      return seen.join === undefined
        ? t`parallel: ${parallel}`
        : t`parallel: ${parallel}, joined by ${nameOf(seen.join)}`;
    }
    case 'conditional': {
      const [first = '', ...others] = names;
      return t`conditional: ${first}, then ${listed(others, (before, last) => t`${before} or ${last}`)}`;
    }
    case 'loop': {
      const loop = listed(names, (before, last) => t`${before} and ${last}`);
      const rounds = seen.rounds.length;
      return rounds === 1 ? t`loop: ${loop}, 1 round` : t`loop: ${loop}, ${rounds} rounds`;
    }
  }
}

/** Formats a list as `a, b and c`; shortens a long one. */
function listed(names: readonly string[], withLast: (before: string, last: string) => string): string {
  if (names.length > MOST_NAMES || names.length < 2) return someOf(names, name => name, MOST_NAMES);
  return withLast(names.slice(0, -1).join(', '), names.at(-1) as string);
}

/**
 * Finds agents that choose: each of their turns hands work to one agent, but not always the same one. An agent that returns work to the
 * agent it came from is in a loop, and an agent to which several agents return work is an orchestrator. Only explicit handoffs count, since
 * a mere sequence may be coincidence.
 */
function choicesIn(turns: readonly Turn[]): DetectedPattern[] {
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
  /** The lanes that returned work to the choosing agent. */
  backFrom: Set<number>;
}

interface Next {
  node: number;
  step: number;
  isSaid: boolean;
  isBack: boolean;
}

/** Returns the distinct receivers of a turn's handoffs. */
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

/**
 * Finds cycles of work. A single round counts as a loop only where two agents explicitly hand work back and forth; work
 * returning to an agent that distributes it is no loop.
 */
function loopsIn(turns: readonly Turn[]): DetectedPattern[] {
  const loops = { byKey: new Map(), last: new Map() };
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
  /** The node at which the cycle began. */
  head: number;
  /** In the order in which they receive work. */
  nodes: number[];
  rounds: number[];
  /** Each handoff of the first round was explicit. */
  isSaid: boolean;
}

interface Loops {
  byKey: Map<string, Loop>;
  /** The last cycle of each lane: most rounds go the same way as the one before. */
  last: Map<number, { nodes: readonly number[]; loop: Loop }>;
}

function goRound(loops: Loops, circle: Pick<Loop, 'nodes' | 'isSaid'>, turn: Turn): void {
  const loop = loopOf(loops, circle, turn);
  // The same cycle can begin at each of its members: it is counted at the first.
  if (loop.head === turn.lane) loop.rounds.push(turn.start);
}

function loopOf({ byKey, last }: Loops, circle: Pick<Loop, 'nodes' | 'isSaid'>, { lane }: Turn): Loop {
  const { nodes } = circle;
  const before = last.get(lane);
  if (before && isSamePath(before.nodes, nodes)) return before.loop;
  const key = [...nodes].sort((one, two) => one - two).join(' ');
  const loop = byKey.get(key) ?? { head: lane, ...circle, rounds: [] };
  byKey.set(key, loop);
  last.set(lane, { nodes, loop });
  return loop;
}

/** Returns the agents that work passed through since the same agent had it last. */
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

/**
 * Finds two or more agents that received work from the same turn and began independently of each other, with the agent that takes up the
 * results of all of them.
 */
function parallelsIn(turns: readonly Turn[], columns: ColumnarSteps): DetectedPattern[] {
  const found = new Map<string, DetectedPattern>();
  for (const turn of turns) {
    const beside = besideEachOther(turn.to, columns);
    if (beside.length < 2) continue;
    const nodes = beside.map(({ taker }) => taker.lane);
    const join = joinOf(beside.map(({ taker }) => taker));
    const key = `${[...nodes].sort((one, two) => one - two).join(' ')}, ${join?.lane}`;
    if (found.has(key)) continue;
    const known = join?.start ?? Math.max(...beside.map(({ taker }) => taker.start));
    found.set(key, { is: 'parallel', nodes, known, ...(join && { join: join.lane }) });
    if (found.size >= MOST_FOUND) break;
  }
  return [...found.values()];
}

const MOST_FOUND = 50;
const MOST_BESIDE = 100;

/** Returns the handoffs of a turn whose receivers worked at the same time, each agent once. */
function besideEachOther(handovers: readonly Handover[], columns: ColumnarSteps): Handover[] {
  const beside: Handover[] = [];
  const lanes = new Set<number>();
  for (const handover of handovers) {
    if (lanes.has(handover.taker.lane) || beside.length >= MOST_BESIDE) continue;
    const fits = beside.every(other => areBeside(other, handover, columns));
    if (!fits) {
      // A later batch is a pattern of its own; one batch is enough to establish this one.
      if (beside.length > 1) break;
      beside.length = 0;
      lanes.clear();
    }
    beside.push(handover);
    lanes.add(handover.taker.lane);
  }
  return beside;
}

// Agents called by one step may run one after the other, so their times decide.
function areBeside(
  { handoff: one }: Handover,
  { handoff: other }: Handover,
  { timed, start, end }: ColumnarSteps,
): boolean {
  if (one.by === 'nesting' || other.by === 'nesting') {
    const [first, second] = [one.to, other.to];
    return timed[first] === 1 && timed[second] === 1 && (end[first] as number) > (start[second] as number);
  }
  return Math.max(one.from, other.from) < Math.min(one.to, other.to);
}

/** Returns the turn to which all of these turns handed work. */
function joinOf(turns: readonly Turn[]): Turn | undefined {
  const [first, ...others] = turns;
  return first?.to
    .map(({ taker }) => taker)
    .find(taker => others.every(other => taker.from.some(({ giver }) => giver === other)));
}

/** Finds three or more agents that hand work from one to the next, each once in the run and to nobody else. */
function sequencesIn(turns: readonly Turn[]): DetectedPattern[] {
  const times = new Map<number, number>();
  for (const { lane } of turns) times.set(lane, (times.get(lane) ?? 0) + 1);
  const isOnce = ({ lane }: Turn) => times.get(lane) === 1;
  // The next turn, if the work went to a single agent.
  const next = (turn: Turn): Turn | undefined => {
    const [only] = turn.to;
    const taker = turn.to.length === 1 ? only?.taker : undefined;
    return taker && taker.from.length === 1 && isOnce(turn) && isOnce(taker) ? taker : undefined;
  };
  const once = turns.filter(isOnce);
  const isLater = new Set(once.map(next));
  return once.flatMap((first): DetectedPattern[] => {
    if (isLater.has(first)) return [];
    const line: Turn[] = [];
    for (let turn: Turn | undefined = first; turn; turn = next(turn)) line.push(turn);
    const last = line.at(-1) as Turn;
    if (line.length < 3) return [];
    return [{ is: 'sequential', nodes: line.map(({ lane }) => lane), known: last.start }];
  });
}

/** A pattern of node indices, not yet described in words. */
type DetectedPattern = Pick<Pattern, 'is' | 'known' | 'rounds'> & { nodes: readonly number[] } & (
    | { is: 'sequential' }
    /** `join`: the node that takes up the results of all. */
    | { is: 'parallel'; join?: number }
    /** The first node chooses among the others. */
    | { is: 'conditional' }
    | { is: 'loop'; rounds: number[] }
  );

import { diffArrays } from 'diff';
import type { Effect, Step } from '../model/run';
import { addToList } from '../shared/arrays';
import { maskIds, maskUniqueValues } from '../text/similarNames';
import type { IndexedRun } from './assembly/indexedRun';

/** Two workflow runs aligned for comparison: equal or similar steps stand in one row. All lists have one element per row. */
export interface Alignment {
  count: number;
  /** By row, the steps of each run, ascending; -1 if that run has no step in the row. */
  one: Int32Array;
  other: Int32Array;
  /** The differences of each row, empty for most rows; `order` for a step that the other run has elsewhere. */
  differs: readonly (readonly string[])[];
}

/**
 * Aligns the steps of two runs for a comparison, by agent and title, in order and regardless of time. Steps with the same title, apart from
 * ids and numbers, are aligned first; then those with the same agent and kind, or the same tool. The result contains each step of both runs
 * once.
 */
export function alignRuns(one: IndexedRun, other: IndexedRun): Alignment {
  const exact = new Map<string, number>();
  const loose = new Map<string, number>();
  const [agents, otherAgents] = [agentNamer(one), agentNamer(other)];
  const ones = namesOf(one, agents, { exact, loose });
  const others = namesOf(other, otherAgents, { exact, loose });
  const rows: Rows = { one: [], other: [] };
  let [first, second] = [0, 0];
  for (const [place, partner] of [...alignSequences(ones.exact, others.exact), endOf(ones, others)]) {
    fillGap(rows, ones.loose.slice(first, place), others.loose.slice(second, partner), [first, second]);
    if (place < ones.exact.length) add(rows, place, partner);
    first = place + 1;
    second = partner + 1;
  }
  const moved = movedRows(rows, ones.exact, others.exact);
  const differs = rows.one.map((step, row) => {
    const partner = rows.other[row] as number;
    if (step < 0 || partner < 0) return moved.has(row) ? MOVED : NOTHING;
    return stepDifferences([one.step(step), agents], [other.step(partner), otherAgents]);
  });
  return { count: rows.one.length, one: Int32Array.from(rows.one), other: Int32Array.from(rows.other), differs };
}

const NOTHING: readonly string[] = [];
const MOVED: readonly string[] = ['order'];

/** Returns the rows of steps that both runs have, but at different places. */
function movedRows({ one, other }: Rows, ones: readonly number[], others: readonly number[]): Set<number> {
  const alone = new Map<number, number[]>();
  for (const [row, step] of one.entries()) {
    if ((other[row] as number) >= 0) continue;
    const name = ones[step] as number;
    addToList(alone, name, row);
  }
  const moved = new Set<number>();
  for (const [row, partner] of other.entries()) {
    const elsewhere = (one[row] as number) < 0 ? alone.get(others[partner] as number)?.pop() : undefined;
    if (elsewhere !== undefined) moved.add(row).add(elsewhere);
  }
  return moved;
}

interface Rows {
  one: number[];
  other: number[];
}

/** Numbers the names by which steps are compared: equal names have equal numbers. */
interface Names {
  exact: number[];
  loose: number[];
}

function endOf(ones: Names, others: Names): [number, number] {
  return [ones.exact.length, others.exact.length];
}

function namesOf(
  run: IndexedRun,
  agents: AgentNamer,
  { exact, loose }: Record<keyof Names, Map<string, number>>,
): Names {
  const names: Names = { exact: [], loose: [] };
  for (let index = 0; index < run.summary.steps; index++) {
    const step = run.step(index);
    const tool = toolOf(step);
    agents.learn(step);
    const who = `${agents.nameOf(step.agent ?? '')}\0${step.kind}\0${tool ?? ''}`;
    names.loose.push(numberOf(loose, who));
    names.exact.push(numberOf(exact, tool === undefined ? `${who}\0${titleWithoutIds(step)}` : who));
  }
  return names;
}

function toolOf({ effects }: Step): string | undefined {
  for (const effect of effects) if (effect.do === 'call' || effect.do === 'result') return effect.tool;
  return undefined;
}

// Without the outcome, which follows the action in the title.
function titleWithoutIds({ title }: Step): string {
  return maskIds(title.replace(/ · .*$/s, ''));
}

function numberOf(numbers: Map<string, number>, text: string): number {
  let number = numbers.get(text);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(text, number);
  }
  return number;
}

/** Adds rows for steps that only one run has: first the steps of the first run, then those of the second. */
function fillGap(
  rows: Rows,
  one: readonly number[],
  other: readonly number[],
  [first, second]: [number, number],
): void {
  const pairs = one.length === 0 || other.length === 0 ? [] : alignSequences(one, other);
  let [place, partner] = [0, 0];
  for (const [nextPlace, nextPartner] of [...pairs, [one.length, other.length] as const]) {
    for (; place < nextPlace; place++) add(rows, first + place, -1);
    for (; partner < nextPartner; partner++) add(rows, -1, second + partner);
    if (place < one.length && partner < other.length) add(rows, first + place, second + partner);
    place++;
    partner++;
  }
}

function add(rows: Rows, one: number, other: number): void {
  rows.one.push(one);
  rows.other.push(other);
}

/** Pairs of indices of equal members in two lists, ascending in both. */
type Matches = [one: number, other: number][];

/**
 * Aligns equal members of two lists without crossings: as many as possible if the lists are similar. In long lists
 * that differ much, pairs the nth occurrence of a member with the nth in the other list, and drops pairs that cross.
 */
function alignSequences(one: readonly number[], other: readonly number[]): Matches {
  const least = Math.min(one.length, other.length);
  let head = 0;
  while (head < least && one[head] === other[head]) head++;
  let tail = 0;
  while (tail < least - head && one.at(-1 - tail) === other.at(-1 - tail)) tail++;
  const ones = one.slice(head, one.length - tail);
  const others = other.slice(head, other.length - tail);
  const between = ones.length === 0 || others.length === 0 ? [] : (mostMatches(ones, others) ?? byTimes(ones, others));
  return [
    ...Array.from({ length: head }, (_, place): [number, number] => [place, place]),
    ...between.map(([first, second]): [number, number] => [first + head, second + head]),
    ...Array.from({ length: tail }, (_, place): [number, number] => [
      one.length - tail + place,
      other.length - tail + place,
    ]),
  ];
}

const LONGEST = 20_000;
const MOST_CHANGES = 2000;

function mostMatches(one: readonly number[], other: readonly number[]): Matches | undefined {
  if (one.length > LONGEST || other.length > LONGEST) return undefined;
  const changes = diffArrays([...one], [...other], { maxEditLength: MOST_CHANGES });
  if (!changes) return undefined;
  const matches: Matches = [];
  let [first, second] = [0, 0];
  for (const { added, removed, count } of changes) {
    if (!added && !removed) for (let place = 0; place < count; place++) matches.push([first + place, second + place]);
    if (!added) first += count;
    if (!removed) second += count;
  }
  return matches;
}

function byTimes(one: readonly number[], other: readonly number[]): Matches {
  const places = new Map<number, number[]>();
  for (const [place, value] of other.entries()) addToList(places, value, place);
  const times = new Map<number, number>();
  const pairs: Matches = [];
  for (const [place, value] of one.entries()) {
    const time = times.get(value) ?? 0;
    times.set(value, time + 1);
    const found = places.get(value)?.[time];
    if (found !== undefined) pairs.push([place, found]);
  }
  return longestAscending(pairs);
}

/** Returns the longest subsequence of pairs that ascends in both indices. The given pairs ascend in the first index. */
function longestAscending(pairs: Matches): Matches {
  // For each length, the pair with the lowest end; and the predecessor of each pair.
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, value]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] as number] as [number, number])[1] < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[index] = ends[low - 1] as number;
    ends[low] = index;
  }
  const row: Matches = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] as number) {
    row.push(pairs[index] as [number, number]);
  }
  return row.reverse();
}

/** A step, and the namer for the agents of its run. */
type NamedStep = [step: Step, agents: AgentNamer];

/** Returns the differences between two aligned steps, ignoring ids and times. */
function stepDifferences([one, agents]: NamedStep, [other, otherAgents]: NamedStep): readonly string[] {
  const differs: string[] = [];
  if (one.outcome !== other.outcome) differs.push('outcome');
  if (one.title !== other.title && maskIds(one.title) !== maskIds(other.title)) differs.push('title');
  if (one.confidence !== other.confidence) differs.push('confidence');
  if (agents.nameOf(one.peer ?? '') !== otherAgents.nameOf(other.peer ?? '')) differs.push('peer');
  if (differInEffects([one, agents], [other, otherAgents])) differs.push('effects');
  if (differInProblems(one, other)) differs.push('problems');
  return differs.length === 0 ? NOTHING : differs;
}

function differInEffects([one, agents]: NamedStep, [other, otherAgents]: NamedStep): boolean {
  const [ones, others] = [one.effects.filter(isDeed), other.effects.filter(isDeed)];
  return (
    ones.length !== others.length ||
    ones.some((effect, place) => deedOf(effect, agents) !== deedOf(others[place] as Effect, otherAgents))
  );
}

// Usage differs in every run.
function isDeed(effect: Effect): boolean {
  return effect.do !== 'usage';
}

function deedOf(effect: Effect, agents: AgentNamer): string {
  switch (effect.do) {
    case 'write':
      return `write ${effect.operation} ${maskUniqueValues(effect.path)}`;
    case 'document':
      return `document ${effect.status} ${effect.name}`;
    case 'decision':
    case 'note':
      return `${effect.do} ${maskIds(effect.text)}`;
    case 'question':
    case 'gap':
      return `${effect.do} ${effect.status} ${maskUniqueValues(effect.id)}`;
    case 'handoff':
      return `handoff ${agents.nameOf(effect.to)}`;
    case 'call':
      return `call ${effect.tool}`;
    case 'result':
      return `result ${effect.ok} ${effect.tool ?? ''}`;
    case 'budget':
    case 'approval':
      return `${effect.do} ${effect.state}`;
    case 'evaluation':
      return `evaluation ${effect.name} ${effect.label ?? ''}`;
    case 'usage':
      return 'usage';
  }
}

function differInProblems({ problems: one }: Step, { problems: other }: Step): boolean {
  return one.error !== other.error || one.warning !== other.warning || one.info !== other.info;
}

/** Gives the agents of a run names that can be compared with those of another run. */
interface AgentNamer {
  /** Learns the ids in the names of a step's agents. Call it for every step before `nameOf`. */
  learn(step: Step): void;
  /** The name without ids. */
  nameOf(name: string): string;
}

/**
 * Masks the ids in the names of agents: a log calls a sub-agent without a name by its random id, or by the end of the id
 * of the call that started it.
 */
function agentNamer(run: IndexedRun): AgentNamer {
  const names = new Map<string, string>();
  const looked = new Set<string>();

  function learnName(name: string, parent: number): void {
    const pair = `${parent} ${name}`;
    if (looked.has(pair)) return;
    looked.add(pair);
    const dash = name.lastIndexOf('-');
    if (dash > 0 && endsWithin(run.step(parent).key ?? '', name.slice(dash + 1)))
      names.set(name, `${name.slice(0, dash)}-#`);
  }

  return {
    learn({ agent, peer, parent }) {
      if (parent === undefined) return;
      if (agent !== undefined) learnName(agent, parent);
      if (peer !== undefined) learnName(peer, parent);
    },
    nameOf(name) {
      const known = names.get(name) ?? maskUniqueValues(name);
      names.set(name, known);
      return known;
    },
  };
}

/** Returns whether an id ends with `end` in the middle of a word. A whole word at the end may be a name. */
function endsWithin(id: string, end: string): boolean {
  return end !== '' && id.endsWith(end) && /[a-z\d]/i.test(id.charAt(id.length - end.length - 1));
}

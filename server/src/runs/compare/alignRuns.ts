import type { Step } from '../../model/run';
import { maskIds } from '../../text/names/maskIds';
import type { IndexedRun } from '../assembly/indexedRun';
import { type AgentNamer, agentNamer } from './agentNamer';
import { alignSequences } from './alignSequences';
import { stepDifferences } from './stepDifferences';

/** Two runs side by side. A row is an index in each of the lists. */
export interface Alignment {
  count: number;
  /** Steps of the two runs, each ascending; -1 where a run has none. */
  one: Int32Array;
  other: Int32Array;
  /** The differences of each row: empty for most; `order` for a step that the other run has elsewhere. */
  differs: readonly (readonly string[])[];
}

/**
 * Aligns two runs by who did what, in order, regardless of time. Steps with the same title, apart from ids and numbers,
 * are aligned first; between those, steps with the same agent and kind, or the same tool. Contains each step of both
 * runs once.
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

/** The rows of steps that both runs have, but at different places. */
function movedRows({ one, other }: Rows, ones: readonly number[], others: readonly number[]): Set<number> {
  const alone = new Map<number, number[]>();
  for (const [row, step] of one.entries()) {
    if ((other[row] as number) >= 0) continue;
    const name = ones[step] as number;
    const same = alone.get(name);
    if (same) same.push(row);
    else alone.set(name, [row]);
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

/** The names that distinguish the steps of a run, as numbers that stand for texts. */
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

/** Steps that only the first run has precede those that only the second has. */
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

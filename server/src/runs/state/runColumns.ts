import type { Effect, Outcome, Step } from '../../model/run';
import type { Mark } from '../../shared/replay';
import { toMilliseconds } from '../../text/time/instant';
import type { IndexedRun } from '../assembly/indexedRun';
import { isOpenStatus } from './openStatus';

/**
 * What is asked of all the steps of a run again and again, a column each: a step is a place in each of them. Steps by the
 * hundred thousand are looked through in a millisecond so.
 */
export interface RunColumns {
  count: number;
  /** Nanoseconds since 1970 of the first time that a step says; undefined where none does. */
  origin?: bigint;
  /** Milliseconds since then; of a step that says no time, those of the step before it. Never goes below 0. */
  start: Float64Array;
  /** At least the start. */
  end: Float64Array;
  /** 1 where the step says its time itself. */
  timed: Uint8Array;
  lane: Int32Array;
  lanes: readonly Lane[];
  /** -1 for none; always less than the step itself. */
  parent: Int32Array;
  depth: Int32Array;
  /** How many steps are nested in it, at any depth. */
  holds: Int32Array;
  /** Places in `OUTCOMES`. */
  outcome: Uint8Array;
  /** Bits, as `MARKS` has them. */
  marks: Uint8Array;
  /** NaN where it says none. */
  confidence: Float64Array;
  /** What it used, all that it says of it added up; NaN where it says nothing. */
  tokens: Float64Array;
  cost: Float64Array;
  /** How many there are, of all severities. */
  problems: Uint32Array;
  /** Places in `kinds`. */
  kind: Int32Array;
  /** In the order in which they come up. */
  kinds: readonly string[];
  /** The last end: milliseconds. */
  length: number;
}

/** An agent's steps stand in a lane; those of nobody in one that is named as their protocol. */
export interface Lane {
  name: string;
  nameless?: true;
  steps: number;
}

export const OUTCOMES: readonly Outcome[] = ['ok', 'failed', 'pending', 'unknown'];
export const MARKS: readonly Mark[] = ['error', 'problem', 'retry', 'approval', 'budget', 'question'];

/** The bit of a mark. */
export function bitOf(mark: Mark): number {
  return 1 << MARKS.indexOf(mark);
}

/** The marks of some bits, worst first. */
export function marksOf(bits: number): Mark[] {
  return bits === 0 ? [] : MARKS.filter((_, place) => bits & (1 << place));
}

/** @param nobody what the lane of steps is called that say no agent, nor are nested in one that does */
export function runColumns(run: IndexedRun, nobody: string): RunColumns {
  const columns = emptyColumns(run.summary.steps);
  const lanes: Lane[] = [];
  const kinds: string[] = [];
  const laneOf = placeFinder<string | undefined>(agent =>
    lanes.push(agent === undefined ? { name: nobody, nameless: true, steps: 0 } : { name: agent, steps: 0 }),
  );
  const kindOf = placeFinder<string>(kind => kinds.push(kind));
  const isRetry = retryFinder();
  const origin = run.summary.startedAt;
  let now = 0;
  let length = 0;
  for (let index = 0; index < columns.count; index++) {
    const step = run.step(index);
    const { at, duration, agent } = step;
    if (at !== undefined && origin !== undefined) {
      now = Math.max(0, toMilliseconds(at - origin));
      columns.timed[index] = 1;
    }
    const end = now + (duration === undefined ? 0 : Math.max(0, toMilliseconds(duration)));
    columns.start[index] = now;
    columns.end[index] = end;
    if (end > length) length = end;
    // Where iterations are told by some files alone a step may stand before the one that it says it is nested in.
    const parent = step.parent !== undefined && step.parent < index ? step.parent : -1;
    columns.parent[index] = parent;
    if (parent >= 0) columns.depth[index] = (columns.depth[parent] as number) + 1;
    const lane = agent === undefined && parent >= 0 ? (columns.lane[parent] as number) : laneOf(agent);
    columns.lane[index] = lane;
    (lanes[lane] as Lane).steps++;
    columns.kind[index] = kindOf(step.kind);
    columns.outcome[index] = OUTCOMES.indexOf(step.outcome);
    if (step.confidence !== undefined) columns.confidence[index] = step.confidence;
    const { error, warning, info } = step.problems;
    columns.problems[index] = error + warning + info;
    columns.marks[index] =
      (error + warning > 0 ? PROBLEM : 0) | marksIn(step) | (isRetry(step, lane, columns) ? RETRY : 0);
    addUse(columns, step);
  }
  addHolds(columns);
  return { ...columns, lanes, kinds, length, ...(origin !== undefined && { origin }) };
}

function emptyColumns(count: number) {
  return {
    count,
    start: new Float64Array(count),
    end: new Float64Array(count),
    timed: new Uint8Array(count),
    lane: new Int32Array(count),
    parent: new Int32Array(count),
    depth: new Int32Array(count),
    holds: new Int32Array(count),
    outcome: new Uint8Array(count),
    marks: new Uint8Array(count),
    confidence: new Float64Array(count).fill(Number.NaN),
    tokens: new Float64Array(count).fill(Number.NaN),
    cost: new Float64Array(count).fill(Number.NaN),
    problems: new Uint32Array(count),
    kind: new Int32Array(count),
  };
}

/** Numbers what it is asked for, in the order in which it comes up. @param add puts it into a list, and returns how long that is now */
function placeFinder<Name>(add: (name: Name) => number): (name: Name) => number {
  const known = new Map<Name, number>();
  return name => {
    let place = known.get(name);
    if (place === undefined) {
      place = add(name) - 1;
      known.set(name, place);
    }
    return place;
  };
}

const [ERROR, PROBLEM, RETRY, APPROVAL, BUDGET, QUESTION] = MARKS.map(bitOf) as [
  number,
  number,
  number,
  number,
  number,
  number,
];

function marksIn({ outcome, effects, kind }: Step): number {
  let bits = 0;
  if (outcome === 'failed') bits |= ERROR;
  if (kind.includes('checkpoint')) bits |= APPROVAL;
  for (const effect of effects) {
    if (effect.do === 'approval') bits |= APPROVAL;
    else if (effect.do === 'budget') bits |= BUDGET;
    else if (effect.do === 'question' && isOpenStatus(effect.status)) bits |= QUESTION;
  }
  return bits;
}

/**
 * A step is a retry where it says so, or where the last of its lane that did the same had failed before. A log may announce
 * a retry, and then tell of the call: these are one.
 */
function retryFinder(): (step: Step, lane: number, columns: Pick<RunColumns, 'start' | 'end' | 'timed'>) => boolean {
  const failed = new Map<string, number>();
  const announced = new Map<string, number>();
  return ({ kind, title, effects, outcome, retry, index }, lane, { start, end, timed }) => {
    if (retry !== undefined) announced.set(retry, (announced.get(retry) ?? 0) + 1);
    if (outcome !== 'failed' && failed.size === 0) return retry !== undefined;
    const tool = toolIn(effects);
    const what = `${lane} ${kind}\0${tool ?? withoutOutcome(title)}`;
    const over = failed.get(what);
    // What goes on beside it was not begun because it failed.
    const again = over !== undefined && (timed[index] !== 1 || (start[index] as number) >= over);
    if (outcome === 'failed') failed.set(what, timed[index] === 1 ? (end[index] as number) : Number.NEGATIVE_INFINITY);
    else if (again) failed.delete(what);
    if (retry !== undefined) return true;
    const expected = again && tool !== undefined ? (announced.get(tool) ?? 0) : 0;
    if (tool !== undefined && expected > 0) announced.set(tool, expected - 1);
    return again && expected === 0;
  };
}

function toolIn(effects: readonly Effect[]): string | undefined {
  for (const effect of effects) if ((effect.do === 'call' || effect.do === 'result') && effect.tool) return effect.tool;
  return undefined;
}

// What failed says so in its title, after what was tried.
function withoutOutcome(title: string): string {
  const end = title.indexOf(' · ');
  return end < 0 ? title : title.slice(0, end);
}

function addUse({ tokens, cost }: Pick<RunColumns, 'tokens' | 'cost'>, { index, effects }: Step): void {
  for (const effect of effects) {
    if (effect.do !== 'usage') continue;
    if (effect.tokens !== undefined) tokens[index] = (tokens[index] || 0) + effect.tokens;
    if (effect.cost !== undefined) cost[index] = (cost[index] || 0) + effect.cost;
  }
}

function addHolds({ count, parent, holds }: Pick<RunColumns, 'count' | 'parent' | 'holds'>): void {
  for (let index = count - 1; index >= 0; index--) {
    const above = parent[index] as number;
    if (above >= 0) holds[above] = (holds[above] as number) + 1 + (holds[index] as number);
  }
}

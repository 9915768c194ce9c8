import type { Mark } from '../model/replay';
import type { Outcome, Step } from '../model/run';
import { millisecondsOf } from '../text/instant';
import type { IndexedRun } from './indexedRun';
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
  const count = run.summary.steps;
  const columns = {
    count,
    start: new Float64Array(count),
    end: new Float64Array(count),
    timed: new Uint8Array(count),
    lane: new Int32Array(count),
    parent: new Int32Array(count).fill(-1),
    depth: new Int32Array(count),
    holds: new Int32Array(count),
    outcome: new Uint8Array(count),
    marks: new Uint8Array(count),
    confidence: new Float64Array(count).fill(Number.NaN),
  };
  const lanes: Lane[] = [];
  const laneNamed = laneFinder(lanes, nobody);
  const isRetry = retryFinder();
  const origin = run.summary.startedAt;
  let now = 0;
  let length = 0;
  for (let index = 0; index < count; index++) {
    const step = run.step(index);
    const { at, duration, parent, agent, outcome, confidence } = step;
    if (at !== undefined && origin !== undefined) {
      now = millisecondsOf(at - origin);
      columns.timed[index] = 1;
    }
    columns.start[index] = now;
    const end = now + (duration === undefined ? 0 : millisecondsOf(duration));
    columns.end[index] = end;
    if (end > length) length = end;
    if (parent !== undefined) {
      columns.parent[index] = parent;
      columns.depth[index] = (columns.depth[parent] as number) + 1;
    }
    const lane = agent === undefined && parent !== undefined ? (columns.lane[parent] as number) : laneNamed(agent);
    columns.lane[index] = lane;
    (lanes[lane] as Lane).steps++;
    columns.outcome[index] = OUTCOMES.indexOf(outcome);
    columns.marks[index] = marksIn(step) | (isRetry(step, lane) ? bitOf('retry') : 0);
    if (confidence !== undefined) columns.confidence[index] = confidence;
  }
  for (let index = count - 1; index >= 0; index--) {
    const parent = columns.parent[index] as number;
    if (parent >= 0) columns.holds[parent] = (columns.holds[parent] as number) + 1 + (columns.holds[index] as number);
  }
  return { ...columns, lanes, length, ...(origin !== undefined && { origin }) };
}

function laneFinder(lanes: Lane[], nobody: string): (agent: string | undefined) => number {
  const known = new Map<string | undefined, number>();
  return agent => {
    let lane = known.get(agent);
    if (lane === undefined) {
      lane =
        lanes.push(agent === undefined ? { name: nobody, nameless: true, steps: 0 } : { name: agent, steps: 0 }) - 1;
      known.set(agent, lane);
    }
    return lane;
  };
}

function marksIn({ outcome, problems, effects, kind }: Step): number {
  let bits = 0;
  if (outcome === 'failed') bits |= bitOf('error');
  if (problems.error + problems.warning > 0) bits |= bitOf('problem');
  if (kind.includes('checkpoint')) bits |= bitOf('approval');
  for (const effect of effects) {
    if (effect.do === 'approval') bits |= bitOf('approval');
    else if (effect.do === 'budget') bits |= bitOf('budget');
    else if (effect.do === 'question' && isOpenStatus(effect.status)) bits |= bitOf('question');
  }
  return bits;
}

/** A step is a retry where the last of its lane that did the same had failed. */
function retryFinder(): (step: Step, lane: number) => boolean {
  const failed = new Set<string>();
  return ({ kind, title, effects, outcome }, lane) => {
    if (outcome !== 'failed' && failed.size === 0) return false;
    const call = effects.find(effect => effect.do === 'call');
    // What failed says so in its title, after what was tried.
    const what = `${lane} ${kind} ${call?.tool ?? title.replace(/ · .*$/s, '')}`;
    const again = failed.has(what);
    if (outcome === 'failed') failed.add(what);
    else failed.delete(what);
    return again;
  };
}

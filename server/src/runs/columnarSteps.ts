import type { Effect, Outcome, Step } from '../model/run';
import type { Mark } from '../shared/replay/index';
import { toMilliseconds } from '../text/parseTime';
import type { IndexedRun } from './assembly/indexedRun';
import { isOpenStatus } from './stateHistory';

/**
 * The most used facts about all steps of a workflow run, one array per fact, indexed by step. A scan of a hundred thousand steps takes a
 * millisecond.
 */
export interface ColumnarSteps {
  count: number;
  /** The earliest time that a step reports, in nanoseconds since 1970; undefined if no step has one. */
  origin?: bigint;
  /** Milliseconds since the origin; a step without a time has the start of the previous step. Never negative. */
  start: Float64Array;
  /** At least the start. */
  end: Float64Array;
  /** 1 where the step reports its own time. */
  timed: Uint8Array;
  lane: Int32Array;
  lanes: readonly Lane[];
  /** The index of the enclosing step, always less than the step's own; -1 for none. */
  parent: Int32Array;
  depth: Int32Array;
  /** The number of steps nested in it, at any depth. */
  holds: Int32Array;
  /** Indices in `OUTCOMES`. */
  outcome: Uint8Array;
  /** Bits, one per entry of `MARKS`. */
  marks: Uint8Array;
  /** NaN where the step reports none. */
  confidence: Float64Array;
  /** Total token usage; NaN where the step reports none. */
  tokens: Float64Array;
  cost: Float64Array;
  /** The total of input tokens from the cache; undefined if no step reports them. */
  cached?: number;
  /** 1 for a call whose time was spent waiting for a person: its `end` equals its `start`. */
  waited: Uint8Array;
  /** The number of problems of all severities. */
  problems: Uint32Array;
  /** Indices in `kinds`. */
  kind: Int32Array;
  /** In order of first appearance. */
  kinds: readonly string[];
  /** Indices in `services`; -1 for a step that names no service. */
  service: Int32Array;
  services: readonly string[];
  /** 1 for a step that states its duration. */
  lasts: Uint8Array;
  /** 1 where the step calls a tool. */
  calls: Uint8Array;
  /** By step, the names that it addresses or hands over to, each once. */
  addressees: readonly (readonly string[])[];
  /** The latest end, in milliseconds since the origin. */
  length: number;
}

/** The lane of an agent's steps; steps without an agent are in a lane named after their protocol. */
export interface Lane {
  name: string;
  nameless?: true;
  steps: number;
}

export const OUTCOMES: readonly Outcome[] = ['ok', 'failed', 'pending', 'unknown'];
export const MARKS: readonly Mark[] = ['error', 'problem', 'retry', 'approval', 'budget', 'question'];

/** Returns the bit of a mark. */
export function bitOf(mark: Mark): number {
  return 1 << MARKS.indexOf(mark);
}

/** Returns the marks of a bit set, worst first. */
export function marksOf(bits: number): Mark[] {
  return bits === 0 ? [] : MARKS.filter((_, place) => bits & (1 << place));
}

/** Returns whether a step calls a tool. */
export function callsTool(effects: readonly Effect[]): boolean {
  return effects.some(effect => effect.do === 'call');
}

/**
 * Computes the columns of a run.
 *
 * @param nobody the name of the lane of steps that have no agent and are not nested in a step of one
 */
export function columnarSteps(run: IndexedRun, nobody: string): ColumnarSteps {
  const columns = emptyColumns(run.summary.steps);
  const lanes: Lane[] = [];
  const kinds: string[] = [];
  const services: string[] = [];
  const addressees: (readonly string[])[] = [];
  const laneOf = placeFinder<string | undefined>(agent =>
    lanes.push(agent === undefined ? { name: nobody, nameless: true, steps: 0 } : { name: agent, steps: 0 }),
  );
  const kindOf = placeFinder<string>(kind => kinds.push(kind));
  const serviceOf = placeFinder<string>(service => services.push(service));
  const addresseesOf = addresseeFinder();
  const isRetry = retryFinder();
  const origin = run.summary.startedAt;
  let now = 0;
  let length = 0;
  let cached: number | undefined;
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
    // Where only some files report iterations, a step may precede its parent.
    const parent = step.parent !== undefined && step.parent < index ? step.parent : -1;
    columns.parent[index] = parent;
    if (parent >= 0) columns.depth[index] = (columns.depth[parent] as number) + 1;
    const lane = agent === undefined && parent >= 0 ? (columns.lane[parent] as number) : laneOf(agent);
    columns.lane[index] = lane;
    (lanes[lane] as Lane).steps++;
    columns.kind[index] = kindOf(step.kind);
    columns.service[index] = step.service === undefined ? -1 : serviceOf(step.service);
    columns.lasts[index] = duration === undefined ? 0 : 1;
    columns.calls[index] = callsTool(step.effects) ? 1 : 0;
    addressees.push(addresseesOf(step));
    columns.outcome[index] = OUTCOMES.indexOf(step.outcome);
    if (step.confidence !== undefined) columns.confidence[index] = step.confidence;
    const { error, warning, info } = step.problems;
    columns.problems[index] = error + warning + info;
    columns.marks[index] =
      (error + warning > 0 ? PROBLEM : 0) | marksIn(step) | (isRetry(step, lane, columns) ? RETRY : 0);
    for (const effect of step.effects) {
      if (effect.do === 'usage' && effect.cached !== undefined) cached = (cached ?? 0) + effect.cached;
    }
    addUse(columns, step);
    if (mayHaveWaited(step)) columns.waited[index] = 1;
  }
  addHolds(columns);
  endWaits(columns);
  return {
    ...columns,
    lanes,
    kinds,
    services,
    addressees,
    length,
    ...(origin !== undefined && { origin }),
    ...(cached !== undefined && { cached }),
  };
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
    service: new Int32Array(count),
    lasts: new Uint8Array(count),
    calls: new Uint8Array(count),
    waited: new Uint8Array(count),
  };
}

/**
 * Numbers names in order of first appearance.
 *
 * @param add adds a name to a list, and returns the new length
 */
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

/** Returns a function from a step to the names that it addresses. Steps with the same single addressee share a list. */
function addresseeFinder(): (step: Step) => readonly string[] {
  const single = new Map<string, readonly string[]>();
  return ({ peer, effects }) => {
    let first = peer;
    let all: Set<string> | undefined;
    for (const effect of effects) {
      if (effect.do !== 'handoff') continue;
      first ??= effect.to;
      if (effect.to === first) continue;
      all ??= new Set([first]);
      all.add(effect.to);
    }
    if (all) return [...all];
    if (first === undefined) return NOBODY;
    let list = single.get(first);
    if (!list) {
      list = [first];
      single.set(first, list);
    }
    return list;
  };
}

const NOBODY: readonly string[] = [];

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
 * Returns a function that returns whether a step is a retry: the step says so, or the last step of its lane with the same action had
 * failed. A log may announce a retry and then report the call; the two count as one retry.
 */
function retryFinder(): (step: Step, lane: number, columns: Pick<ColumnarSteps, 'start' | 'end' | 'timed'>) => boolean {
  const failed = new Map<string, number>();
  const announced = new Map<string, number>();
  return ({ kind, title, effects, outcome, retry, index }, lane, { start, end, timed }) => {
    if (retry !== undefined) announced.set(retry, (announced.get(retry) ?? 0) + 1);
    if (outcome !== 'failed' && failed.size === 0) return retry !== undefined;
    const tool = toolIn(effects);
    const what = `${lane} ${kind}\0${tool ?? withoutOutcome(title)}`;
    const over = failed.get(what);
    // A concurrent step was not started because of the failure.
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

// The title without its outcome, which follows the action.
function withoutOutcome(title: string): string {
  const end = title.indexOf(' · ');
  return end < 0 ? title : title.slice(0, end);
}

function addUse({ tokens, cost }: Pick<ColumnarSteps, 'tokens' | 'cost'>, { index, effects }: Step): void {
  for (const effect of effects) {
    if (effect.do !== 'usage') continue;
    if (effect.tokens !== undefined) tokens[index] = (tokens[index] || 0) + effect.tokens;
    if (effect.cost !== undefined) cost[index] = (cost[index] || 0) + effect.cost;
  }
}

/** Sets the end of calls that waited for a person to their start. Keeps calls with nested steps, which were at work. */
function endWaits({
  count,
  holds,
  waited,
  start,
  end,
}: Pick<ColumnarSteps, 'count' | 'holds' | 'waited' | 'start' | 'end'>): void {
  for (let index = 0; index < count; index++) {
    if (waited[index] !== 1) continue;
    if ((holds[index] as number) > 0) waited[index] = 0;
    else end[index] = start[index] as number;
  }
}

function addHolds({ count, parent, holds }: Pick<ColumnarSteps, 'count' | 'parent' | 'holds'>): void {
  for (let index = count - 1; index >= 0; index--) {
    const above = parent[index] as number;
    if (above >= 0) holds[above] = (holds[above] as number) + 1 + (holds[index] as number);
  }
}

/**
 * Returns whether a call may have waited for a person: its tool asks a person, the person refused it, or an hour or more lies between the
 * call and its result in a log without durations. No tool in such logs works that long by itself.
 */
function mayHaveWaited({ effects, duration, isElapsed, outcome, failure = '' }: Step): boolean {
  if (!isElapsed || duration === undefined) return false;
  for (const effect of effects) {
    if (effect.do !== 'call') continue;
    if (duration > HOUR || ASKING.has(effect.tool.replace(/[_-]/g, '').toLowerCase())) return true;
    if (outcome === 'failed' && REFUSED.test(failure)) return true;
  }
  return false;
}

const HOUR = 3_600_000_000_000n;

/** The tools of coding agents that ask the user. */
const ASKING: ReadonlySet<string> = new Set([
  'askuserquestion',
  'exitplanmode',
  'requestuserinput',
  'askuser',
  'askfollowupquestion',
  'askhuman',
  'humaninput',
]);

const REFUSED = /\b(?:the user doesn't want to|rejected by (?:the )?user|user (?:rejected|declined|denied))\b/i;

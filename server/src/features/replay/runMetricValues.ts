import { type AttributeReader, attributeReader, STEP_ATTRIBUTES } from '../../families/otlp/spanAttributes';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { bitOf, type ColumnarSteps, OUTCOMES } from '../../runs/columnarSteps';
import type { AgentMetrics } from '../../shared/replay/index';
import { isObject } from '../../text/jsonPointer';
import { plain } from '../runs/treeNodeTexts';
import { columnsOf, type EnvelopeContent, type EnvelopeReader, memoizePerRun } from './replayedRun';
import { parsedEnvelope } from './stepFamilies';

/** The metrics of a workflow run, such as its duration, tokens and cost. Times are in milliseconds; unknown times are left out. */
export interface RunMetricValues {
  duration?: number;
  steps: number;
  agents: number;
  failed: number;
  retries: number;
  problems?: number;
  /** The longest time between two steps, and the step after it. */
  wait?: { time: number; step: number };
  confidence?: { mean: number; lowest: number; step: number };
  tokens?: number;
  cost?: number;
  /** For each step, the time since the end of the previous step; NaN if unknown. */
  waits: Float64Array;
  /** One entry per lane. */
  lanes: AgentMetrics[];
}

/** Computes the metrics of a run. With a reader, an export has no problems: it was not checked, which is not the same as none. */
export function runMetricValues(run: IndexedRun, reader?: EnvelopeReader): RunMetricValues {
  const values = memoizePerRun(run, figures);
  if (!reader || !isExport(run, reader)) return values;
  const { problems: _, ...known } = values;
  return { ...known, lanes: values.lanes.map(({ problems: _, ...lane }) => lane) };
}

/** Returns whether a run is read from our own export, which its first step tells: it is not merged with other runs. */
export function isExport({ summary, step }: IndexedRun, { text }: EnvelopeReader): boolean {
  const [first] = summary.steps > 0 ? step(0).envelopes : [];
  return first !== undefined && exportedAttributes(text(first)) !== undefined;
}

/** Returns the attributes that our export gives a step, of a span or of a step of a trajectory; undefined for any other envelope. */
export function exportedAttributes(read: EnvelopeContent): AttributeReader | undefined {
  const { value } = parsedEnvelope(read);
  const attributes = isObject(value) ? attributeReader(value['attributes'] ?? value['extra']) : undefined;
  return attributes?.(STEP_ATTRIBUTES.kind) === undefined ? undefined : attributes;
}

function figures(run: IndexedRun): RunMetricValues {
  const columns = columnsOf(run);
  const waits = waitsOf(columns);
  const lanes = laneFigures(columns, waits);
  const sum = (name: 'failed' | 'retries') => lanes.reduce((total, lane) => total + lane[name], 0);
  const { problems } = run.summary;
  const wait = highest(waits);
  return {
    ...(columns.length > 0 && { duration: columns.length }),
    steps: columns.count,
    agents: run.summary.agents.length,
    failed: sum('failed'),
    retries: sum('retries'),
    // Some problems belong to no step.
    problems: problems.error + problems.warning + problems.info,
    ...(wait !== undefined && { wait: { time: waits[wait] as number, step: wait } }),
    ...confidenceOf(columns.confidence),
    ...totalOf(lanes, 'tokens'),
    ...totalOf(lanes, 'cost'),
    waits,
    lanes,
  };
}

function waitsOf({ count, start, end, timed }: ColumnarSteps): Float64Array {
  const waits = new Float64Array(count).fill(Number.NaN);
  for (let step = 1; step < count; step++) {
    if (timed[step] !== 1 || timed[step - 1] !== 1) continue;
    waits[step] = Math.max(0, (start[step] as number) - (end[step - 1] as number));
  }
  return waits;
}

function laneFigures(columns: ColumnarSteps, waits: Float64Array): AgentMetrics[] {
  const { count, lane, lanes, outcome, marks, problems, confidence, tokens, cost } = columns;
  const busy = busyTimes(columns);
  const all = lanes.map(({ name, steps }, index): AgentMetrics => {
    const time = busy[index];
    return {
      name: plain(name) || 'agent',
      lane: index,
      steps,
      failed: 0,
      retries: 0,
      problems: 0,
      ...(time !== undefined && { busy: time }),
    };
  });
  const sure = new Int32Array(lanes.length);
  for (let step = 0; step < count; step++) {
    const own = all[lane[step] as number] as AgentMetrics;
    if (outcome[step] === FAILED) own.failed++;
    if ((marks[step] as number) & RETRY) own.retries++;
    add(own, 'problems', problems[step] as number);
    add(own, 'waited', waits[step] as number);
    add(own, 'tokens', tokens[step] as number);
    add(own, 'cost', cost[step] as number);
    if (Number.isNaN(confidence[step])) continue;
    add(own, 'confidence', confidence[step] as number);
    sure[own.lane] = (sure[own.lane] as number) + 1;
  }
  for (const own of all) if (own.confidence !== undefined) own.confidence /= sure[own.lane] as number;
  return all;
}

const FAILED = OUTCOMES.indexOf('failed');
const RETRY = bitOf('retry');

function add(own: AgentMetrics, name: 'waited' | 'problems' | 'tokens' | 'cost' | 'confidence', value: number): void {
  if (!Number.isNaN(value)) own[name] = (own[name] ?? 0) + value;
}

function highest(values: Float64Array): number | undefined {
  let found: number | undefined;
  for (let at = 0; at < values.length; at++) {
    if ((values[at] as number) > (found === undefined ? 0 : (values[found] as number))) found = at;
  }
  return found;
}

function confidenceOf(values: Float64Array): Pick<RunMetricValues, 'confidence'> {
  let sum = 0;
  let count = 0;
  let step = -1;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
    if (step < 0 || value < (values[step] as number)) step = at;
  }
  return count === 0 ? {} : { confidence: { mean: sum / count, lowest: values[step] as number, step } };
}

function totalOf<Name extends 'tokens' | 'cost'>(
  lanes: readonly AgentMetrics[],
  name: Name,
): { [name in Name]?: number } {
  const values = lanes.flatMap(lane => lane[name] ?? []);
  if (values.length === 0) return {};
  return { [name]: values.reduce((sum, one) => sum + one, 0) } as { [name in Name]?: number };
}

/** Returns, for each lane, the milliseconds in which at least one step ran; undefined if no step has a duration. */
function busyTimes({ start, end, timed, lane, lanes, count }: ColumnarSteps): (number | undefined)[] {
  const busy = new Array<number | undefined>(lanes.length);
  // For each lane, the end of the counted time.
  const counted = new Float64Array(lanes.length).fill(Number.NEGATIVE_INFINITY);
  for (const step of inOrderOfStart(start, count)) {
    const at = lane[step] as number;
    const to = end[step] as number;
    const from = Math.max(start[step] as number, counted[at] as number);
    if (timed[step] !== 1 || to <= (start[step] as number)) continue;
    busy[at] = (busy[at] ?? 0) + Math.max(0, to - from);
    counted[at] = Math.max(counted[at] as number, to);
  }
  return busy;
}

function inOrderOfStart(start: Float64Array, count: number): Int32Array {
  const steps = Int32Array.from({ length: count }, (_, step) => step);
  const isInOrder = steps.every(step => step === 0 || (start[step - 1] as number) <= (start[step] as number));
  return isInOrder ? steps : steps.sort((a, b) => (start[a] as number) - (start[b] as number));
}

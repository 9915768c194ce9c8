import type { Effect, Step, TokenCounts } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { formatNumber, t } from '../../shared/l10n';
import type { Settings } from '../../shared/lspExtensions';
import type {
  AgentMetrics,
  KindMetrics,
  Metric,
  Metrics,
  ModelMetrics,
  RankedStep,
  ReplayAnswer,
  ReplayParams,
  Series,
} from '../../shared/replay/index';
import { durationText, millisecondsText } from '../../shared/times';
import { memoizeByVersion } from '../../text/memoize';
import { problemsText } from '../runs/problemCounts';
import { kindIcon } from '../runs/treeIcons';
import { costText, plain, unknownText } from '../runs/treeNodeTexts';
import { columnsOf, type EnvelopeReader, memoizePerRun, type ReplayedRun } from './replayedRun';
import { type RunMetricValues, runMetricValues } from './runMetricValues';
import { timelineLanes, workSpans } from './timelineLanes';

/** Returns the metrics of a workflow run, such as tokens and cost: totals, per agent, and over time. */
export function runMetrics(
  { run, reader, prices = {} }: ReplayedRun,
  _params: ReplayParams<'metrics'>,
): ReplayAnswer<'metrics'> {
  return memoizePerRun(run, createCache)(JSON.stringify(prices), undefined, () => metricsOf(run, reader, prices));
}

function createCache() {
  return memoizeByVersion<Metrics>(1);
}

function metricsOf(run: IndexedRun, reader: EnvelopeReader, prices: Settings['prices']): Metrics {
  const figures = runMetricValues(run, reader);
  const { confidence, tokens, cost } = columnsOf(run);
  const agents = busiest(figures.lanes);
  const more = figures.lanes.length - agents.length;
  const calls = callMetrics(run, prices);
  const priced = calls.models.reduce((sum, model) => sum + (model.priced ?? 0), 0);
  return {
    totals: totalsOf(run, figures, priced),
    agents,
    ...(more > 0 && { moreAgents: more }),
    ...calls,
    kinds: kindMetrics(run),
    confidence: downsample(confidence),
    waits: downsample(figures.waits),
    tokens: addedUp(tokens),
    cost: addedUp(cost),
  };
}

/** Returns lanes in their order; of very many lanes, only those with the most steps. */
function busiest(lanes: readonly AgentMetrics[]): AgentMetrics[] {
  if (lanes.length <= MOST_AGENTS) return [...lanes];
  return lanes
    .toSorted((a, b) => b.steps - a.steps)
    .slice(0, MOST_AGENTS)
    .sort((a, b) => a.lane - b.lane);
}

const MOST_AGENTS = 100;

function totalsOf(run: IndexedRun, figures: RunMetricValues, priced: number): Metric[] {
  const { duration, steps, agents, failed, retries, problems, wait, confidence, tokens, cost } = figures;
  const { summary } = run;
  const { cached = 0 } = columnsOf(run);
  const metrics: (Metric | undefined)[] = [
    duration === undefined ? undefined : { name: t`Duration`, value: millisecondsText(duration) },
    { name: t`Steps`, value: formatNumber(steps) },
    { name: t`Agents`, value: formatNumber(agents) },
    { name: t`Failed`, value: formatNumber(failed) },
    { name: t`Retries`, value: formatNumber(retries) },
    wait && { name: t`Longest wait`, value: millisecondsText(wait.time), about: t`before step ${wait.step + 1}` },
    confidence && {
      name: t`Confidence`,
      value: t`${twoDigits(confidence.mean)} on average`,
      about: t`lowest ${twoDigits(confidence.lowest)}, at step ${confidence.step + 1}`,
    },
    tokens === undefined
      ? undefined
      : {
          name: t`Tokens`,
          value: formatNumber(tokens),
          ...about(cached > 0 ? t`${formatNumber(cached)} of them cached` : undefined),
        },
    cost === undefined && priced === 0
      ? undefined
      : {
          name: t`Cost`,
          value: costText((cost ?? 0) + priced),
          ...(priced > 0 && {
            about: cost === undefined ? t`by your prices` : t`${costText(priced)} of it by your prices`,
          }),
        },
    problems === undefined
      ? undefined
      : { name: t`Problems`, value: formatNumber(problems), ...about(problemsText(summary.problems)) },
    unknownMetric(summary),
  ];
  return metrics.filter(metric => metric !== undefined);
}

/** The records of the run's logs that are not shown, since no reader knows them. */
function unknownMetric(summary: IndexedRun['summary']): Metric | undefined {
  const text = unknownText(summary);
  if (text === undefined) return undefined;
  const total = Object.values(summary.unknown ?? {}).reduce((sum, count) => sum + count, 0);
  return { name: t`Not read`, value: formatNumber(total), about: text };
}

function about(text: string | undefined): Pick<Metric, 'about'> {
  return text === undefined ? {} : { about: text };
}

function twoDigits(confidence: number): string {
  return String(Number(confidence.toFixed(2)));
}

function addedUp(values: Float64Array): Series {
  const sums = new Float64Array(values.length).fill(Number.NaN);
  let sum = 0;
  for (let step = 0; step < values.length; step++) {
    if (Number.isNaN(values[step])) continue;
    sum += values[step] as number;
    sums[step] = sum;
  }
  return downsample(sums);
}

/**
 * Reduces a chart to at most `most` points, keeping the minimum and maximum of each bucket, so that its shape stays.
 *
 * @param values a value per step; NaN if the step has none
 */
export function downsample(values: Float64Array, most = 300): Series {
  const steps: number[] = [];
  for (let step = 0; step < values.length; step++) if (!Number.isNaN(values[step])) steps.push(step);
  const pointOf = (step: number) => ({ step, value: values[step] as number });
  if (steps.length <= most) return steps.map(pointOf);
  const last = steps.pop() as number;
  const first = steps.shift() as number;
  const pieces = Math.floor((most - 2) / 2);
  const extremes = Array.from({ length: pieces }, (_, piece) =>
    extremesIn(values, steps, (piece * steps.length) / pieces, ((piece + 1) * steps.length) / pieces),
  );
  return [first, ...extremes.flat(), last].map(pointOf);
}

function extremesIn(values: Float64Array, steps: readonly number[], from: number, to: number): number[] {
  const begin = Math.floor(from);
  let [lowest, highest] = [steps[begin] as number, steps[begin] as number];
  for (let at = begin; at < Math.floor(to); at++) {
    const step = steps[at] as number;
    if ((values[step] as number) < (values[lowest] as number)) lowest = step;
    if ((values[step] as number) > (values[highest] as number)) highest = step;
  }
  return lowest === highest ? [lowest] : [lowest, highest].sort((a, b) => a - b);
}

/** Returns the steps and the time of each kind. The time of a step excludes times when a nested step ran. */
function kindMetrics(run: IndexedRun): KindMetrics[] {
  const { count, parent } = columnsOf(run);
  const { lane, lanes } = timelineLanes(run, 'kind');
  const { from, to } = workSpans(run);
  const own = ownTimes({ count, parent, from, to });
  const times = new Float64Array(lanes.length);
  for (let step = 0; step < count; step++) {
    const at = lane[step] as number;
    times[at] = (times[at] as number) + (own[step] as number);
  }
  return lanes
    .map(({ name, icon = 'zap', steps }, at): KindMetrics => {
      const time = times[at] as number;
      return { name, icon, steps, ...(time > 0 && { time }) };
    })
    .sort((one, other) => (other.time ?? 0) - (one.time ?? 0));
}

interface Spans {
  count: number;
  parent: Int32Array;
  from: Float64Array;
  to: Float64Array;
}

/** Returns the time of each step without its nested steps. Counts a time that several nested steps share once. */
function ownTimes({ count, parent, from, to }: Spans): Float64Array {
  const own = Float64Array.from(from, (begin, step) => (to[step] as number) - begin);
  const order = Int32Array.from({ length: count }, (_, step) => step).sort(
    (one, other) => (from[one] as number) - (from[other] as number),
  );
  // For each step, the end of the time that its nested steps cover so far.
  const filled = Float64Array.from(from);
  for (const step of order) {
    const above = parent[step] as number;
    if (above < 0) continue;
    const begin = Math.max(from[step] as number, filled[above] as number);
    const end = Math.min(to[step] as number, to[above] as number);
    if (end <= begin) continue;
    own[above] = (own[above] as number) - (end - begin);
    filled[above] = end;
  }
  return own;
}

/** The metrics from the model calls of a run: by model, and the steps with the longest time, most tokens, highest cost. */
type CallMetrics = Pick<Metrics, 'models' | 'slowest' | 'mostTokens' | 'costliest'>;

/** @param prices the prices for calls without a recorded cost */
function callMetrics(run: IndexedRun, prices: Settings['prices']): CallMetrics {
  const models = new Map<string, ModelMetrics>();
  const slowest: { step: Step; value: number }[] = [];
  const mostTokens: { step: Step; value: number }[] = [];
  const costliest: { step: Step; value: number }[] = [];
  const { kinds, waited } = columnsOf(run);
  // If usage has its own records, each record counts as a call, and the steps that name a model do not.
  const isApart = kinds.some(kind => kind.endsWith(':usage'));
  for (let index = 0; index < run.summary.steps; index++) {
    const step = run.step(index);
    const used = step.effects.filter(effect => effect.do === 'usage');
    let spent = 0;
    // A step of an agent or tool may name the model that works for it, but is no model call.
    const isOther = kindIcon(step.kind, false) === 'hubot' || step.effects.some(effect => effect.do === 'call');
    const isCall = step.model !== undefined && !isOther && !isApart && !step.isPartOfCall;
    if (used.length > 0 || isCall) {
      const name = step.model ?? '';
      const model = models.get(name) ?? { name, calls: 0 };
      models.set(name, model);
      model.calls++;
      for (const usage of used) {
        const { tokens, input, output, cached, written, reasoning } = usage;
        const priced = pricedCost(name, usage, prices);
        const cost = usage.cost ?? priced;
        addAmounts(model, { tokens, cost, input, output, cached, written, reasoning, priced });
        spent += cost ?? 0;
      }
    }
    const tokens = used.reduce((sum, effect) => sum + (effect.tokens ?? 0), 0);
    if (tokens > 0) keepLargest(mostTokens, { step, value: tokens });
    if (spent > 0) keepLargest(costliest, { step, value: spent });
    // Excludes steps with nested steps, which take at least as long.
    if (step.duration !== undefined && step.duration > 0n && waited[index] !== 1 && run.children(index).length === 0) {
      keepLargest(slowest, { step, value: Number(step.duration) });
    }
  }
  return {
    models: [...models.values()].sort((one, other) => (other.tokens ?? 0) - (one.tokens ?? 0)).slice(0, MOST_MODELS),
    slowest: slowest.map(({ step, value }) => ranked(step, durationText(BigInt(value)))),
    mostTokens: mostTokens.map(({ step, value }) =>
      ranked(step, value === 1 ? t`1 token` : t`${formatNumber(value)} tokens`),
    ),
    costliest: costliest.map(({ step, value }) => ranked(step, costText(value))),
  };
}

const MOST_MODELS = 50;
const MOST_STEPS = 5;

type Amounts = Partial<Record<'tokens' | 'cost' | 'priced' | Exclude<keyof TokenCounts, 'total'>, number | undefined>>;

function addAmounts(model: ModelMetrics, amounts: Amounts): void {
  for (const [name, amount] of Object.entries(amounts)) {
    if (amount === undefined) continue;
    const key = name as keyof Amounts;
    model[key] = (model[key] ?? 0) + amount;
  }
}

/** Adds a value to a list that keeps the largest few in descending order, the first of equal values. */
function keepLargest<T extends { value: number }>(list: T[], one: T): void {
  const at = list.findIndex(other => other.value < one.value);
  if (at < 0 && list.length >= MOST_STEPS) return;
  list.splice(at < 0 ? list.length : at, 0, one);
  if (list.length > MOST_STEPS) list.pop();
}

function ranked({ index, title, model }: Step, text: string): RankedStep {
  return { step: index, title: plain(title) || t`step`, text, ...(model !== undefined && { model: plain(model, 60) }) };
}

type Usage = Extract<Effect, { do: 'usage' }>;

/**
 * Returns the cost of a call by the price of its model, or of the longest prefix of the model's name with a price. Undefined
 * if the call has a recorded cost, or no recorded tokens.
 */
function pricedCost(
  model: string,
  { cost, input, output, cached = 0, written = 0 }: Usage,
  prices: Settings['prices'],
): number | undefined {
  if (cost !== undefined || (input === undefined && output === undefined)) return undefined;
  const name = Object.keys(prices)
    .filter(one => model.startsWith(one))
    .reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  const price = Object.hasOwn(prices, name) ? prices[name] : undefined;
  if (!price) return undefined;
  const fromCache = Math.min(cached, input ?? 0);
  const toCache = Math.min(written, (input ?? 0) - fromCache);
  const fresh = (input ?? 0) - fromCache - toCache;
  const ofCache = fromCache * (price.cached ?? price.input) + toCache * (price.written ?? price.input);
  return (fresh * price.input + ofCache + (output ?? 0) * price.output) / 1e6;
}

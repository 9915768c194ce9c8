import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import { durationText } from '../../../shared/durationText';
import type { Settings } from '../../../shared/protocol';
import type { AgentMetrics, Metric, Metrics, ReplayQuestions, Series } from '../../../shared/replay';
import { memoizeByVersion } from '../../../text/memoize';
import { problemsText } from '../../runs/problems';
import { numberText } from '../../runs/words';
import { columnsOf, memoizePerRun, type ReplayContext } from '../context/replayContext';
import { downsample } from './downsample';
import { kindMetrics } from './kindMetrics';
import { callMetrics, costText } from './modelMetrics';
import { type RunFigures, runFigures } from './runFigures';

/** The metrics of a run: totals, per agent, and over time. */
export function metrics(
  { run, prices = {} }: ReplayContext,
  _params: ReplayQuestions['metrics']['params'],
): ReplayQuestions['metrics']['answer'] {
  return memoizePerRun(run, createCache)(JSON.stringify(prices), undefined, () => metricsOf(run, prices));
}

function createCache() {
  return memoizeByVersion<Metrics>(1);
}

function metricsOf(run: IndexedRun, prices: Settings['prices']): Metrics {
  const figures = runFigures(run);
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

/** In lane order; if there are very many lanes, only those with the most steps. */
function busiest(lanes: readonly AgentMetrics[]): AgentMetrics[] {
  if (lanes.length <= MOST_AGENTS) return [...lanes];
  return lanes
    .toSorted((a, b) => b.steps - a.steps)
    .slice(0, MOST_AGENTS)
    .sort((a, b) => a.lane - b.lane);
}

const MOST_AGENTS = 100;

function totalsOf(run: IndexedRun, figures: RunFigures, priced: number): Metric[] {
  const { duration, steps, agents, failed, retries, problems, wait, confidence, tokens, cost } = figures;
  const { summary } = run;
  const { cached = 0 } = columnsOf(run);
  const metrics: (Metric | undefined)[] = [
    duration === undefined ? undefined : { name: 'Duration', value: timeText(duration) },
    { name: 'Steps', value: numberText(steps) },
    { name: 'Agents', value: numberText(agents) },
    { name: 'Failed', value: numberText(failed) },
    { name: 'Retries', value: numberText(retries) },
    wait && { name: 'Longest wait', value: timeText(wait.time), about: `before step ${wait.step + 1}` },
    confidence && {
      name: 'Confidence',
      value: `${twoDigits(confidence.mean)} on average`,
      about: `lowest ${twoDigits(confidence.lowest)}, at step ${confidence.step + 1}`,
    },
    tokens === undefined
      ? undefined
      : {
          name: 'Tokens',
          value: numberText(tokens),
          ...about(cached > 0 ? `${numberText(cached)} of them cached` : undefined),
        },
    cost === undefined && priced === 0
      ? undefined
      : {
          name: 'Cost',
          value: costText((cost ?? 0) + priced),
          ...(priced > 0 && {
            about: cost === undefined ? 'by your prices' : `${costText(priced)} of it by your prices`,
          }),
        },
    { name: 'Problems', value: numberText(problems), ...about(problemsText(summary.problems)) },
  ];
  return metrics.filter(metric => metric !== undefined);
}

function about(text: string | undefined): Pick<Metric, 'about'> {
  return text === undefined ? {} : { about: text };
}

function timeText(milliseconds: number): string {
  return durationText(BigInt(Math.round(Math.min(milliseconds, LONGEST) * 1e6)));
}

// A greater number of milliseconds is not an exact number of nanoseconds.
const LONGEST = 1e15;

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

import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import { durationText } from '../../../shared/durationText';
import type { Comparison } from '../../../shared/replay';
import { numberText } from '../../runs/words';
import { type RunFigures, runFigures } from '../metrics/runFigures';

type ComparedMetric = Comparison['metrics'][number];

/**
 * The metrics of two runs side by side, without those that neither run has. `better` is set only where it is clear: for time
 * and money, only if both runs ended with the same status, because a run that gives up early is cheap.
 */
export function comparedMetrics(one: IndexedRun, other: IndexedRun): ComparedMetric[] {
  const [first, second] = [runFigures(one), runFigures(other)];
  const sameStatus = one.summary.status === other.summary.status;
  return MEASURES.flatMap((measure): ComparedMetric[] => {
    const [here, there] = [measure.of(first), measure.of(second)];
    if (here === undefined && there === undefined) return [];
    const better = measure.isUse && !sameStatus ? undefined : betterOf(measure, here, there);
    return [{ name: measure.name, one: shown(measure, here), other: shown(measure, there), ...(better && { better }) }];
  });
}

interface Measure {
  name: string;
  of(figures: RunFigures): number | undefined;
  shown(value: number): string;
  best?: 'most' | 'least';
  /** Measures time or money. */
  isUse?: true;
}

const MEASURES: readonly Measure[] = [
  { name: 'Duration', of: ({ duration }) => duration, shown: timeText, best: 'least', isUse: true },
  { name: 'Steps', of: ({ steps }) => steps, shown: numberText },
  { name: 'Failed', of: ({ failed }) => failed, shown: numberText, best: 'least' },
  { name: 'Retries', of: ({ retries }) => retries, shown: numberText, best: 'least' },
  {
    name: 'Mean confidence',
    of: ({ confidence }) => confidence && Number(confidence.mean.toFixed(2)),
    shown: String,
    best: 'most',
  },
  { name: 'Tokens', of: ({ tokens }) => tokens, shown: numberText, best: 'least', isUse: true },
  {
    name: 'Cost',
    of: ({ cost }) => (cost === undefined ? undefined : Number(cost.toPrecision(3))),
    shown: value => `$${value}`,
    best: 'least',
    isUse: true,
  },
  { name: 'Problems', of: ({ problems }) => problems, shown: numberText, best: 'least' },
];

function betterOf({ best }: Measure, one: number | undefined, other: number | undefined): ComparedMetric['better'] {
  if (!best || one === undefined || other === undefined || one === other) return undefined;
  return one < other === (best === 'least') ? 'one' : 'other';
}

function shown(measure: Measure, value: number | undefined): string {
  return value === undefined ? '–' : measure.shown(value);
}

function timeText(milliseconds: number): string {
  return durationText(BigInt(Math.round(Math.min(milliseconds, LONGEST) * 1e6)));
}

// A greater number of milliseconds is not an exact number of nanoseconds.
const LONGEST = 1e15;

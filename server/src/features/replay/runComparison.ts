import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { formatNumber, roundForDisplay, t } from '../../shared/l10n';
import type { AlignedRow, Comparison, ReplayAnswer, ReplayParams } from '../../shared/replay/index';
import { millisecondsText } from '../../shared/times';
import { costText } from '../runs/treeNodeTexts';
import { type AlignedRuns, alignedRuns } from './alignedRuns';
import { type EnvelopeReader, type ReplayedRun, windowRows } from './replayedRun';
import { type RunMetricValues, runMetricValues } from './runMetricValues';
import { runBrief } from './runOverview';
import { stepSummary } from './stepSummary';

/** Finds the run with which the user compares the shown one. Throws RangeError if no run has that key. */
export function otherRun({ others }: Pick<ReplayedRun, 'others'>, key: string): IndexedRun {
  const run = others.run(key);
  if (!run) throw new RangeError(`no run ${key}`);
  return run;
}

type ComparedMetric = Comparison['metrics'][number];

/**
 * Returns the metrics of two runs side by side, without metrics that neither run has or that can't be compared. Sets `better` only if it is
 * clear: for time, tokens and money, only if both runs ended with the same status, since a run that gives up early is cheap.
 */
function comparedMetrics(
  one: IndexedRun,
  other: IndexedRun,
  uncompared: ReplayAnswer<'compare'>['uncompared'],
): ComparedMetric[] {
  const [first, second] = [runMeasures(one), runMeasures(other)];
  const sameStatus = one.summary.status === other.summary.status;
  return MEASURES.flatMap((measure): ComparedMetric[] => {
    const [here, there] = [first[measure.id], second[measure.id]];
    if (here === undefined && there === undefined) return [];
    if (uncompared.some(({ what }) => what === measure.id)) return [];
    const better = measure.isCost && !sameStatus ? undefined : betterOf(measure, here, there);
    return [{ name: measure.name, one: shown(measure, here), other: shown(measure, there), ...(better && { better }) }];
  });
}

/** The metrics that runs are compared by. */
export type MeasureId = 'duration' | 'steps' | 'failed' | 'retries' | 'confidence' | 'tokens' | 'cost' | 'problems';

/** Returns the metrics of a run as numbers: milliseconds, dollars, a mean from 0 to 1, counts; undefined if unknown. */
export function runMeasures(run: IndexedRun, reader?: EnvelopeReader): Record<MeasureId, number | undefined> {
  const figures = runMetricValues(run, reader);
  const values = MEASURES.map(({ id, of }) => [id, of(figures)] as const);
  return Object.fromEntries(values) as Record<MeasureId, number | undefined>;
}

/** Formats a metric for people: `1.2 s`, `$0.02`; a dash if it is unknown. */
export function measureText(id: MeasureId, value: number | undefined): string {
  const measure = MEASURES.find(one => one.id === id);
  return measure ? shown(measure, value) : '–';
}

interface Measure {
  id: MeasureId;
  name: string;
  of(figures: RunMetricValues): number | undefined;
  shown(value: number): string;
  best?: 'most' | 'least';
  /** The metric measures time, tokens or money. */
  isCost?: true;
}

const MEASURES: readonly Measure[] = [
  {
    id: 'duration',
    name: t`Duration`,
    of: ({ duration }) => duration,
    shown: millisecondsText,
    best: 'least',
    isCost: true,
  },
  { id: 'steps', name: t`Steps`, of: ({ steps }) => steps, shown: formatNumber },
  { id: 'failed', name: t`Failed`, of: ({ failed }) => failed, shown: formatNumber, best: 'least' },
  { id: 'retries', name: t`Retries`, of: ({ retries }) => retries, shown: formatNumber, best: 'least' },
  {
    id: 'confidence',
    name: t`Mean confidence`,
    of: ({ confidence }) => confidence && Number(confidence.mean.toFixed(2)),
    shown: String,
    best: 'most',
  },
  { id: 'tokens', name: t`Tokens`, of: ({ tokens }) => tokens, shown: formatNumber, best: 'least', isCost: true },
  {
    id: 'cost',
    name: t`Cost`,
    of: ({ cost }) => (cost === undefined ? undefined : roundForDisplay(cost)),
    shown: costText,
    best: 'least',
    isCost: true,
  },
  { id: 'problems', name: t`Problems`, of: ({ problems }) => problems, shown: formatNumber, best: 'least' },
];

function betterOf({ best }: Measure, one: number | undefined, other: number | undefined): ComparedMetric['better'] {
  if (!best || one === undefined || other === undefined || one === other) return undefined;
  return one < other === (best === 'least') ? 'one' : 'other';
}

function shown(measure: Measure, value: number | undefined): string {
  return value === undefined ? '–' : measure.shown(value);
}

/**
 * Compares two runs row by row and by their metrics. Throws RangeError if there is no such run.
 *
 * @param isThorough compares the envelopes of long runs, too, which takes time
 */
export function runComparison(
  replay: ReplayedRun,
  { with: key, only, ...window }: ReplayParams<'compare'>,
  { isThorough = false } = {},
): ReplayAnswer<'compare'> {
  const other = otherRun(replay, key);
  const both = alignedRuns(replay, other, isThorough ? Number.POSITIVE_INFINITY : FEW_STEPS);
  const { rows, counts } = both;
  const { count } = rows;
  const places = only === 'different' ? both.different : undefined;
  const changes = changesIn(both);
  const uncompared = both.uncompared();
  return {
    one: runBrief(replay.run.summary, replay.reader, replay.now),
    other: runBrief(other.summary, replay.reader, replay.now),
    metrics: comparedMetrics(replay.run, other, uncompared),
    counts,
    changes,
    uncompared,
    ...windowRows(window, places?.length ?? count, MOST_ROWS, place => {
      const row = places ? (places[place] as number) : place;
      return alignedRow({ one: replay, other: { ...replay, run: other } }, both, row);
    }),
  };
}

const MOST_ROWS = 200;
/** In longer runs an editor compares the envelopes of a row only when it is viewed. */
const FEW_STEPS = 300;

function alignedRow(
  { one, other }: { one: ReplayedRun; other: ReplayedRun },
  both: AlignedRuns,
  row: number,
): AlignedRow {
  const [step, partner] = [both.rows.one[row] as number, both.rows.other[row] as number];
  const fields = both.rows.differs[row] as readonly string[];
  if (partner < 0) return { is: 'missing', one: stepSummary(one, step), differs: [...fields] };
  if (step < 0) return { is: 'added', other: stepSummary(other, partner), differs: [...fields] };
  const differs = differencesIn(both, row);
  const is = differs.length > 0 ? 'changed' : 'same';
  return { is, one: stepSummary(one, step), other: stepSummary(other, partner), differs };
}

/** Returns all differences of two aligned steps. Leaves out the title if the messages differ, since titles quote messages. */
function differencesIn({ rows, differingIn }: AlignedRuns, row: number): string[] {
  const said = differingIn(row);
  const fields = rows.differs[row] as readonly string[];
  return [...fields.filter(field => field !== 'title' || said.length === 0 || said[0] === 'envelope'), ...said];
}

/** Counts the rows with each difference, most frequent first. For long runs, ignores differences in the envelopes. */
function changesIn(both: AlignedRuns): Comparison['changes'] {
  const isShort = both.rows.count <= MOST_READ_ROWS;
  const rows = new Map<string, number>();
  for (const row of both.different) {
    const found = isShort ? differencesIn(both, row) : (both.rows.differs[row] as readonly string[]);
    for (const what of found) rows.set(what, (rows.get(what) ?? 0) + 1);
  }
  return [...rows].map(([what, count]) => ({ what, rows: count })).sort((one, other) => other.rows - one.rows);
}

const MOST_READ_ROWS = 300;

import { columnsOf } from '../../features/replay/replayedRun';
import { type MeasureId, measureText, runMeasures } from '../../features/replay/runComparison';
import { runMetrics } from '../../features/replay/runMetrics';
import { runMetricValues } from '../../features/replay/runMetricValues';
import { plain } from '../../features/runs/treeNodeTexts';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { formatNumber } from '../../shared/l10n';
import { FILE_EXTENSIONS } from '../../text/fileLanguage';
import { PROJECT_NOTES, PROJECT_OPTIONS } from '../cliProject';
import { pageOf, pathsOf, tell } from '../commandIo';
import { byStart } from '../formats/formatSteps';
import { markdownTable, type Table, textTable } from '../formats/formatTable';
import { type ReadRuns, readRunsOf } from '../indexRunFiles';
import { judgeLimits, LIMIT_OPTIONS, LIMITED, limitsCode, limitsJson, readLimits } from '../metricLimits';
import { escapedJsonLine } from '../terminalLine';
import type { Command } from './commandTypes';

/**
 * Returns the command `agent-envelopes metrics`, which sums up duration, failures, tokens and cost of workflow runs, by run, model, agent or
 * tool.
 */
export function metricsCommand(): Command {
  return {
    name: 'metrics',
    about: 'Sum up what runs took: time, failures, tokens, cost',
    operands: '[paths…]',
    options: {
      format: { value: 'FORMAT', choices: ['pretty', 'json', 'markdown'], about: 'output format (default: pretty)' },
      by: { value: 'WHAT', choices: Object.keys(COLUMNS), about: 'what a row stands for (default: run)' },
      ...LIMIT_OPTIONS,
      ...PROJECT_OPTIONS,
    },
    notes: NOTES,
    async run(args, io) {
      const by = (args.options.get('by') ?? 'run') as keyof typeof COLUMNS;
      const format = args.options.get('format');
      const limits = readLimits(args.options.get('fail-over'), { isRelative: false });
      const paths = pathsOf(args);
      const { runs, isComplete } = readRunsOf(paths, args, io);
      const summaries = runs.index.runs().sort(byStart);
      const all = summaries.flatMap(({ key }) => runs.index.run(key) ?? []);
      const ofRuns = all.map(run => runRow(run, runs));
      const rows = by === 'run' ? ofRuns : mergedRows(all.flatMap(run => ROWS[by](run, runs)));
      const total = ofRuns.map(({ amounts }) => amounts).reduce(added, {});
      const judged = judgeLimits(limits, total);
      if (format === 'json') {
        const answer = { version: 1, by, runs: all.length, total: allColumns(LIMITED, total) };
        const json = { ...answer, rows: rows.map(row => rowJson(by, row)), limits: limitsJson(judged) };
        io.stdout.write(escapedJsonLine(JSON.stringify(json)));
      } else if (all.length > 0) {
        const table = tableOf(by, rows);
        io.stdout.write(format === 'markdown' ? markdownTable(table) : `${textTable(table, pageOf(io)).join('\n')}\n`);
      }
      const notes = all.length > 0 ? [] : [`${paths.join(', ')}: contains no workflow run.`];
      for (const line of [...notes, ...judged.flatMap(({ message }) => message ?? [])]) tell(line, io);
      return isComplete ? limitsCode(judged) : 2;
    },
  };
}

const NOTES = `Paths are files (${FILE_EXTENSIONS.join(' ')}) and folders; without any, the current folder.

--by model sums up the calls of each model, --by agent the steps of each agent (its duration is the time in which it worked),
--by tool the calls of each tool. Costs are those that the runs record.

--fail-over holds the total of all runs against a limit: cost=1.5 (dollars), duration=10m, tokens=200000, failed=0. It can be
repeated. Metrics: ${LIMITED.join(', ')}. To hold a run against another one, use "compare".

${PROJECT_NOTES}

Exit code: 0 done; 1 a limit is exceeded; 2 wrong usage, something could not be read, or no run tells a metric that has
a limit.`;

/** Sums by column; durations in milliseconds, costs in dollars. An unknown sum is absent. */
type Amounts = Partial<Record<Column, number>>;
type Column = Exclude<MeasureId, 'confidence'> | 'calls' | 'input' | 'cached' | 'written' | 'output' | 'reasoning';

interface Row {
  name: string;
  amounts: Amounts;
  /** The properties of a run in JSON output. */
  facts?: object;
}

/** The columns of each type of row. */
const COLUMNS = {
  run: ['duration', 'steps', 'failed', 'retries', 'tokens', 'cost', 'problems'],
  model: ['calls', 'tokens', 'input', 'cached', 'written', 'output', 'reasoning', 'cost'],
  agent: ['duration', 'steps', 'failed', 'retries', 'tokens', 'cost', 'problems'],
  tool: ['calls', 'failed', 'duration'],
} as const satisfies Record<string, readonly Column[]>;

const ROWS: Record<'model' | 'agent' | 'tool', (run: IndexedRun, runs: ReadRuns) => Row[]> = {
  model(run, runs) {
    const others = { revision: () => 0, summaries: () => [], run: () => undefined };
    const { models } = runMetrics({ run, reader: runs.reader(), others, now: Date.now() }, {});
    return models.map(({ name, priced: _, ...amounts }) => ({ name: name || 'unknown', amounts }));
  },
  agent: (run, runs) =>
    runMetricValues(run, runs.reader()).lanes.map(({ name, busy, steps, failed, retries, problems, tokens, cost }) => ({
      name,
      amounts: known({ duration: busy, steps, failed, retries, problems, tokens, cost }),
    })),
  tool: toolRows,
};

/** Returns the rows of tool calls. A call that waited for a person has no duration. */
function toolRows(run: IndexedRun): Row[] {
  const { waited } = columnsOf(run);
  return Array.from({ length: run.summary.steps }, (_, index) => run.step(index)).flatMap(
    ({ index, effects, outcome, duration }) =>
      effects.flatMap((effect): Row[] => {
        if (effect.do !== 'call') return [];
        const time = waited[index] === 1 ? undefined : duration;
        const milliseconds = time === undefined ? undefined : Number(time) / 1e6;
        const amounts = known({ calls: 1, failed: Number(outcome === 'failed'), duration: milliseconds });
        return [{ name: plain(effect.tool) || 'tool', amounts }];
      }),
  );
}

function runRow(run: IndexedRun, runs: ReadRuns): Row {
  const { id, family, title, status } = run.summary;
  const { confidence: _, ...measures } = runMeasures(run, runs.reader());
  return { name: id, amounts: known(measures), facts: { family, title, status } };
}

function known(amounts: { [column in Column]?: number | undefined }): Amounts {
  return Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== undefined));
}

/** Merges rows of the same name. Rows with the most calls come first; without calls, those with the most steps. */
function mergedRows(rows: readonly Row[]): Row[] {
  const merged = new Map<string, Row>();
  for (const { name, amounts } of rows) {
    merged.set(name, { name, amounts: added(merged.get(name)?.amounts ?? {}, amounts) });
  }
  const weight = ({ amounts: { calls, steps } }: Row) => calls ?? steps ?? 0;
  return [...merged.values()].sort((one, other) => weight(other) - weight(one));
}

function added(one: Amounts, other: Amounts): Amounts {
  const sum = { ...one };
  for (const [column, amount] of Object.entries(other) as [Column, number][]) sum[column] = (sum[column] ?? 0) + amount;
  return sum;
}

/** Returns a table of the rows and their sum, without columns that no row has. */
function tableOf(by: keyof typeof COLUMNS, rows: readonly Row[]): Table {
  const columns = COLUMNS[by].filter(column => rows.some(({ amounts }) => amounts[column] !== undefined));
  const total = { name: 'total', amounts: rows.map(({ amounts }) => amounts).reduce(added, {}) };
  return {
    head: [by, ...columns],
    rows: [...rows, ...(rows.length > 1 ? [total] : [])].map(({ name, amounts }) => [
      name,
      ...columns.map(column => amountText(column, amounts[column])),
    ]),
  };
}

function amountText(column: Column, amount: number | undefined): string {
  if (amount === undefined) return '–';
  return column === 'duration' || column === 'cost' ? measureText(column, amount) : formatNumber(amount);
}

function rowJson(by: keyof typeof COLUMNS, { name, amounts, facts }: Row): object {
  return { name, ...facts, ...allColumns(COLUMNS[by], amounts) };
}

/** Returns all columns with their values; null for unknown values. */
function allColumns(columns: readonly Column[], amounts: Amounts): object {
  return Object.fromEntries(
    columns.map(column => [column === 'duration' ? 'durationMs' : column, amounts[column] ?? null]),
  );
}

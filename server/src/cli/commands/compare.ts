import { resolve } from 'node:path';
import type { EnvelopeReader, ReplayedRun } from '../../features/replay/replayedRun';
import { type MeasureId, runComparison, runMeasures } from '../../features/replay/runComparison';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import type { AlignedRow, Comparison } from '../../shared/replay/index';
import { FILE_EXTENSIONS } from '../../text/fileLanguage';
import { memoizeByVersion } from '../../text/memoize';
import { pathExists } from '../../workspace/writeTextFile';
import { PROJECT_NOTES, PROJECT_OPTIONS } from '../cliProject';
import { formatOf, type Io, pageOf, pathsOf, tell, writePieces } from '../commandIo';
import { type ComparedRuns, comparisonJson, formatComparison, markdownComparison } from '../formats/formatComparison';
import { byStart } from '../formats/formatSteps';
import { onlyRun, type ReadRuns, readRunsOf, selectRun } from '../indexRunFiles';
import { judgeLimits, LIMIT_OPTIONS, LIMITED, limitsCode, readLimits } from '../metricLimits';
import { type Arguments, suggestion, UsageError } from '../readArguments';
import { escapedJsonLine } from '../terminalLine';
import type { Command } from './commandTypes';

/** Returns the command `agent-envelopes compare`, which compares two workflow runs step by step, and by their metrics. */
export function compareCommand(): Command {
  return {
    name: 'compare',
    about: 'Compare two runs: what was done, and what it took',
    operands: 'A B [paths…]',
    options: {
      format: { value: 'FORMAT', choices: FORMATS, about: 'output format (default: pretty)' },
      fields: { value: 'FIELDS', many: true, about: 'what counts as a difference (default: status,steps)' },
      ...LIMIT_OPTIONS,
      ...PROJECT_OPTIONS,
    },
    notes: NOTES,
    async run(args, io) {
      const { one, other, paths, format } = readRequest(args);
      const fields = readFields(args.options.get('fields'));
      const limits = readLimits(args.options.get('fail-over'), { isRelative: true });
      const read = runReader(paths, args, io);
      const [first, second] = [read(one), read(other)];
      if (!first || !second) return 2;
      if (first.runs === second.runs && first.run.summary.key === second.run.summary.key) {
        throw new UsageError(`"${one}" and "${other}" are the same run; name two.`);
      }
      const compared = compareRuns(first, second, fields);
      const judged = judgeLimits(limits, compared.measures[1], compared.measures[0]);
      if (format === 'json') io.stdout.write(escapedJsonLine(JSON.stringify(comparisonJson(compared, judged))));
      else if (format === 'markdown') io.stdout.write(markdownComparison(compared, judged));
      else await writePieces(io.stdout, formatComparison(compared, judged, pageOf(io)));
      if (format === 'json') for (const { message } of judged) if (message !== undefined) tell(message, io);
      if (!first.isComplete || !second.isComplete) return 2;
      return limitsCode(judged) || (compared.different.length > 0 ? 1 : 0);
    },
  };
}

const FORMATS = ['pretty', 'json', 'markdown'] as const;

/** The differences that two aligned steps can have; `added` and `missing` mean that only one run has the step. */
const STEP_FIELDS = [
  ...['added', 'missing', 'order', 'outcome', 'title', 'confidence', 'peer', 'effects', 'problems'],
  ...['request', 'arguments', 'result', 'answer', 'envelope'],
];
/** The status and the metrics. The field `steps` stands for all of `STEP_FIELDS`. */
const RUN_FIELDS: readonly string[] = ['status', ...LIMITED.filter(metric => metric !== 'steps')];
/** The fields that `--fields` takes. */
export const COMPARED_FIELDS = [...new Set(['steps', ...RUN_FIELDS, ...STEP_FIELDS])];

const NOTES = `A and B are files (${FILE_EXTENSIONS.join(' ')}) or folders that contain one run, or ids of runs: whole, or the
beginning; where several runs match, family/id or the file. Ids are searched for in the paths that follow; without any, in
the current folder. Steps are aligned by what was done, not by time: ids, times and tokens make no step differ.
Where one run is an export of a run (otlp, atif), what it does not have is not compared: problems, and long envelopes.
That is said, and counts as a difference only in fields that --fields names.

--fields says what counts as a difference, separated by commas: "status"; "steps", which is all of
${STEP_FIELDS.join(', ')}
(or some of these); and the metrics ${RUN_FIELDS.slice(1).join(', ')}, which
have to be equal then. To allow a margin, use --fail-over.

--fail-over fails if a metric of B is higher: cost=1.5 (dollars), duration=10m, tokens=200000, failed=0, or, compared
with A, cost=+20%. It can be repeated. Metrics: ${LIMITED.join(', ')}.

${PROJECT_NOTES}

Exit code: 0 no difference; 1 the runs differ in a field, or a limit is exceeded; 2 wrong usage, something could not be
read, or a run does not tell a metric that has a limit.`;

interface CompareRequest {
  one: string;
  other: string;
  paths: readonly string[];
  format: (typeof FORMATS)[number];
}

function readRequest({ options, operands }: Arguments): CompareRequest {
  const [one, other, ...paths] = operands;
  if (one === undefined || other === undefined) {
    throw new UsageError('"compare" needs two runs: files that contain them, or their ids.');
  }
  return { one, other, paths: pathsOf({ operands: paths }), format: formatOf({ options }, FORMATS) };
}

/** The fields whose differences count: fields of steps, and of the run as a whole. */
interface CountingFields {
  steps: ReadonlySet<string>;
  run: ReadonlySet<string>;
  /** The fields as the user named them. */
  named: readonly string[];
}

/** Throws UsageError for an unknown field. */
function readFields(given: string | undefined): CountingFields {
  const named = (given ?? 'status,steps').split(',').map(name => name.trim());
  const fields = named.filter(name => name !== '');
  const stray = fields.find(name => !COMPARED_FIELDS.includes(name));
  if (stray !== undefined) {
    throw new UsageError(
      `"--fields" takes ${COMPARED_FIELDS.join(', ')}; "${stray}" is not one of these${suggestion(stray, COMPARED_FIELDS)}`,
    );
  }
  const ofSteps = fields.includes('steps') ? STEP_FIELDS : fields.filter(name => STEP_FIELDS.includes(name));
  return { named: fields, steps: new Set(ofSteps), run: new Set(fields.filter(name => RUN_FIELDS.includes(name))) };
}

/** A run and the files that it was read from. */
interface FoundRun {
  run: IndexedRun;
  runs: ReadRuns;
  isComplete: boolean;
}

/**
 * Returns a function that reads the run that an argument names: a file or folder, otherwise an id. If there is none, writes the reason to
 * standard error and returns undefined. Reads the paths in which ids are searched only once.
 */
function runReader(paths: readonly string[], args: Arguments, io: Io): (word: string) => FoundRun | undefined {
  const read = memoizeByVersion<ReturnType<typeof readRunsOf>>(100);
  return word => {
    const isPath = pathExists(resolve(io.cwd, word));
    const places = isPath ? [word] : paths;
    const { runs, isComplete } = read(JSON.stringify(places), undefined, () => readRunsOf(places, args, io));
    const summary = isPath
      ? onlyRun(places, runs, 'compare A B')
      : selectRun(word, runs.index.runs().sort(byStart), runs.fileOf);
    const run = summary && runs.index.run(summary.key);
    if (run) return { run, runs, isComplete };
    tell(`${word}: contains no workflow run.`, io);
    return undefined;
  };
}

/** Compares two runs completely, and keeps only differences in the given fields. */
function compareRuns(one: FoundRun, other: FoundRun, fields: CountingFields): ComparedRuns {
  const replay: ReplayedRun = {
    run: one.run,
    reader: jointReader(one.runs, other.runs),
    others: { revision: () => 0, summaries: () => [other.run.summary], run: () => other.run },
    now: Date.now(),
  };
  const key = other.run.summary.key;
  const rows: AlignedRow[] = [];
  let comparison: Comparison;
  do {
    comparison = runComparison(replay, { with: key, only: 'different', from: rows.length }, { isThorough: true });
    rows.push(...comparison.rows);
  } while (rows.length < comparison.total && comparison.rows.length > 0);
  const measures = [runMeasures(one.run), runMeasures(other.run)] as const;
  const steps = rows.flatMap(row => {
    const differs = fieldsOf(row).filter(field => fields.steps.has(field));
    return differs.length > 0 ? [{ ...row, differs }] : [];
  });
  const uncompared = comparison.uncompared.filter(({ what }) => fields.steps.has(what));
  // Who names a field wants to know that it is equal.
  const ofExport = uncompared.flatMap(({ what }) => (fields.named.includes(what) ? what : []));
  const ofSteps = STEP_FIELDS.filter(field => steps.some(({ differs }) => differs.includes(field)));
  const isOther = (field: string) =>
    field === 'status'
      ? comparison.one.status !== comparison.other.status
      : measures[0][field as MeasureId] !== measures[1][field as MeasureId];
  const ofRuns = [...fields.run].filter(isOther);
  return { ...comparison, measures, steps, uncompared, different: [...new Set([...ofRuns, ...ofSteps, ...ofExport])] };
}

function fieldsOf({ is, differs }: AlignedRow): string[] {
  // A step at another place is a row in each run.
  const isMoved = differs.includes('order');
  return [...(is === 'added' || is === 'missing' ? (isMoved ? [] : [is]) : []), ...differs];
}

/** Reads the envelopes of two sets of files. */
function jointReader(one: ReadRuns, other: ReadRuns): EnvelopeReader {
  const readers = [one.reader(), other.reader()] as const;
  const readerOf = (uri: string) => readers[one.index.record(uri) ? 0 : 1];
  return {
    ...readers[0],
    text: location => readerOf(location.uri).text(location),
    problems: location => readerOf(location.uri).problems(location),
    range: location => readerOf(location.uri).range(location),
    families: uri => readerOf(uri).families?.(uri) ?? [],
    fileOf: uri => readerOf(uri).fileOf(uri),
    isElided: content => readerOf(content.location.uri).isElided(content),
  };
}

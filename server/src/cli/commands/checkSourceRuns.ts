import { ruleSeverity } from '../../analysis/findingsToProblems';
import { stepMessages } from '../../features/replay/stepMessages';
import type { FileReport, UnreadFile } from '../../model/analysis';
import type { Step } from '../../model/run';
import type { ListedRun, RunSource } from '../../model/runSource';
import { SourceError } from '../../sources/sourceError';
import type { Request } from '../../sources/storeClient';
import { TRACE_RULES } from '../../sources/traceRules';
import type { CliProject } from '../cliProject';
import { counted, type Io, summaryOf } from '../commandIo';
import { headline } from '../formats/formatPretty';
import type { ReadRuns } from '../indexRunFiles';
import { listRuns, runFile, withLoadedRun } from '../loadStoreRuns';
import { openNamedSource } from '../openNamedSource';
import type { Arguments } from '../readArguments';
import type { SourceSelection } from '../sourceOptions';
import { painter } from '../terminalLine';

/** The result of the command `check --source`, which checks the runs in a trace store. It has one report for each run. */
export interface CheckedRuns {
  reports: readonly FileReport[];
  /** The runs that could not be loaded. */
  unread: UnreadFile[];
  notes: string[];
}

/** The functions of `check --source`, which checks runs of a store instead of files. */
export interface StoreChecks {
  open(name: string, args: Arguments, io: Pick<Io, 'cwd' | 'env'>): RunSource;
  check: typeof checkSourceRuns;
  format: typeof formatCheckedRuns;
}

/**
 * Returns the functions of `check --source`.
 *
 * @param request sends HTTP requests to stores
 */
export function storeChecks(request: Request): StoreChecks {
  return {
    open: (name, args, io) => openNamedSource(name, args, io, request),
    check: checkSourceRuns,
    format: formatCheckedRuns,
  };
}

interface CheckSourceRunsOptions {
  cwd: string;
  project(paths: string[]): CliProject;
  onRun(count: number, total: number): void;
}

/** Checks the selected runs of a store, one after the other. */
async function checkSourceRuns(
  source: RunSource,
  selection: SourceSelection,
  { cwd, project, onRun }: CheckSourceRunsOptions,
): Promise<CheckedRuns> {
  const { runs, notes } = await listRuns(source, selection);
  const reports: FileReport[] = [];
  const unread: UnreadFile[] = [];
  for (const [index, run] of runs.entries()) {
    onRun(index, runs.length);
    const file = runFile(source.name, run.id);
    try {
      const report = await withLoadedRun(source, run.id, { cwd, project }, (read, { folder }) =>
        reportOf(file, run, read, project([folder])),
      );
      reports.push(report);
    } catch (error) {
      // One run that is too large must not hide the problems of other runs.
      if (!(error instanceof SourceError)) throw error;
      unread.push({ file, message: withoutStore(error.message, source) });
    }
  }
  return { reports, unread, notes };
}

/** Removes the store's name from a message: the file already names it. */
function withoutStore(message: string, { name }: RunSource): string {
  return message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message;
}

function reportOf(file: string, { id }: ListedRun, runs: ReadRuns, { contextOf }: CliProject): FileReport {
  const all = runs.index.runs();
  const summary = all.find(one => one.id === id) ?? all[0];
  const run = summary && runs.index.run(summary.key);
  const report: FileReport = { file, parts: [], problems: [] };
  if (!run) return report;
  const { severities } = contextOf(run.summary.files[0] ?? '');
  const reader = runs.reader();
  const saidOf = (step: Step) => saidBy(stepMessages(reader, step).messages);
  for (const { id: rule, severity: usual, docs, check } of TRACE_RULES) {
    const severity = ruleSeverity(severities, rule) ?? usual;
    if (severity === 'off') continue;
    const problems = check(run, saidOf).map(message => ({ rule, severity, message, docs, range: START, fixes: [] }));
    report.problems.push(...problems);
  }
  return report;
}

const START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Returns the input and output of a tool call as text; undefined if either is unknown. */
function saidBy(messages: ReturnType<typeof stepMessages>['messages']): string | undefined {
  const sides = new Set(messages.map(({ side }) => side));
  if (sides.size < 2) return undefined;
  const plain = messages.flatMap(({ pieces }) =>
    pieces.map(one => (one.type === 'tool_call' || one.type === 'tool_result' ? { ...one, id: undefined } : one)),
  );
  return JSON.stringify(plain);
}

/** Formats checked runs as text: each problem on one line, and a final summary. */
function* formatCheckedRuns({ reports, unread }: CheckedRuns, colour: boolean): Generator<string> {
  const paint = painter(colour);
  for (const { file, problems } of reports) {
    // A run has no lines.
    for (const problem of problems) yield `${headline(file, problem, { paint, width: 0 }).replace(':1:1', '')}\n`;
  }
  const { errors, warnings, infos } = summaryOf(reports);
  const found = [
    errors > 0 && paint(counted(errors, 'error'), 'red'),
    warnings > 0 && paint(counted(warnings, 'warning'), 'yellow'),
    infos > 0 && paint(counted(infos, 'info'), 'blue'),
  ].filter(piece => piece !== false);
  const left = unread.length > 0 ? `, ${paint(`${unread.length} not checked`, 'red')}` : '';
  yield `${counted(reports.length, 'run')}: ${found.length > 0 ? found.join(', ') : paint('no problems', 'green')}${left}\n`;
}

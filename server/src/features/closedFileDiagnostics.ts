import type { Diagnostic } from 'vscode-languageserver-types';
import { analyse, type Context } from '../analysis/analyse';
import type { Analysis } from '../model/analysis';
import type { FileAccess } from '../model/disk';
import type { Family } from '../model/family';
import type { Kind } from '../model/kind';
import type { ProblemCounts } from '../model/run';
import type { Severity } from '../model/schema';
import type { TextFile } from '../model/text';
import { logFamilies } from '../runs/indexer/checkFile';
import { type FileRecord, NO_PROBLEMS } from '../runs/reading/fileRecord';
import { judgeRuns } from '../runs/runRules/judgeRuns';
import { readRunRuleFile } from '../runs/runRules/runRuleFiles';
import { withKnownRunProblems } from '../runs/runRules/withRunProblems';
import { languageOf } from '../text/fileLanguage';
import { isObject } from '../text/jsonPointer';
import { textFile } from '../text/lines';
import {
  type DiagnosticsClient,
  diagnostics,
  reportedProblems,
  roomBySeverity,
  takeWhileRoom,
  toDiagnostic,
  withUnlistedNotice,
  worstItems,
} from './diagnostics';

/** The parameters of `closedFileDiagnostics` besides the file's record in the index. */
interface ClosedDiagnosticsOptions {
  access: FileAccess;
  context: Context;
  client: DiagnosticsClient;
  /** The maximum number of listed problems. */
  limit: number;
}

const LINES_AT_ONCE = 20;
const PARTS_AT_ONCE = 5000;

/**
 * Returns the diagnostics of a file that is not open in the editor, as if it were open. Syntax errors of JSON are always included, since an
 * editor's own JSON service checks open files only. Of a log, reads only the lines with problems that the client may list. Returns
 * undefined if the file can't be read any more, or if its log was replaced after the index read it. Yields between small steps of work, so
 * that the thread can answer other messages.
 *
 * @param record the data that the index keeps of the file
 */
export function* closedFileDiagnostics(
  record: FileRecord,
  options: ClosedDiagnosticsOptions,
): Generator<undefined, Diagnostic[] | undefined> {
  const lang = languageOf(record.uri);
  if (!lang) return undefined;
  if (lang === 'jsonl') return yield* logDiagnostics(record, options);
  const read = options.access.text(record.uri);
  if ('fault' in read) return undefined;
  yield;
  const file = textFile(record.uri, lang, read.text);
  const analysis = withKnownRunProblems(analyse(file, options.context).analysis, record.inRuns ?? {});
  const { client, limit } = options;
  return diagnostics(analysis, { ...client, hasJsonService: false }, limit);
}

/**
 * Yields the diagnostics of a log. Reads each line once, from the top, if the list has room for problems of its severity. Reading a line
 * may refute its run problems, so the room is computed without them and may be too large; the limit is applied to the result.
 */
function* logDiagnostics(
  record: FileRecord,
  options: ClosedDiagnosticsOptions,
): Generator<undefined, Diagnostic[] | undefined> {
  const { uri, inRuns = {} } = record;
  const { client, limit } = options;
  const context = { ...options.context, beside: logFamilies(record, options.context.families) };
  const lineAt = linesOf(record, options.access);
  const { byLine, inLines, total } = yield* recordedCounts(record);
  const room = roomBySeverity(inLines, limit);
  const takes = takeWhileRoom(room);
  const found: { severity: Severity; diagnostic: Diagnostic }[] = [];
  let known = total;
  let linesPassed = 0;
  let linesRead = 0;
  for (const line of Int32Array.from(byLine.keys()).sort()) {
    if (linesPassed++ % PARTS_AT_ONCE === 0) yield;
    const counts = byLine.get(line) ?? NO_PROBLEMS;
    if (!SEVERITIES.some(severity => counts[severity] > 0 && room[severity] > 0)) continue;
    if (linesRead++ % LINES_AT_ONCE === 0) yield;
    const text = lineAt(line);
    if (text === undefined) return undefined;
    const file: TextFile = { uri, lang: 'jsonl', lines: [text], eol: '\n' };
    const problems = reportedProblems(withRunProblemsOf(line, analyse(file, context).analysis, inRuns), client);
    known += problems.length - sumOf(counts);
    for (const problem of problems.filter(takes))
      found.push({ severity: problem.severity, diagnostic: lowered(toDiagnostic(problem, client), line) });
  }
  const listed = worstItems(found, limit).map(({ diagnostic }) => diagnostic);
  return withUnlistedNotice(listed, known - listed.length, limit);
}

// The line is analysed alone, as the first of a log.
function withRunProblemsOf(line: number, analysis: Analysis, inRuns: NonNullable<FileRecord['inRuns']>): Analysis {
  const id = `line ${line + 1}`;
  const problems = inRuns[id];
  return problems ? withKnownRunProblems(analysis, { [id]: problems }, () => id) : analysis;
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

interface RecordedCounts {
  /** By line index. */
  byLine: ReadonlyMap<number, ProblemCounts>;
  /** The counts of all lines, without run problems. */
  inLines: ProblemCounts;
  total: number;
}

/** Counts the problems of a log that its record contains, without reading the log. */
function* recordedCounts({ checks = {}, inRuns = {} }: FileRecord): Generator<undefined, RecordedCounts> {
  const byLine = new Map<number, ProblemCounts>();
  const inLines = { ...NO_PROBLEMS };
  let parts = 0;
  for (const part in checks) {
    if (parts++ % PARTS_AT_ONCE === 0) yield;
    const { problems = NO_PROBLEMS } = checks[part] ?? {};
    byLine.set(lineOf(part), problems);
    for (const severity of SEVERITIES) inLines[severity] += problems[severity];
  }
  let total = sumOf(inLines);
  for (const part in inRuns) {
    if (parts++ % PARTS_AT_ONCE === 0) yield;
    const problems = inRuns[part] ?? [];
    const counts = { ...(byLine.get(lineOf(part)) ?? NO_PROBLEMS) };
    for (const { severity } of problems) counts[severity]++;
    byLine.set(lineOf(part), counts);
    total += problems.length;
  }
  return { byLine, inLines, total };
}

// Returns the line index of a part of a log.
function lineOf(part: string): number {
  return Number(part.slice('line '.length)) - 1;
}

function linesOf({ uri, checkedTo }: FileRecord, access: FileAccess): (line: number) => string | undefined {
  let around: { lines: string[]; first: number } | undefined;
  return line => {
    const known = around?.lines[line - around.first];
    if (known !== undefined || !checkedTo) return known;
    const read = access.line(uri, line, checkedTo);
    if (!('text' in read)) return undefined;
    around = read.around;
    return read.text;
  };
}

function sumOf({ error, warning, info }: ProblemCounts): number {
  return error + warning + info;
}

function lowered(diagnostic: Diagnostic, lines: number): Diagnostic {
  const { start, end } = diagnostic.range;
  const range = { start: { ...start, line: start.line + lines }, end: { ...end, line: end.line + lines } };
  return { ...diagnostic, range };
}

/**
 * Checks an example of each kind, in steps of a few milliseconds, so that V8 compiles the functions before the first
 * document is opened. Compiling takes ten times as long as checking a small envelope.
 */
export function* warmUp(families: readonly Family[]): Generator<undefined> {
  const context: Context = { families, facts: { agents: [], intents: [] }, association: () => undefined };
  for (const kind of families.flatMap(({ kinds }) => kinds)) {
    const text = faultyExample(kind);
    if (text === undefined) continue;
    const file = textFile(EXAMPLE, 'json', text);
    const { cache } = analyse(file, context, undefined, {});
    yield;
    diagnostics(analyse(file, context, cache).analysis, { hasJsonService: false, opensDocs: true }, Infinity);
    yield;
    judgeRuns([readRunRuleFile(EXAMPLE, text, context, families)], context, { isWhole: false, of: EXAMPLE });
    yield;
  }
}

const EXAMPLE = 'warm-up:/example.json';

/** Returns a kind's example without its last required property: a problem, so that `warmUp` also computes a position. */
function faultyExample({ schema, readOnly, fileNames }: Kind): string | undefined {
  const [example] = schema.examples ?? [];
  if (readOnly || fileNames || !isObject(example)) return undefined;
  const { [schema.required?.at(-1) ?? '']: _, ...faulty } = example;
  return JSON.stringify(faulty);
}

import type { Diagnostic } from 'vscode-languageserver-types';
import { analyse, type Context } from '../../analysis/analyse';
import type { Analysis } from '../../model/analysis';
import type { FileAccess } from '../../model/fileAccess';
import type { SourceFile } from '../../model/text';
import { logFamilies } from '../../runs/checking/logFamilies';
import type { FileRecord } from '../../runs/reading/fileRecord';
import { withKnownRunProblems } from '../../runs/runRules/withRunProblems';
import { languageOf } from '../../text/language';
import { sourceFile } from '../../text/lines';
import { DIAGNOSTIC_SOURCE, type DiagnosticsClient, diagnostics } from './diagnostics';

interface ClosedDiagnosticsOptions {
  access: FileAccess;
  context: Context;
  /** The file as an editor holds it. */
  opened?: SourceFile | undefined;
  client: DiagnosticsClient;
}

/** Editors show no more, and all diagnostics are in memory while they are sent. */
const MOST = 1000;
const LINES_AT_ONCE = 20;

/**
 * The diagnostics of a closed file: those that it would have when open, but at most a thousand, of which the last gives
 * the number of the others; including syntax errors where the editor has its own JSON service, since that checks open
 * files only. Works in pieces: in a log, only lines with recorded problems are read again. Undefined for a file that
 * can't be read any more, or a log that was replaced since it was recorded.
 */
export function* closedDiagnostics(
  record: FileRecord,
  options: ClosedDiagnosticsOptions,
): Generator<undefined, Diagnostic[] | undefined> {
  const lang = languageOf(record.uri);
  if (!lang) return undefined;
  if (lang === 'jsonl') return yield* logDiagnostics(record, options);
  const read = options.opened ?? options.access.text(record.uri);
  if ('fault' in read) return undefined;
  yield;
  const file = 'text' in read ? sourceFile(record.uri, lang, read.text) : read;
  const found = diagnosticsOf(
    withKnownRunProblems(analyse(file, options.context).analysis, record.inRuns ?? {}),
    options,
  );
  return bounded(found, found.length);
}

function diagnosticsOf(analysis: Analysis, { client, opened }: ClosedDiagnosticsOptions): Diagnostic[] {
  return diagnostics(analysis, { ...client, hasJsonService: client.hasJsonService && opened !== undefined });
}

function* logDiagnostics(
  record: FileRecord,
  options: ClosedDiagnosticsOptions,
): Generator<undefined, Diagnostic[] | undefined> {
  const { uri, checks = {}, inRuns = {} } = record;
  const context = { ...options.context, beside: logFamilies(record, options.context.families) };
  const found: Diagnostic[] = [];
  const lineAt = options.opened ? (line: number) => options.opened?.lines[line] : linesOf(record, options.access);
  const faulty = new Set([checks, inRuns].flatMap(parts => Object.keys(parts).map(lineOf)));
  for (const [count, line] of [...faulty].sort((one, other) => one - other).entries()) {
    // The rest is only counted.
    if (found.length > MOST) break;
    if (count % LINES_AT_ONCE === 0) yield;
    const text = lineAt(line);
    if (text === undefined) return undefined;
    const file: SourceFile = { uri, lang: 'jsonl', lines: [text], eol: '\n' };
    const analysis = withKnownRunProblems(analyse(file, context).analysis, inRuns, () => `line ${line + 1}`);
    for (const one of diagnosticsOf(analysis, options)) found.push(lowered(one, line));
  }
  const alone = Object.values(checks).reduce((sum, { problems }) => sum + sumOf(problems), 0);
  const total = Object.values(inRuns).reduce((sum, { length }) => sum + length, alone);
  return bounded(found, Math.max(total, found.length));
}

// The line index of a part of a log.
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

function sumOf({ error, warning, info }: { error: number; warning: number; info: number }): number {
  return error + warning + info;
}

function lowered(diagnostic: Diagnostic, lines: number): Diagnostic {
  const { start, end } = diagnostic.range;
  const range = { start: { ...start, line: start.line + lines }, end: { ...end, line: end.line + lines } };
  return { ...diagnostic, range };
}

const INFORMATION = 3;

function bounded(found: readonly Diagnostic[], total: number): Diagnostic[] {
  const next = found[MOST - 1];
  if (total <= MOST || !next) return [...found];
  const message = `${total - MOST + 1} more problems stand in this file; open it to see all of them.`;
  return [
    ...found.slice(0, MOST - 1),
    { range: next.range, severity: INFORMATION, source: DIAGNOSTIC_SOURCE, message },
  ];
}

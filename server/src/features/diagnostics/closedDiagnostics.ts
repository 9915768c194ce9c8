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

interface How {
  access: FileAccess;
  context: Context;
  /** The file as an editor holds it. */
  opened?: SourceFile | undefined;
  client: DiagnosticsClient;
}

/** An editor shows no more, and all of them are held while they are sent. */
const MOST = 1000;
const LINES_AT_ONCE = 20;

/**
 * The problems of a file, as an editor shows them that does not look at it: the same as when it does, but no more than a
 * thousand, of which the last says how many there are besides; and of a file that is not open syntax errors also where the
 * editor has a JSON service, since that looks at open files only. A piece at a time: of a log only the lines are read again that have
 * problems by its record. Undefined for a file that can't be read any more, or is another log than the one of the record.
 */
export function* closedDiagnostics(record: FileRecord, how: How): Generator<undefined, Diagnostic[] | undefined> {
  const lang = languageOf(record.uri);
  if (!lang) return undefined;
  if (lang === 'jsonl') return yield* logDiagnostics(record, how);
  const read = how.opened ?? how.access.text(record.uri);
  if ('fault' in read) return undefined;
  yield;
  const file = 'text' in read ? sourceFile(record.uri, lang, read.text) : read;
  const found = diagnosticsOf(withKnownRunProblems(analyse(file, how.context).analysis, record.inRuns ?? {}), how);
  return bounded(found, found.length);
}

function diagnosticsOf(analysis: Analysis, { client, opened }: How): Diagnostic[] {
  return diagnostics(analysis, { ...client, hasJsonService: client.hasJsonService && opened !== undefined });
}

function* logDiagnostics(record: FileRecord, how: How): Generator<undefined, Diagnostic[] | undefined> {
  const { uri, checks = {}, inRuns = {} } = record;
  const context = { ...how.context, beside: logFamilies(record, how.context.families) };
  const found: Diagnostic[] = [];
  const lineAt = how.opened ? (line: number) => how.opened?.lines[line] : linesOf(record, how.access);
  const faulty = new Set([checks, inRuns].flatMap(parts => Object.keys(parts).map(lineOf)));
  for (const [count, line] of [...faulty].sort((one, other) => one - other).entries()) {
    // What comes after is only counted.
    if (found.length > MOST) break;
    if (count % LINES_AT_ONCE === 0) yield;
    const text = lineAt(line);
    if (text === undefined) return undefined;
    const file: SourceFile = { uri, lang: 'jsonl', lines: [text], eol: '\n' };
    const analysis = withKnownRunProblems(analyse(file, context).analysis, inRuns, () => `line ${line + 1}`);
    for (const one of diagnosticsOf(analysis, how)) found.push(lowered(one, line));
  }
  const alone = Object.values(checks).reduce((sum, { problems }) => sum + sumOf(problems), 0);
  const total = Object.values(inRuns).reduce((sum, { length }) => sum + length, alone);
  return bounded(found, Math.max(total, found.length));
}

// Counted from 0.
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

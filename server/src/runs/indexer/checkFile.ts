import { analyse, analyseInSteps, type Context, emptyCache } from '../../analysis/analyse';
import { familiesWithIds } from '../../families/familyOfKind';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import type { FileAccess, LogCheckpoint } from '../../model/disk';
import type { Family } from '../../model/family';
import type { Part, TextFile } from '../../model/text';
import { fileNameOf } from '../../text/decodeUri';
import { languageOf } from '../../text/fileLanguage';
import { fileText, textFile } from '../../text/lines';
import { addProblemCounts } from '../assembly/stepRef';
import { type Entry, type FileRecord, familyOf, NO_PROBLEMS, type PartCheck, sureEntries } from '../reading/fileRecord';
import { partIndex, readHistory, registryIn } from '../reading/readEntries';

/** The parameters of `checkFile`, which finds the problems of one indexed file. */
interface CheckFileOptions {
  access: FileAccess;
  context: Context;
  onLinesAnalysed?: OnLinesAnalysed | undefined;
}

/** The callback of checking a log: gets the analysis of some lines, and the index of the first. */
export type OnLinesAnalysed = (analysis: Analysis, firstLine: number) => void;

/** The result of a check, to be added to the file's record, which may have grown meanwhile. */
export interface FileCheck {
  checks: Record<string, PartCheck>;
  checkedTo?: LogCheckpoint;
  /** The steps of a registry's history, which replace those of an earlier text; empty for other Markdown, absent for other files. */
  history?: Entry[];
}

/**
 * Checks a file in small pieces of work. Finds its problems, and for a registry the history of its state. Returns `replaced` if the log was
 * replaced since it was read; undefined if the file can't be read any more.
 */
export function* checkFile(
  record: FileRecord,
  options: CheckFileOptions,
): Generator<undefined, FileCheck | 'replaced' | undefined> {
  const { uri } = record;
  const { access, context, onLinesAnalysed } = options;
  const lang = languageOf(uri);
  if (lang === 'jsonl') {
    const around = { ...context, beside: logFamilies(record, context.families) };
    if (record.mark && isOnlyRead(uri, around)) return { checks: {}, checkedTo: record.mark };
    return yield* checkLog(record, { access, context: around, onLinesAnalysed });
  }
  const read = access.text(uri);
  if ('fault' in read || !lang) return undefined;
  // The whole text would be in memory at once. Its problems are reported when an editor opens it.
  if (read.text.length > LARGEST_CHECKED) return { checks: {} };
  const analysis = yield* analyseInSteps(textFile(uri, lang, read.text), context, {
    before: undefined,
    cache: emptyCache(),
  });
  const checks = countProblems(analysis);
  return lang === 'markdown'
    ? { checks, history: readHistory(analysis, record.registry, context.families) }
    : { checks };
}

/** The changes in an analysis of an open file: the parts whose problems came and went. */
export interface OpenedCheck {
  /** Ids of the parts that had problems; undefined for all. */
  gone?: string[];
  /** The problems of parts, by part id. */
  checks: Record<string, PartCheck>;
  /** As in `FileCheck`. */
  history?: Entry[];
}

/**
 * Returns what an analysis tells the index; undefined if the same parts have the same problems.
 *
 * @param before the analysis that the index was told of last. Parts that are the same objects have the same problems
 */
export function openedCheck(
  analysis: Analysis,
  before: Analysis | undefined,
  families: readonly Family[],
): OpenedCheck | undefined {
  const { file, parts } = analysis;
  if (file.lang === 'markdown') {
    const text = fileText(file);
    const registry = registryIn(text, fileNameOf(file.uri), families);
    return { checks: countProblems(analysis), history: readHistory(analysis, registry, families) };
  }
  if (!before) return { checks: countProblems(analysis) };
  const old = before.parts;
  const shorter = Math.min(old.length, parts.length);
  let start = 0;
  while (start < shorter && old[start] === parts[start]) start++;
  // A document that an envelope carries counts with it.
  while (start > 0 && (isCarried(old[start]) || isCarried(parts[start]))) start--;
  let same = 0;
  while (same < shorter - start && old.at(-1 - same) === parts.at(-1 - same)) same++;
  while (same > 0 && isCarried(parts.at(-same))) same--;
  const [gone, checks] = [old, parts].map(some => countProblems({ parts: some.slice(start, some.length - same) })) as [
    OpenedCheck['checks'],
    OpenedCheck['checks'],
  ];
  return JSON.stringify(gone) === JSON.stringify(checks) ? undefined : { gone: Object.keys(gone), checks };
}

function isCarried(analysed: AnalysedPart | undefined): boolean {
  return analysed !== undefined && analysed.part.lang === 'markdown' && analysed.part.parent !== undefined;
}

/** Returns the check of an open file after what an analysis tells. */
export function mergedCheck(before: FileCheck | undefined, { gone, checks, history }: OpenedCheck): FileCheck {
  const kept: Record<string, PartCheck> = gone ? { ...before?.checks } : {};
  for (const part of gone ?? []) delete kept[part];
  const all = Object.entries({ ...kept, ...checks });
  // In file order, as in a full check.
  const inOrder = all
    .map(([part, check]) => ({ index: partIndex(part), part, check }))
    .sort((one, two) => one.index - two.index);
  return { checks: Object.fromEntries(inOrder.map(({ part, check }) => [part, check])), ...(history && { history }) };
}

/**
 * Returns whether a log has only read-only families, and no tool catalogue to compare their calls with, so that it need not be read again.
 */
function isOnlyRead(uri: string, { beside, association, facts }: Context & { beside: ReadonlySet<Family> }): boolean {
  if (beside.size === 0 || association(uri) !== undefined || facts.catalogue) return false;
  return [...beside].every(({ kinds }) => kinds.every(({ readOnly }) => readOnly));
}

/** The largest document that is checked while it is closed, in characters. */
const LARGEST_CHECKED = 4_000_000;

/**
 * Adds the result of a check to a record.
 *
 * @param asked the number of other files that the check read or looked for
 */
export function checkedRecord(
  record: FileRecord,
  { checks, checkedTo, history }: FileCheck,
  { asked }: { asked: number },
): FileRecord {
  const { stray: _, around: __, ...rest } = record;
  const now: FileRecord = { ...rest, checks, ...(checkedTo && { checkedTo }), ...(history && { entries: history }) };
  if (asked > 0) now.around = true;
  const stray = strayProblems(now);
  return stray ? { ...now, stray } : now;
}

// Checks only the lines added since the last check, unless these change how the earlier lines are recognised.
function* checkLog(
  record: FileRecord,
  { access, context, onLinesAnalysed }: CheckFileOptions,
): Generator<undefined, FileCheck | 'replaced' | undefined> {
  const { uri } = record;
  let mark: LogCheckpoint | undefined = record.checkedTo;
  if (mark && [...firstSureLines(record).values()].some(line => line > (mark as LogCheckpoint).line)) mark = undefined;
  const checks = mark ? { ...record.checks } : {};
  if (mark) delete checks[`line ${mark.line + 1}`];
  for (;;) {
    const piece = access.log(uri, mark);
    if ('fault' in piece) return undefined;
    if ('replaced' in piece) return 'replaced';
    const lines = piece.torn === undefined ? piece.lines : [...piece.lines, piece.torn];
    yield* checkLines(
      { uri, lang: 'jsonl', lines, eol: '\n' },
      { first: piece.first, context, onLinesAnalysed },
      checks,
    );
    mark = piece.mark;
    // Lines that the index has not read yet are not reported.
    if (piece.done || (record.mark && mark.offset >= record.mark.offset)) return { checks, checkedTo: mark };
  }
}

const LINES_AT_ONCE = 500;

function* checkLines(
  file: TextFile,
  { first, context, onLinesAnalysed }: Omit<CheckFileOptions, 'access'> & { first: number },
  checks: Record<string, PartCheck>,
): Generator<undefined> {
  for (let at = 0; at < file.lines.length; at += LINES_AT_ONCE) {
    const some = { ...file, lines: file.lines.slice(at, at + LINES_AT_ONCE) };
    const { analysis } = analyse(some, context);
    Object.assign(checks, countProblems(analysis, first + at));
    onLinesAnalysed?.(analysis, first + at);
    yield;
  }
}

/**
 * Counts the problems of each part that has any, by part id.
 *
 * @param firstLine if only some lines of a log were analysed: the index of the first
 */
export function countProblems({ parts }: Pick<Analysis, 'parts'>, firstLine = 0): Record<string, PartCheck> {
  const checks: Record<string, PartCheck> = {};
  for (const { part, problems } of parts) {
    if (problems.length === 0) continue;
    const id = idOf(part, firstLine);
    const known = checks[id];
    const rules = new Set(known?.rules);
    const counts = { ...(known?.problems ?? NO_PROBLEMS) };
    for (const { rule, severity } of problems) {
      counts[severity]++;
      rules.add(rule);
    }
    checks[id] = { problems: counts, rules: [...rules] };
  }
  return checks;
}

// A document that an envelope carries is part of that envelope.
function idOf({ id, lang, parent, oneLine }: Part, firstLine: number): string {
  if (lang === 'markdown' && parent) return idOf(parent, firstLine);
  return oneLine && firstLine > 0 ? `line ${Number(id.slice('line '.length)) + firstLine}` : id;
}

/** Returns the problems of a file that belong to no step, such as those of an unreadable line. */
export function strayProblems(record: FileRecord): PartCheck | undefined {
  const checks = Object.entries(record.checks ?? {});
  if (checks.length === 0) return undefined;
  const steps = sureEntries(record).filter(({ isIgnored }) => !isIgnored);
  const parts = new Set(steps.map(({ part }) => part));
  const stray = checks.filter(([part]) => !parts.has(part)).map(([, check]) => check);
  if (stray.length === 0) return undefined;
  return {
    problems: stray.map(({ problems }) => problems).reduce(addProblemCounts),
    rules: [...new Set(stray.flatMap(({ rules }) => rules))],
  };
}

/** Returns the families with sure envelopes in a log. They are evidence for each of its lines, even for lines that are analysed alone. */
export function logFamilies(record: FileRecord, families: readonly Family[]): ReadonlySet<Family> {
  const sure = firstSureLines(record);
  return new Set(familiesWithIds(families, sure));
}

/** Returns the number, from 1, of the first line with a sure envelope, by family id. */
export function firstSureLines({ entries }: FileRecord): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  let last: string | undefined;
  for (const { kind, maybe, part } of entries) {
    // Most lines have the kind of the previous line.
    if (maybe || kind === last) continue;
    last = kind;
    const family = familyOf({ kind });
    if (!first.has(family)) first.set(family, Number(part.slice('line '.length)));
  }
  return first;
}

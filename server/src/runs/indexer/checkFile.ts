import { analyse, analyseInSteps, type Cache, type Context, emptyCache } from '../../analysis/analyse';
import { familiesWithIds, familyOfKind } from '../../families/familyOfKind';
import type { Analysis } from '../../model/analysis';
import type { FileAccess, LogCheckpoint } from '../../model/disk';
import type { Family } from '../../model/family';
import type { Part, TextFile } from '../../model/text';
import { languageOf } from '../../text/fileLanguage';
import { replacedLines, textFile } from '../../text/lines';
import { addProblemCounts } from '../assembly/stepRef';
import { lineIndexOf } from '../reading/envelopeLocator';
import { type Entry, type FileRecord, familyOf, NO_PROBLEMS, type PartCheck, sureEntries } from '../reading/fileRecord';
import { readHistory } from '../reading/readEntries';

/** The inputs of checking a file. */
interface CheckFileOptions {
  access: FileAccess;
  context: Context;
  /** The file as an editor holds it. */
  opened: TextFile | undefined;
  /** The last check of the file, if it is open and all other files that the check read are unchanged. */
  openedBefore?: OpenedCheck | undefined;
}

/** Results that are kept from a check of an open file, so that the next check of this file repeats less work. */
export interface OpenedCheck {
  log?: OpenedLogCheck;
  /** For a file that is no log. */
  cache?: Cache;
}

interface OpenedLogCheck {
  lines: readonly string[];
  /** The families with sure envelopes in the log. */
  beside: ReadonlySet<Family>;
  checks: Record<string, PartCheck>;
  /** By line, the families of sure envelopes that are no steps, such as catalogues: the record doesn't contain them. */
  stepless: ReadonlyMap<number, Family>;
}

type LogOptions = Context & { beside: ReadonlySet<Family> };

/** The result of a check, to be added to the file's record, which may have grown meanwhile. */
export interface FileCheck {
  checks: Record<string, PartCheck>;
  checkedTo?: LogCheckpoint;
  /** The steps of a registry's history. */
  history?: Entry[];
  /** The data for the next check of an open file. */
  openedCheck?: OpenedCheck;
}

/**
 * Finds the problems of a file, and the history of a registry, a piece at a time. Returns `replaced` if the log was replaced since it was
 * read; undefined if the file can't be read any more.
 */
export function* checkFile(
  record: FileRecord,
  options: CheckFileOptions,
): Generator<undefined, FileCheck | 'replaced' | undefined> {
  const { uri } = record;
  const { access, context, opened } = options;
  const lang = languageOf(uri);
  if (lang === 'jsonl') {
    const around = { ...context, beside: logFamilies(record, context.families) };
    if (!opened && record.mark && isOnlyRead(uri, around)) return { checks: {}, checkedTo: record.mark };
    if (!opened) return yield* checkLog(record, { ...options, context: around });
    return yield* checkOpenedLog(opened, around, options.openedBefore?.log);
  }
  const read = opened ?? access.text(uri);
  if ('fault' in read || !lang) return undefined;
  // The whole text would be in memory at once. Its problems are reported when an editor opens it.
  if ('text' in read && read.text.length > LARGEST_CHECKED) return { checks: {} };
  const file = 'text' in read ? textFile(uri, lang, read.text) : read;
  const cache = emptyCache();
  const analysis = yield* analyseInSteps(file, context, { before: options.openedBefore?.cache, cache });
  const history = readHistory(analysis, record, context.families);
  return {
    checks: countProblems(analysis),
    ...(history.length > 0 && { history }),
    ...(opened && { openedCheck: { cache } }),
  };
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

/**
 * Checks only the lines that changed since the last check. Checks all lines if the log now has envelopes of other families, since reports
 * on lines without an envelope depend on the families.
 */
function* checkOpenedLog(
  file: TextFile,
  context: LogOptions,
  last: OpenedLogCheck | undefined,
): Generator<undefined, FileCheck> {
  let log: OpenedLogCheck =
    last && hasAll(last.beside, context.beside) ? last : { ...NOTHING_CHECKED, beside: context.beside };
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    log = yield* checkEditedLines(file, context, log);
    const beside = new Set([...context.beside, ...log.stepless.values()]);
    if (beside.size === log.beside.size && hasAll(log.beside, beside)) break;
    log = { ...NOTHING_CHECKED, beside };
  }
  return { checks: log.checks, openedCheck: { log } };
}

const NOTHING_CHECKED = { lines: [], checks: {}, stepless: new Map<number, Family>() };
/** The maximum number of tries. Each may find further families, which change how lines are recognised in the next. */
const MOST_TRIES = 3;

function hasAll<T>(set: ReadonlySet<T>, others: ReadonlySet<T>): boolean {
  return [...others].every(one => set.has(one));
}

function* checkEditedLines(
  file: TextFile,
  context: LogOptions,
  known: OpenedLogCheck,
): Generator<undefined, OpenedLogCheck> {
  const { lines } = file;
  const { beside } = known;
  const { start, endBefore, end } = replacedLines(known.lines, lines);
  const lineAt = (part: string) => lineIndexOf(part) as number;
  // In line order, as in a full check: the first problems stand for the file.
  const before = Object.entries(known.checks);
  const checks: Record<string, PartCheck> = Object.fromEntries(before.filter(([part]) => lineAt(part) < start));
  const stepless = new Map([...known.stepless].filter(([line]) => line < start));
  const found = { checks, stepless, counted: context.beside };
  yield* checkLines(
    { ...file, lines: lines.slice(start, end) },
    { first: start, context: { ...context, beside } },
    found,
  );
  for (const [part, check] of before)
    if (lineAt(part) >= endBefore) checks[`line ${lineAt(part) + end - endBefore + 1}`] = check;
  for (const [line, family] of known.stepless) if (line >= endBefore) stepless.set(line + end - endBefore, family);
  return { lines, beside, checks, stepless };
}

// Checks only the lines added since the last check, unless these change how the earlier lines are recognised.
function* checkLog(
  record: FileRecord,
  { access, context }: CheckFileOptions,
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
    yield* checkLines({ uri, lang: 'jsonl', lines, eol: '\n' }, { first: piece.first, context }, { checks });
    mark = piece.mark;
    // Lines that the index has not read yet are not reported.
    if (piece.done || (record.mark && mark.offset >= record.mark.offset)) return { checks, checkedTo: mark };
  }
}

const LINES_AT_ONCE = 500;

function* checkLines(
  file: TextFile,
  { first, context }: { first: number; context: Context },
  found: {
    checks: Record<string, PartCheck>;
    /** Output: receives the families of sure envelopes that are no steps, by line. */
    stepless?: Map<number, Family>;
    counted?: ReadonlySet<Family>;
  },
): Generator<undefined> {
  const { checks, stepless, counted } = found;
  for (let at = 0; at < file.lines.length; at += LINES_AT_ONCE) {
    const some = { ...file, lines: file.lines.slice(at, at + LINES_AT_ONCE) };
    const { analysis } = analyse(some, context);
    Object.assign(checks, countProblems(analysis, first + at));
    for (const { part, recognition } of stepless ? analysis.parts : []) {
      if (!recognition?.sure || recognition.by === 'neighbours' || !part.oneLine) continue;
      const family = familyOfKind(recognition.kind, context.families);
      if (family && !counted?.has(family)) stepless?.set(first + at + (lineIndexOf(part.id) ?? 0), family);
    }
    yield;
  }
}

/**
 * Counts the problems of each part that has any, by part id.
 *
 * @param firstLine if only some lines of a log were analysed: the index of the first
 */
export function countProblems({ parts }: Analysis, firstLine = 0): Record<string, PartCheck> {
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

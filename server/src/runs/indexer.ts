import type { Context } from '../analysis/analyse';
import { analyse, associationOf } from '../analysis/analyse';
import type { Fault, FileAccess, Found, LogMark } from '../model/fileAccess';
import type { SourceFile } from '../model/text';
import { fileNameOf } from '../text/decoded';
import { languageOf } from '../text/language';
import { sourceFile, textOf } from '../text/lines';
import { checksOf, strayProblems } from './checks';
import type { Entry, FileRecord, PartCheck } from './fileRecord';
import { type Reading, readEntries, readHistory, readLines } from './readEntries';
import { type RunIndex, runIndex } from './runIndex';
import type { StoredIndex } from './storedIndex';

/** Keeps an index of runs at what the files of a workspace say. It works in small steps, so that others get a turn. */
export interface Indexer {
  index: RunIndex;
  /** One small piece of work, of a few milliseconds; false when there is none. */
  work(): boolean;
  state(): IndexerState;
  /** Reads the folders, but for the files that are as they were. */
  scan(): void;
  /** Stops reading the folders; what was read stays. */
  cancel(): void;
  /** A file was made, changed or deleted. */
  changed(uri: string): void;
  /** A file is open in an editor, and holds this now. */
  open(file: SourceFile): void;
  close(uri: string): void;
  /** Settings are others: everything is read again. */
  contextChanged(): void;
}

export interface IndexerState {
  /** The folders are being read, and so many files of them were. */
  scanning: boolean;
  files: number;
  /** All is read; problems may still be looked for. */
  settled: boolean;
  idle: boolean;
  /** The walk was stopped before its end. */
  cancelled: boolean;
}

export interface IndexerNeeds {
  access: FileAccess;
  /** URIs of the workspace folders. */
  folders(): readonly string[];
  /** Of a file: settings and families; a new object where they are others. */
  contextOf(uri: string): Context;
  /** What can't be read: told once a file, until it can. */
  warn(fault: Fault): void;
  /** What is known from the last time. */
  before?: StoredIndex | undefined;
}

/** A JSON file that is larger is none that agents exchange, and would take long to be told from one. */
const LARGEST_JSON = 64e6;
const LARGEST_MARKDOWN = 5e6;
/** A log without any envelope in so many bytes has none further on. */
const ENOUGH_TO_TELL = 4e6;

export function indexer({ access, folders, contextOf, warn, before }: IndexerNeeds): Indexer {
  const index = runIndex(folders, before);
  const opened = new Map<string, SourceFile>();
  const urgent = new Set<string>();
  const unchecked = new Set<string>();
  /** What is no file of ours: a folder, perhaps, that is gone with all that was in it. */
  const others = new Set<string>();
  const warned = new Set<string>();
  let scanning: Iterator<void> | undefined;
  let reading: Iterator<void> | undefined;
  let checking: Iterator<void> | undefined;
  let files = 0;
  let cancelled = false;

  function fault(one: Fault): void {
    if (!warned.has(one.uri)) warn(one);
    warned.add(one.uri);
  }

  // A file that is gone meanwhile is nothing to speak of.
  function unreadable(uri: string, why: string): void {
    if (access.look(uri)) fault({ uri, fault: why });
    else index.remove(uri);
  }

  function* scanFolders(): Generator<void> {
    files = 0;
    const inspection = index.inspection();
    for (const folder of folders()) {
      for (const found of access.find(folder)) {
        if ('fault' in found) {
          fault(found);
          continue;
        }
        files++;
        const isAsKnown = inspection.meet(found.uri, found);
        if (isAsKnown || opened.has(found.uri)) {
          // To look at a file takes little; a pause after each would take as long.
          if (files % LOOKS_AT_ONCE === 0) yield;
        } else {
          yield* guarded(found.uri, readFile(found));
          yield;
        }
      }
    }
    for (const uri of inspection.missed()) if (!opened.has(uri)) index.remove(uri);
  }

  function* readChanged(uri: string): Generator<void> {
    const file = opened.get(uri);
    if (file) return readOpened(file);
    const found = isWanted(uri) ? access.look(uri) : undefined;
    if (found) yield* readFile(found);
    else index.remove(uri);
  }

  // What is passed over when the folders are read is so, too, when it changes or is closed.
  function isWanted(uri: string): boolean {
    return folders().some(folder => uri === folder || (uri.startsWith(`${folder}/`) && access.finds(folder, uri)));
  }

  function* lookBelow(): Generator<void> {
    for (const uri of index.uris()) if (foldersAround(uri).some(folder => others.has(folder))) urgent.add(uri);
    others.clear();
  }

  /** What goes wrong with one file, of whatever kind, is no reason to leave the others. */
  function* guarded(uri: string, work: Generator<void>): Generator<void> {
    try {
      yield* work;
    } catch (error) {
      fault({ uri, fault: `is left out: ${error instanceof Error ? error.message : error}` });
    }
  }

  function readingOf(uri: string): Reading {
    const context = contextOf(uri);
    return { families: context.families, association: associationOf(uri, context) };
  }

  function readOpened(file: SourceFile): void {
    const { uri, lang, lines } = file;
    const own = readingOf(uri);
    const read =
      lang === 'jsonl'
        ? { entries: readLines(lines, 0, own) }
        : readEntries(textOf(file), { lang, fileName: fileNameOf(uri) }, own);
    keep({ uri, ...read, changedAt: index.record(uri)?.changedAt ?? 0, size: -1 });
  }

  function* readFile(found: Found): Generator<void> {
    const { uri, size, changedAt } = found;
    const lang = languageOf(uri);
    if (!lang) return;
    if (lang === 'jsonl') return yield* readLog(found);
    if (size > (lang === 'markdown' ? LARGEST_MARKDOWN : LARGEST_JSON)) {
      const megabytes = Math.round(size / 1e6);
      return fault({
        uri,
        fault: `is left out: of ${megabytes} MB it is too large for what agents exchange.`,
      });
    }
    const read = access.text(uri, size);
    if ('fault' in read) return unreadable(uri, read.fault);
    if (warned.size > 0) warned.delete(uri);
    const { entries, registry } = readEntries(read.text, { lang, fileName: fileNameOf(uri) }, readingOf(uri));
    keep(registry ? { uri, size, changedAt, entries, registry } : { uri, size, changedAt, entries });
  }

  function* readLog(found: Found): Generator<void> {
    const { uri } = found;
    const own = readingOf(uri);
    if (own.association === 'none') return keep({ ...found, entries: [] });
    const known = index.record(uri);
    // Without a mark it was read as an editor held it.
    let record: FileRecord = known?.mark ? { ...known, ...found } : { ...found, entries: [] };
    if (record.mark) dropTorn(record, record.mark);
    const named = new Set(record.entries.flatMap(({ about, run = '' }) => (about ? [run] : [])));
    for (;;) {
      const piece = access.log(uri, record.mark);
      if ('fault' in piece) return unreadable(uri, piece.fault);
      if ('replaced' in piece) {
        record = { ...found, entries: [] };
        continue;
      }
      for (const entry of readLines(piece.lines, piece.first, own)) record.entries.push(nameless(entry, named));
      if (piece.torn !== undefined) record.entries.push(...readLines([piece.torn], piece.mark.line, own));
      record.mark = piece.mark;
      if (opened.has(uri)) return;
      keep(record);
      if (piece.done || (record.entries.length === 0 && piece.mark.offset > ENOUGH_TO_TELL)) break;
      yield;
    }
    warned.delete(uri);
  }

  function keep(record: FileRecord): void {
    // What was wrong before is likely to be wrong still, until it is looked for again.
    const { checks, stray } = index.record(record.uri) ?? {};
    index.set(checks || stray ? { ...(checks && { checks }), ...(stray && { stray }), ...record } : record);
    if (record.entries.length > 0 || record.registry) unchecked.add(record.uri);
  }

  function* check(uri: string): Generator<void> {
    const record = index.record(uri);
    const lang = languageOf(uri);
    if (!record || !lang) return;
    const context = contextOf(uri);
    const file = opened.get(uri);
    if (lang === 'jsonl') return yield* file ? checkOpenedLog(file, context) : checkLog(record, context);
    const read = file ? { text: textOf(file) } : access.text(uri);
    if ('fault' in read) return;
    const { analysis } = analyse(file ?? sourceFile(uri, lang, read.text), context);
    const history = readHistory(analysis, record, context.families);
    const checks = checksOf(analysis);
    done({ ...record, checks, ...(history.length > 0 && { entries: history }) });
  }

  function* checkOpenedLog(file: SourceFile, context: Context): Generator<void> {
    const checks: Record<string, PartCheck> = {};
    yield* checkLines(file.lines, { first: 0, file, context }, checks);
    const now = index.record(file.uri);
    if (now && opened.get(file.uri) === file) done({ ...now, checks });
  }

  // Only what came since it was last checked; a log is analysed a piece at a time.
  function* checkLog(record: FileRecord, context: Context): Generator<void> {
    const { uri } = record;
    let mark: LogMark | undefined = record.checkedTo;
    const checks = mark ? { ...record.checks } : {};
    if (mark) delete checks[`line ${mark.line + 1}`];
    for (;;) {
      const piece = access.log(uri, mark);
      if ('fault' in piece) return;
      if ('replaced' in piece) {
        unchecked.delete(uri);
        urgent.add(uri);
        return;
      }
      const lines = piece.torn === undefined ? piece.lines : [...piece.lines, piece.torn];
      yield* checkLines(lines, { first: piece.first, file: { uri, lang: 'jsonl', lines, eol: '\n' }, context }, checks);
      mark = piece.mark;
      if (piece.done || opened.has(uri)) break;
    }
    const now = index.record(uri);
    if (now && !opened.has(uri)) done({ ...now, checks, checkedTo: mark });
  }

  function done(record: FileRecord): void {
    const { stray: _, ...rest } = record;
    const stray = strayProblems(record);
    index.set(stray ? { ...rest, stray } : rest);
  }

  function* checkNext(): Generator<void> {
    const [uri] = unchecked;
    if (uri === undefined) return;
    unchecked.delete(uri);
    yield* guarded(uri, check(uri));
  }

  function scan(): void {
    cancelled = false;
    scanning = scanFolders();
  }

  function next(): Iterator<void> | undefined {
    if (reading) return reading;
    const [uri] = urgent;
    if (uri !== undefined) {
      urgent.delete(uri);
      reading = guarded(uri, readChanged(uri));
      return reading;
    }
    if (others.size > 0) {
      reading = lookBelow();
      return reading;
    }
    if (scanning) return scanning;
    if (!checking && unchecked.size > 0) checking = checkNext();
    return checking;
  }

  return {
    index,
    work() {
      const current = next();
      if (!current) return false;
      if (current.next().done) {
        if (current === reading) reading = undefined;
        else if (current === scanning) scanning = undefined;
        else checking = undefined;
      }
      return true;
    },
    state: () => ({
      scanning: scanning !== undefined,
      files,
      settled: !scanning && !reading && urgent.size + others.size === 0,
      idle: !scanning && !reading && !checking && urgent.size + others.size + unchecked.size === 0,
      cancelled,
    }),
    scan,
    cancel() {
      cancelled ||= scanning !== undefined;
      scanning = undefined;
    },
    changed(uri) {
      (languageOf(uri) ? urgent : others).add(uri);
    },
    open(file) {
      opened.set(file.uri, file);
      urgent.add(file.uri);
    },
    close(uri) {
      opened.delete(uri);
      // What the disk has may be something else than what the editor held.
      urgent.add(uri);
    },
    contextChanged() {
      for (const uri of index.uris()) index.remove(uri);
      for (const uri of opened.keys()) urgent.add(uri);
      scan();
    },
  };
}

function* checkLines(
  lines: readonly string[],
  { first, file, context }: { first: number; file: SourceFile; context: Context },
  checks: Record<string, PartCheck>,
): Generator<void> {
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    const some = { ...file, lines: lines.slice(at, at + LINES_AT_ONCE) };
    Object.assign(checks, checksOf(analyse(some, context).analysis, first + at));
    yield;
  }
}

const LINES_AT_ONCE = 500;
const LOOKS_AT_ONCE = 50;

// What names a run is said in each of its lines, and needed once.
function nameless(entry: Entry, named: Set<string>): Entry {
  if (!entry.about) return entry;
  const { run = '' } = entry;
  if (named.has(run)) entry.about = '';
  else named.add(run);
  return entry;
}

// The last line of a log that had no end is read again together with what has come since.
function dropTorn({ entries }: FileRecord, { line }: LogMark): void {
  const torn = `line ${line + 1}`;
  while (entries.at(-1)?.part === torn) entries.pop();
}

function foldersAround(uri: string): string[] {
  const found: string[] = [];
  for (let end = uri.lastIndexOf('/'); end > 0; end = uri.lastIndexOf('/', end - 1)) found.push(uri.slice(0, end));
  return found;
}

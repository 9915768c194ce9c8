import { associationOf, type Context } from '../../analysis/analyse';
import type { FileAccess, FileEntry, UnreadableFile } from '../../model/fileAccess';
import type { SourceFile } from '../../model/text';
import { languageOf } from '../../text/language';
import { fileText } from '../../text/lines';
import { fileNameOf } from '../../text/uri/decodeUri';
import { fileChecker } from '../checking/fileChecker';
import { type ReadContext, readEntries, readLines } from '../reading/readEntries';
import { readFileRecord } from '../reading/readFileRecord';
import { type Reader, sharedReadQueue } from '../reading/sharedReadQueue';
import { runRuleScheduler } from '../runRules/runRuleScheduler';
import type { FileRecord } from './fileRecord';
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
  /**
   * A file was made, changed or deleted.
   *
   * @param inside only what is in it has changed
   */
  changed(uri: string, inside?: boolean): void;
  /** Looks for the problems of a file again, unless that was done since the start. */
  recheck(uri: string): void;
  /** A file is open in an editor, and holds this now. */
  open(file: SourceFile): void;
  close(uri: string): void;
  /** Settings are others: everything is read again. */
  contextChanged(): void;
  /** What files are held against is otherwise: their problems are looked for again. */
  checkAgain(): void;
}

export interface IndexerState {
  /** The folders are being read, and so many files of them were. */
  scanning: boolean;
  files: number;
  /** All is read; problems may still be looked for. */
  isComplete: boolean;
  idle: boolean;
  /** The walk was stopped before its end. */
  cancelled: boolean;
}

export interface IndexerOptions {
  access: FileAccess;
  /** URIs of the workspace folders. */
  folders(): readonly string[];
  /** Of a file: settings and families; a new object where they are others. */
  contextOf(uri: string): Context;
  /** What can't be read: told once a file, until it can. */
  warn(fault: UnreadableFile): void;
  /** Whether problems are looked for also in a file that tells of no run. */
  checksAllFiles?(uri: string): boolean;
  /** What is known of the problems of a file may be something else than before, or it is gone. */
  onChecked?(uri: string): void;
  /** What is known from the last time. */
  before?: StoredIndex | undefined;
  /** Reads files elsewhere, while this goes on. */
  reader?: Reader | undefined;
  /** Envelopes: once there are so many, no further file is read, nor a log any further. */
  maxEnvelopes?: number;
}

/** Of these an index takes about twice as much memory as a server without any. */
const MOST_ENVELOPES = 200_000;

export function indexer(needs: IndexerOptions): Indexer {
  const { access, folders, contextOf, warn, before, reader } = needs;
  const index = runIndex(folders, before, (family, folder) => declaredTitle(family, contextOf(`${folder}/`)));
  const opened = new Map<string, SourceFile>();
  const urgent = new Set<string>();
  /** What is no file of ours: a folder, perhaps, that is gone with all that was in it. */
  const others = new Set<string>();
  const warned = new Set<string>();
  const { maxEnvelopes = MOST_ENVELOPES } = needs;
  /** How many envelopes there are of each file that was read, and in all. */
  const counts = new Map<string, number>();
  let count = before ? index.runs().reduce((sum, { steps }) => sum + steps, 0) : 0;
  let isFullTold = false;
  let scanning: Iterator<undefined | 'waits'> | undefined;
  let reading: Iterator<void> | undefined;
  let checking: Iterator<void> | undefined;
  let files = 0;
  let cancelled = false;
  const onChecked = (uri: string) => needs.onChecked?.(uri);
  const checker = fileChecker({
    index,
    access,
    contextOf,
    openAt: uri => opened.get(uri),
    readAgain: uri => void urgent.add(uri),
    onChecked,
  });
  const judge = runRuleScheduler({ index, contextOf, textAt, onChecked });

  function fault(one: UnreadableFile): void {
    if (!warned.has(one.uri)) warn(one);
    warned.add(one.uri);
  }

  function isFull(uri: string): boolean {
    if (count < maxEnvelopes) return false;
    if (!isFullTold) {
      const said = `is not read, or in part: there are ${maxEnvelopes} envelopes already; leave out what is not needed ("exclude").`;
      fault({ uri, fault: said });
    }
    isFullTold = true;
    return true;
  }

  // A file that is gone meanwhile is nothing to speak of.
  function unreadable(uri: string, why: string): void {
    if (access.stat(uri)) fault({ uri, fault: why });
    else forget(uri);
  }

  function forget(uri: string): void {
    if (index.known(uri)) judge.changed(uri);
    index.remove(uri);
    count -= counts.get(uri) ?? 0;
    counts.delete(uri);
    checker.forget(uri);
    onChecked(uri);
  }

  function* scanFolders(): Generator<undefined | 'waits'> {
    files = 0;
    const inspection = index.inspection();
    const take = taking(scanning);
    const readHere = (found: FileEntry) => guarded(found.uri, readFromDisk(found));
    // Nothing that is large keeps what is small from being read, nor takes the room that this needs.
    const large: FileEntry[] = [];
    const shared = reader && sharedReadQueue(reader, { take, readHere });
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
        } else if (found.size >= LARGE) {
          large.push(found);
        } else if (shared && !index.known(found.uri)) {
          shared.add(found);
          if (files % LOOKS_AT_ONCE === 0) yield;
        } else {
          yield* readHere(found);
          yield;
        }
      }
    }
    if (shared) yield* shared.rest();
    for (const found of large) {
      yield* readHere(found);
      yield;
    }
    for (const uri of inspection.missed()) if (!opened.has(uri)) forget(uri);
  }

  /** Takes what the reader read, unless it is read under other settings by now, in an editor, or not at all. */
  function taking(own: unknown): (read: FileRecord | UnreadableFile) => void {
    return read => {
      if (scanning !== own || opened.has(read.uri) || index.known(read.uri)) return;
      if ('fault' in read) unreadable(read.uri, read.fault);
      else if (!isFull(read.uri)) keep(read);
    };
  }

  function* readChanged(uri: string): Generator<void> {
    const file = opened.get(uri);
    if (file) return readOpened(file);
    const found = isWanted(uri) ? access.stat(uri) : undefined;
    if (found) yield* readFromDisk(found);
    else forget(uri);
  }

  // What is passed over when the folders are read is so, too, when it changes or is closed.
  function isWanted(uri: string): boolean {
    return folders().some(folder => uri === folder || (uri.startsWith(`${folder}/`) && access.wouldFind(folder, uri)));
  }

  /** A folder that is gone took with it what was in it; of one that has come nobody may have said what it holds. */
  function* lookBelow(): Generator<void> {
    const isBelow = (uri: string) => foldersAround(uri).some(folder => others.has(folder));
    for (const uri of index.uris()) if (isBelow(uri)) urgent.add(uri);
    checker.changedWhere(isBelow);
    const folders = [...others];
    others.clear();
    let met = 0;
    for (const folder of folders) {
      for (const uri of access.filesBelow(folder)) {
        if (!index.known(uri)) urgent.add(uri);
        if (++met % LOOKS_AT_ONCE === 0) yield;
      }
    }
  }

  /** What goes wrong with one file, of whatever kind, is no reason to leave the others. */
  function* guarded(uri: string, work: Generator<void>): Generator<undefined> {
    try {
      for (const _ of work) yield;
    } catch (error) {
      fault({ uri, fault: `is left out: ${error instanceof Error ? error.message : error}` });
    }
  }

  function readingOf(uri: string): ReadContext {
    const context = contextOf(uri);
    return { families: context.families, association: associationOf(uri, context) };
  }

  function readOpened(file: SourceFile): void {
    const { uri, lang, lines } = file;
    const own = readingOf(uri);
    const read =
      lang === 'jsonl'
        ? { entries: readLines(lines, 0, own) }
        : readEntries(fileText(file), { lang, fileName: fileNameOf(uri) }, own);
    keep({ uri, ...read, changedAt: index.record(uri)?.changedAt ?? 0, size: -1 });
  }

  function* readFromDisk(found: FileEntry): Generator<void> {
    const { uri } = found;
    // What is known and small is read anew, or it would be told of as it was.
    if ((!counts.has(uri) || languageOf(uri) === 'jsonl') && isFull(uri)) return;
    const read = readFileRecord(found, { access, context: contextOf(uri), known: index.record(uri) });
    for (;;) {
      const { done, value } = read.next();
      if (opened.has(uri)) return;
      if (done) {
        if (value === undefined) warned.delete(uri);
        else unreadable(uri, value);
        return;
      }
      keep(value);
      if (value.mark && value.mark.offset < found.size && isFull(uri)) return;
      yield;
    }
  }

  function keep(record: FileRecord): void {
    const before = index.record(record.uri);
    count += record.entries.length - (counts.get(record.uri) ?? 0);
    counts.set(record.uri, record.entries.length);
    index.set(before ? withProblemsOf(before, record) : record);
    if (record.entries.length > 0 || record.registry || before?.checks || isSuspect(record.uri))
      checker.wasRead(record.uri);
    if (record.entries.length > 0 || before?.inRuns) judge.changed(record.uri);
  }

  // Blocks in Markdown make no runs, nor does what is no object where the user says that it is an envelope.
  function isSuspect(uri: string): boolean {
    if (!needs.checksAllFiles?.(uri)) return false;
    const association = associationOf(uri, contextOf(uri));
    return association !== 'none' && (association !== undefined || languageOf(uri) === 'markdown');
  }

  function textAt(uri: string): string | undefined {
    const file = opened.get(uri);
    if (file) return fileText(file);
    const read = access.text(uri);
    return 'text' in read ? read.text : undefined;
  }

  function scan(): void {
    cancelled = false;
    scanning = scanFolders();
  }

  function next(): Iterator<unknown> | undefined {
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
    checking ??= nextCheck();
    return checking;
  }

  // What is wrong with the envelopes of a run is known when each of them has been looked at.
  function nextCheck(): Iterator<void> | undefined {
    const file = checker.next();
    if (file) return guarded(file.uri, file.work);
    const runs = judge.next();
    return runs && guarded(runs.folder, runs.work);
  }

  return {
    index,
    work() {
      const current = next();
      if (!current) return false;
      const { done, value } = current.next();
      if (done) {
        if (current === reading) reading = undefined;
        else if (current === scanning) scanning = undefined;
        else checking = undefined;
      }
      return value !== 'waits';
    },
    state: () => ({
      scanning: scanning !== undefined,
      files,
      isComplete: !scanning && !reading && urgent.size + others.size === 0,
      idle: !scanning && !reading && !checking && urgent.size + others.size + checker.waiting() + judge.waiting() === 0,
      cancelled,
    }),
    scan,
    cancel() {
      cancelled ||= scanning !== undefined;
      scanning = undefined;
      reader?.rest();
    },
    changed(uri, inside = false) {
      (languageOf(uri) ? urgent : others).add(uri);
      checker.changed(uri, inside);
    },
    recheck(uri) {
      if (!checker.knows(uri)) checker.recheck(uri);
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
      for (const uri of index.uris()) forget(uri);
      for (const uri of opened.keys()) urgent.add(uri);
      scan();
    },
    checkAgain() {
      for (const record of index.records()) {
        const { checks, checkedTo: _, stray: __, ...rest } = record;
        if (record.entries.length === 0 && !record.registry && !checks && !isSuspect(record.uri)) continue;
        index.set(rest);
        checker.recheck(record.uri);
      }
    },
  };
}

// What was wrong before is likely to be wrong still, until it is looked for again.
function withProblemsOf({ checks, inRuns, stray, around }: FileRecord, record: FileRecord): FileRecord {
  if (!checks && !inRuns && !stray && !around) return record;
  return {
    ...(checks && { checks }),
    ...(inRuns && { inRuns }),
    ...(stray && { stray }),
    ...(around && { around }),
    ...record,
  };
}

const LOOKS_AT_ONCE = 50;
/** In bytes. A larger file tells of runs before all of it is read. */
const LARGE = 1e6;

function declaredTitle(id: string, { families }: Context): string | undefined {
  return families.find(family => family.isDeclared && family.id === id)?.title;
}

function foldersAround(uri: string): string[] {
  const found: string[] = [];
  for (let end = uri.lastIndexOf('/'); end > 0; end = uri.lastIndexOf('/', end - 1)) found.push(uri.slice(0, end));
  return found;
}

import { associationOf, type Context } from '../../analysis/analyse';
import type { FileAccess, FileEntry, UnreadableFile } from '../../model/disk';
import type { TextFile } from '../../model/text';
import { t } from '../../shared/l10n';
import { languageOf } from '../../text/fileLanguage';
import { digestEnvelopeTexts } from '../assembly/digestEnvelopeTexts';
import { type RunIndex, runIndex } from '../index/runIndex';
import type { StoredIndex } from '../index/storedIndex';
import { fileReadQueue, type Reader } from '../reading/fileReadQueue';
import type { FileRecord } from '../reading/fileRecord';
import { runRuleScheduler } from '../runRules/runRuleScheduler';
import type { FileCheck, OnLinesAnalysed } from './checkFile';
import { fileCheckQueue } from './fileCheckQueue';
import { type FileIndexer, fileIndexer, foldersAround } from './fileIndexer';
import { type Task, taskQueue } from './taskQueue';

/** Keeps the index of workflow runs in sync with the workspace's files. Works in small steps, so that queries can be answered between two steps. */
export interface Indexer {
  index: RunIndex;
  /** Does one step of a few milliseconds; returns false if all work is done, or waits for another thread. */
  work(): boolean;
  state(): IndexerState;
  /** The files and folders that can't be read now. */
  faults(): UnreadableFile[];
  /** Starts to read the folders, except unchanged files. */
  scan(): void;
  /** Stops reading the folders; keeps the records so far. */
  cancel(): void;
  /**
   * A file was created, changed or deleted.
   *
   * @param inside only its content has changed
   */
  changed(uri: string, inside?: boolean): void;
  /** Checks a file, unless it was checked since the start. */
  recheck(uri: string): void;
  /** A file is open in an editor, with this content. */
  open(file: TextFile): void;
  /** An open file was checked: `openedCheckOf` has another answer. */
  checked(uri: string): void;
  close(uri: string): void;
  /** Also indexes these files outside the folders. Replaces the list of the last call. */
  include(uris: readonly string[]): void;
  /** These folders were added or removed; all other folders stay. */
  foldersChanged(folders: readonly string[]): void;
  /** Settings changed: re-reads everything. */
  contextChanged(): void;
  /** Rules or declarations changed: checks everything again. */
  checkAgain(): void;
}

export interface IndexerState {
  /** The folders are being read. */
  scanning: boolean;
  /** The number of files found by this scan, or by the last one. */
  files: number;
  /** All files are read; checks may still be pending. */
  isComplete: boolean;
  /** All files that changed are read; folders may still be read. */
  isCaughtUp: boolean;
  idle: boolean;
  /** The scan was cancelled. */
  cancelled: boolean;
}

export interface IndexerOptions {
  access: FileAccess;
  /** URIs of the folders that are read. */
  folders(): readonly string[];
  /** The settings and families of a file: a new object whenever they change. */
  contextOf(uri: string): Context;
  /** Called with each file that can't be read, once until it can. */
  warn(fault: UnreadableFile): void;
  /** Returns whether to check a file without any run, too. */
  checksAllFiles?(uri: string): boolean;
  /** Returns the check of an open file: the indexer does not check open files itself. */
  openedCheckOf?(uri: string): FileCheck | undefined;
  /** Called when the problems of a file may have changed, or the file is gone. */
  onChecked?(uri: string): void;
  /** The stored index of the last session. */
  before?: StoredIndex | undefined;
  /** Reads files in another thread at the same time. */
  reader?: Reader | undefined;
  /** The maximum number of envelopes: beyond it, no further file or line is read. */
  maxEnvelopes?: number;
  onLinesAnalysed?: OnLinesAnalysed | undefined;
}

/** An index of this size takes about as much memory as the rest of the server. */
const MAX_ENVELOPES = 200_000;

/**
 * Creates the indexer, which keeps the index of runs in sync with the files of a workspace, and checks these files for problems.
 * Invariants: any error in a file is reported and affects no other file; the run rules of a folder are checked only when no file waits for
 * a check. `taskQueue` decides the order.
 */
export function workspaceIndexer(options: IndexerOptions): Indexer {
  const { access, folders, contextOf, before, reader, maxEnvelopes = MAX_ENVELOPES } = options;
  const index = runIndex({
    folders,
    before,
    titleOf: (family, folder) => declaredTitle(family, contextOf(`${folder}/`)),
    digestsOf: digestEnvelopeTexts({ access, openedAt: uri => files.opened.get(uri) }),
  });
  const scanned = { files: 0, isCancelled: false };
  const onChecked = (uri: string) => options.onChecked?.(uri);
  const files = fileIndexer({
    index,
    access,
    folders,
    contextOf,
    warn: options.warn,
    reader,
    maxEnvelopes,
    onStored(record, replaced) {
      const { uri, entries, registry } = record;
      const hadEntries = replaced !== undefined && replaced.entries.length > 0;
      if (entries.length > 0 || registry || replaced?.checks || isSuspect(uri)) checker.wasRead(uri);
      // A file that has no envelopes any more may have answered others.
      if (entries.length > 0 || replaced?.inRuns || hadEntries) runRules.changed(uri);
    },
    onRemoved(uri, wasKnown) {
      if (wasKnown) runRules.changed(uri);
      checker.forget(uri);
      onChecked(uri);
    },
  });
  const { opened, included } = files;
  const changes = pendingChanges({
    index,
    access,
    readFile: readChanged,
    onFoldersChanged: isBelow => checker.changedWhere(isBelow),
  });
  const checker = fileCheckQueue({
    onLinesAnalysed: options.onLinesAnalysed,
    index,
    access,
    contextOf,
    isOpen: uri => opened.has(uri),
    openedCheckOf: uri => options.openedCheckOf?.(uri),
    readAgain: changes.addFile,
    onChecked,
    onSyntaxChanged: uri => runRules.changed(uri),
  });
  const runRules = runRuleScheduler({ index, contextOf, textAt: files.textAt, onChecked });
  const tasks = taskQueue({ nextRead: changes.next, nextCheck });

  // Markdown blocks form no runs, nor does a value that is no object, even if the settings call it an envelope.
  function isSuspect(uri: string): boolean {
    if (!options.checksAllFiles?.(uri)) return false;
    const association = associationOf(uri, contextOf(uri));
    return association !== 'none' && (association !== undefined || languageOf(uri) === 'markdown');
  }

  function* guarded(uri: string, work: Task | (() => void)): Task {
    try {
      if (typeof work === 'function') work();
      else yield* work;
    } catch (error) {
      files.warn({ uri, fault: t`is left out: ${error instanceof Error ? error.message : String(error)}` });
    }
  }

  function* readChanged(uri: string): Task {
    yield* guarded(uri, files.readChanged(uri));
    if (changes.isEmpty() && !tasks.isRunning('scan')) reader?.rest();
  }

  function addIncluded(): void {
    for (const uri of included.files()) changes.addFile(uri);
    // Adds the folder, not its known files: new sub-agents may have been added.
    for (const folder of included.folders()) changes.add(folder);
  }

  function scan(): void {
    const task: Task = scanFolders({
      index,
      access,
      folders,
      files,
      reader,
      readHere: entry => guarded(entry.uri, files.readFromDisk(entry)),
      readAgain: changes.addFile,
      isCurrent: () => tasks.isScan(task),
      onProgress(count) {
        scanned.files = count;
      },
    });
    scanned.isCancelled = false;
    tasks.startScan(task);
  }

  function nextCheck(): Task | undefined {
    const file = checker.next();
    if (file) return guarded(file.uri, file.work);
    const folder = runRules.next();
    return folder && guarded(folder.folder, folder.check);
  }

  return {
    index,
    work: tasks.step,
    state() {
      const scanning = tasks.isRunning('scan');
      const isCaughtUp = !tasks.isRunning('read') && changes.isEmpty();
      const isComplete = !scanning && isCaughtUp;
      const idle = isComplete && !tasks.isRunning('check') && checker.waiting() + runRules.waiting() === 0;
      return { scanning, files: scanned.files, isComplete, isCaughtUp, idle, cancelled: scanned.isCancelled };
    },
    faults: files.faults,
    scan,
    cancel() {
      scanned.isCancelled ||= tasks.isRunning('scan');
      tasks.cancelScan();
      reader?.rest();
    },
    changed(uri, inside = false) {
      changes.add(uri);
      checker.changed(uri, inside);
    },
    recheck(uri) {
      if (!checker.knows(uri)) checker.recheck(uri);
    },
    open(file) {
      opened.set(file.uri, file);
      changes.addFile(file.uri);
    },
    checked: checker.wasRead,
    close(uri) {
      opened.delete(uri);
      // The file on disk may differ from the editor's text.
      changes.addFile(uri);
    },
    include(uris) {
      const known = index.uris().filter(uri => included.has(uri));
      included.replace(uris);
      for (const uri of known) changes.addFile(uri);
      addIncluded();
    },
    foldersChanged(changed) {
      const isBelow = (uri: string) => changed.some(folder => uri.startsWith(`${folder}/`));
      for (const uri of index.uris()) {
        if (!isBelow(uri)) continue;
        files.remove(uri);
        changes.addFile(uri);
      }
      for (const uri of opened.keys()) if (isBelow(uri)) changes.addFile(uri);
      for (const folder of changed) changes.addFolder(folder);
      // The running scan began with other folders.
      if (tasks.isRunning('scan')) scan();
    },
    contextChanged() {
      for (const uri of index.uris()) files.remove(uri);
      for (const uri of opened.keys()) changes.addFile(uri);
      addIncluded();
      scan();
    },
    checkAgain() {
      for (const record of index.records()) {
        if (record.entries.length === 0 && !record.registry && !record.checks && !isSuspect(record.uri)) continue;
        index.set(withoutChecks(record));
        checker.recheck(record.uri);
      }
    },
  };
}

function withoutChecks({ checks: _, checkedTo: __, stray: ___, ...record }: FileRecord): FileRecord {
  return record;
}

function declaredTitle(id: string, { families }: Context): string | undefined {
  return families.find(family => family.isDeclared && family.id === id)?.title;
}

interface ScanFoldersOptions {
  index: RunIndex;
  access: FileAccess;
  folders(): readonly string[];
  files: FileIndexer;
  /** Reads files in another thread. */
  reader: Reader | undefined;
  /** Reads a file in this thread; reports any error instead of throwing it. */
  readHere(entry: FileEntry): Task;
  /** Schedules to read a file, which removes it if it is gone. */
  readAgain(uri: string): void;
  /** False once this scan was cancelled or another one has begun. */
  isCurrent(): boolean;
  onProgress(files: number): void;
}

/**
 * Reads the changed files of all folders, and has those removed from the index that are gone. Yields after each piece of work:
 * `waits` if only the reader is still busy.
 *
 * Invariants: results that the reader returns after the scan was replaced are dropped, since settings may have changed;
 * large files are read last, so that they neither delay small files nor use up the limit of envelopes first.
 */
function* scanFolders(context: ScanFoldersOptions): Task {
  const { index, access, folders, files, reader, readHere, readAgain, onProgress } = context;
  const { opened, included } = files;
  let met = 0;
  onProgress(met);
  const inspection = index.inspection();
  const large: FileEntry[] = [];
  const shared = reader && fileReadQueue(reader, { take: read => takeCurrent(read, context), readHere });
  for (const folder of folders()) {
    for (const found of access.find(folder)) {
      if ('fault' in found) {
        files.warn(found);
        continue;
      }
      onProgress(++met);
      const isUnchanged = inspection.meet(found.uri, found);
      if (isUnchanged || opened.has(found.uri)) {
        // Comparing a file is cheap; a pause after each one would cost as much.
        if (met % FILES_PER_STEP === 0) yield;
      } else if (found.size >= LARGE_FILE) {
        large.push(found);
      } else if (shared && !index.known(found.uri)) {
        shared.add(found);
        if (met % FILES_PER_STEP === 0) yield;
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
  reader?.rest();
  // A file may be new: created, and read as a change, after its folder was listed.
  for (const uri of inspection.missed()) if (!opened.has(uri) && !included.has(uri)) readAgain(uri);
  files.forgetGoneFaults();
}

function takeCurrent(read: FileRecord | UnreadableFile, { index, files, isCurrent }: ScanFoldersOptions): void {
  if (!isCurrent() || files.opened.has(read.uri) || index.known(read.uri)) return;
  files.take(read);
}

/** The number of files that are compared between two yields. */
const FILES_PER_STEP = 50;
/** In bytes. A larger file is read in pieces, and contributes runs before its end is read. */
const LARGE_FILE = 1e6;

interface PendingChangesOptions {
  index: RunIndex;
  access: FileAccess;
  readFile(uri: string): Task;
  /** Called after folders were created or deleted, with a test for the files below them. */
  onFoldersChanged(isBelow: (uri: string) => boolean): void;
}

/**
 * Collects the files and folders that changed and have to be read again.
 * Invariant: files go first, so a folder is expanded only when no single file waits.
 */
function pendingChanges({ index, access, readFile, onFoldersChanged }: PendingChangesOptions) {
  const files = new Set<string>();
  /** Changed URIs of no known file: perhaps folders that were created or deleted with all their files. */
  const folders = new Set<string>();

  /** Removes the files of deleted folders, and finds those of new folders, which may not have been announced. */
  function* expandFolders(): Task {
    const isBelow = (uri: string) => foldersAround(uri).some(folder => folders.has(folder));
    for (const uri of index.uris()) if (isBelow(uri)) files.add(uri);
    onFoldersChanged(isBelow);
    const changed = [...folders];
    folders.clear();
    let met = 0;
    for (const folder of changed) {
      for (const uri of access.filesBelow(folder)) {
        if (!index.known(uri)) files.add(uri);
        if (++met % FILES_PER_STEP === 0) yield;
      }
    }
  }

  return {
    add: (uri: string) => void (languageOf(uri) ? files : folders).add(uri),
    addFile: (uri: string) => void files.add(uri),
    addFolder: (uri: string) => void folders.add(uri),
    isEmpty: (): boolean => files.size + folders.size === 0,
    next(): Task | undefined {
      const [uri] = files;
      if (uri === undefined) return folders.size > 0 ? expandFolders() : undefined;
      files.delete(uri);
      // The name of a folder may end as that of a file.
      if (!index.known(uri) && !access.stat(uri)) folders.add(uri);
      return readFile(uri);
    },
  };
}

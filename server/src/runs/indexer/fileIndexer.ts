import { associationOf, type Context } from '../../analysis/analyse';
import type { FileAccess, FileEntry, UnreadableFile } from '../../model/disk';
import type { TextFile } from '../../model/text';
import { t } from '../../shared/l10n';
import { fileNameOf } from '../../text/decodeUri';
import { languageOf } from '../../text/fileLanguage';
import { fileText } from '../../text/lines';
import type { RunIndex } from '../index/runIndex';
import type { Reader } from '../reading/fileReadQueue';
import type { FileRecord } from '../reading/fileRecord';
import { type OpenedEntries, readOpened } from '../reading/readEntries';
import { readAhead, readFileRecord } from '../reading/readFileRecord';
import type { Task } from './taskQueue';

/** Reads files into the index of workflow runs. The text of an open file comes from the editor, that of any other file from disk. */
export interface FileIndexer {
  /** The open files, with the editor's text. */
  opened: Map<string, TextFile>;
  included: IncludedFiles;
  /** Returns the text of a file: the editor's if the file is open, otherwise from disk. */
  textAt(uri: string): string | undefined;
  /** Reads a file again; removes it if it is gone or no longer wanted. */
  readChanged(uri: string): Task;
  /** Reads a file from disk; a log a piece at a time. */
  readFromDisk(entry: FileEntry): Task;
  /** Stores a file that the reader thread has read. */
  take(read: FileRecord | UnreadableFile): void;
  remove(uri: string): void;
  /** Reports a file that can't be read, once until it can. */
  warn(fault: UnreadableFile): void;
  /** The files that can't be read now. */
  faults(): UnreadableFile[];
  /** Forgets the faults of files that are not there any more. */
  forgetGoneFaults(): void;
}

interface FileIndexerOptions {
  index: RunIndex;
  access: FileAccess;
  folders(): readonly string[];
  contextOf(uri: string): Context;
  warn(fault: UnreadableFile): void;
  /** Reads logs backwards from their end in another thread, at the same time. */
  reader: Reader | undefined;
  maxEnvelopes: number;
  /** Called after a record was stored in the index, with the record that it replaced. */
  onStored(record: FileRecord, before: FileRecord | undefined): void;
  onRemoved(uri: string, wasKnown: boolean): void;
}

/**
 * Creates the reader of files into the index.
 * Invariants: an open file is never read from disk, not even if it is opened while its log is being read; an unreadable file is reported
 * once until it can be read; once the limit of envelopes is reached no new file is read, but known files are, so that the index doesn't
 * show their old content.
 */
export function fileIndexer(options: FileIndexerOptions): FileIndexer {
  const { index, access, folders, contextOf, reader, maxEnvelopes, onStored, onRemoved } = options;
  const opened = new Map<string, TextFile>();
  const included = includedFiles(access);
  const openedEntries = new Map<string, OpenedEntries>();
  const warned = new Set<string>();
  const faults = new Map<string, UnreadableFile>();
  const stored = index.runs().reduce((sum, { steps }) => sum + steps, 0);
  const limit = envelopeLimit(maxEnvelopes, stored, uri =>
    warn({
      uri,
      fault: t`is not read, or in part: there are ${maxEnvelopes} envelopes already; leave out what is not needed ("exclude").`,
    }),
  );

  function warn(fault: UnreadableFile): void {
    if (!warned.has(fault.uri)) options.warn(fault);
    warned.add(fault.uri);
    faults.set(fault.uri, fault);
  }

  function wasRead(uri: string): void {
    warned.delete(uri);
    faults.delete(uri);
  }

  // A file that vanished in the meantime needs no warning.
  function warnOrRemove(uri: string, fault: string): void {
    if (access.stat(uri)) warn({ uri, fault });
    else remove(uri);
  }

  function remove(uri: string): void {
    const wasKnown = index.known(uri) !== undefined;
    limit.set(uri, 0, index.record(uri));
    index.remove(uri);
    faults.delete(uri);
    onRemoved(uri, wasKnown);
  }

  function store(record: FileRecord): void {
    const before = index.record(record.uri);
    limit.set(record.uri, record.entries.length, before);
    index.set(before ? withProblemsOf(before, record) : record);
    onStored(record, before);
  }

  // Single files obey the same rules as a scan.
  function isWanted(uri: string): boolean {
    return (
      included.has(uri) ||
      folders().some(folder => uri === folder || (uri.startsWith(`${folder}/`) && access.wouldFind(folder, uri)))
    );
  }

  function storeOpened(file: TextFile): void {
    const { uri } = file;
    const context = contextOf(uri);
    const reading = { families: context.families, association: associationOf(uri, context) };
    const read = readOpened(file, reading, openedEntries.get(uri));
    openedEntries.set(uri, read);
    const { entries, registry } = read;
    // Unknown records were counted when the file was read from disk.
    const { changedAt = 0, unknown } = index.record(uri) ?? {};
    store({ uri, changedAt, size: -1, entries, ...(registry && { registry }), ...(unknown && { unknown }) });
  }

  function* readFromDisk(entry: FileEntry): Task {
    const { uri } = entry;
    if ((!index.known(uri) || languageOf(uri) === 'jsonl') && limit.isReached(uri)) return;
    const ahead = reader && readAhead(reader, entry);
    const note = (fault: string) => options.warn({ uri, fault, isNote: true });
    const known = index.record(uri);
    const read = readFileRecord(entry, { access, context: contextOf(uri), known, ahead, note });
    let mark = known?.mark;
    // Stops once the file was opened, removed or read by another task, whose record is newer and has the same list of entries.
    while (!opened.has(uri) && index.record(uri)?.mark === mark) {
      const { done, value } = read.next();
      if (value === 'waits') {
        yield 'waits';
        continue;
      }
      if (done) {
        if (value === undefined) wasRead(uri);
        else warnOrRemove(uri, value);
        return;
      }
      store(value);
      mark = value.mark;
      if (value.mark && value.mark.offset < entry.size && limit.isReached(uri)) return;
      yield;
    }
  }

  return {
    opened,
    included,
    textAt(uri) {
      const file = opened.get(uri);
      if (file) return fileText(file);
      const read = access.text(uri);
      return 'text' in read ? read.text : undefined;
    },
    *readChanged(uri) {
      const file = opened.get(uri);
      if (file) return storeOpened(file);
      openedEntries.delete(uri);
      const entry = isWanted(uri) ? access.stat(uri) : undefined;
      if (entry) yield* readFromDisk(entry);
      else remove(uri);
    },
    readFromDisk,
    take(read) {
      if ('fault' in read) warnOrRemove(read.uri, read.fault);
      else if (!limit.isReached(read.uri)) store(read);
    },
    remove,
    warn,
    faults: () => [...faults.values()],
    forgetGoneFaults() {
      // Folders have no language, and no entry.
      for (const uri of faults.keys()) if (languageOf(uri) && !access.stat(uri)) faults.delete(uri);
    },
  };
}

// Problems found before are likely to still be there; they are shown until the file is checked again.
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

/** The files outside the folders that are read too, each with the folders that hold more of its session. */
interface IncludedFiles {
  files(): Iterable<string>;
  /** The folders of more of the sessions, which need not exist. */
  folders(): Iterable<string>;
  has(uri: string): boolean;
  replace(uris: readonly string[]): void;
}

function includedFiles(access: FileAccess): IncludedFiles {
  let included: ReadonlySet<string> = new Set();
  let folders: ReadonlySet<string> = new Set();
  return {
    files: () => included,
    folders: () => folders,
    has: uri => included.has(uri) || foldersAround(uri).some(folder => folders.has(folder)),
    replace(uris) {
      included = new Set(uris);
      folders = new Set(uris.flatMap(uri => sessionFolders(uri, access)));
    },
  };
}

/**
 * Returns the folders with more of a session. Claude Code writes `<session>.jsonl`, and its sub-agents to `<session>/subagents/`. OpenCode
 * writes `session/<project>/<session>.json`, its messages to `message/<session>/`, and their parts to `part/<message>/`.
 */
function sessionFolders(uri: string, access: FileAccess): string[] {
  const [, storage, session] = STORED_SESSION.exec(uri) ?? [];
  if (storage === undefined) return [`${withoutExtension(uri)}/subagents`];
  const messages = `${storage}/message/${session}`;
  const parts = Array.from(
    access.filesBelow(messages),
    file => `${storage}/part/${withoutExtension(fileNameOf(file))}`,
  );
  return [messages, ...parts];
}

const STORED_SESSION = /^(.*\/storage)\/session\/[^/]+\/(ses_[^/]+)\.json$/;

function withoutExtension(path: string): string {
  return path.replace(/\.\w+$/, '');
}

/** Returns all folders that a file is in, with their own folders. */
export function foldersAround(uri: string): string[] {
  const found: string[] = [];
  for (let end = uri.lastIndexOf('/'); end > 0; end = uri.lastIndexOf('/', end - 1)) found.push(uri.slice(0, end));
  return found;
}

/**
 * Limits the memory of an index by the number of its envelopes.
 * Invariant: `total` is the sum of the counts of all files that were set.
 *
 * @param stored how many envelopes of a stored index there are, at least: those of files that were not set yet are in the limit, too
 * @param onReached called once, with the first file that is not read in full
 */
function envelopeLimit(max: number, stored: number, onReached: (uri: string) => void) {
  const counts = new Map<string, number>();
  let total = 0;
  let restored = stored;
  let isReported = false;

  return {
    set(uri: string, count: number, before: FileRecord | undefined): void {
      const known = counts.get(uri);
      if (known === undefined) restored -= before?.entries.length ?? 0;
      total += count - (known ?? 0);
      counts.set(uri, count);
    },
    /** Whether there is no room for more envelopes of a file. */
    isReached(uri: string): boolean {
      if (total + Math.max(0, restored) < max) return false;
      if (!isReported) onReached(uri);
      isReported = true;
      return true;
    },
  };
}

import type { Context } from '../../analysis/analyse';
import type { FileAccess } from '../../model/disk';
import { isSyntaxProblem } from '../../rules/ruleNames';
import type { RunIndex } from '../index/runIndex';
import type { FileRecord, PartCheck } from '../reading/fileRecord';
import { checkedRecord, checkFile, type FileCheck, firstSureLines, type OnLinesAnalysed } from './checkFile';

/** Checks the indexed files for problems, one at a time, and keeps the queue of files that wait for a check. */
export interface FileCheckQueue {
  /** A file was read, or checked in an editor: schedules a check; earlier checks of unchanged lines remain valid. */
  wasRead(uri: string): void;
  /** Schedules a check of the whole file. */
  recheck(uri: string): void;
  /**
   * A file changed: schedules checks of the files that depend on it.
   *
   * @param inside only its content has changed
   */
  changed(uri: string, inside: boolean): void;
  /** All files for which `isMeant` is true changed: schedules checks of the files that depend on them. */
  changedWhere(isMeant: (uri: string) => boolean): void;
  /** Whether the file has been checked since the start. */
  knows(uri: string): boolean;
  forget(uri: string): void;
  /** The number of files that wait for a check. */
  waiting(): number;
  /** Takes the next waiting file; `work` checks it in small steps. */
  next(): { uri: string; work: Generator<undefined> } | undefined;
}

interface FileCheckQueueOptions {
  index: RunIndex;
  access: FileAccess;
  contextOf(uri: string): Context;
  isOpen(uri: string): boolean;
  /** Returns the check of an open file, which is not checked here; undefined before it has one. */
  openedCheckOf(uri: string): FileCheck | undefined;
  /** Called when a file turns out to differ from its record. */
  readAgain(uri: string): void;
  /** Called when the known problems of a file may have changed. */
  onChecked(uri: string): void;
  /** Called when a check finds syntax errors in other parts than the last one. A part with a syntax error has no other problem, not even of a run. */
  onSyntaxChanged(uri: string): void;
  onLinesAnalysed?: OnLinesAnalysed | undefined;
}

export function fileCheckQueue({
  index,
  access,
  contextOf,
  isOpen,
  openedCheckOf,
  readAgain,
  onChecked,
  onSyntaxChanged,
  onLinesAnalysed,
}: FileCheckQueueOptions): FileCheckQueue {
  const unchecked = new Set<string>();
  /** Files to be checked from their first line, since a file that they depend on has changed. */
  const stale = new Set<string>();
  const asks = checkDependencies();
  /** The running check, and the files and folders that it has read so far. */
  let running: { uri: string; asked: ReadonlySet<string> } | undefined;

  function recheck(uris: readonly string[]): void {
    for (const uri of uris) {
      unchecked.add(uri);
      stale.add(uri);
    }
  }

  function* check(uri: string): Generator<undefined> {
    const known = index.record(uri);
    if (!known) return;
    const isStale = stale.delete(uri);
    if (isOpen(uri)) return takeCheck(known, openedCheckOf(uri), NONE);
    const goesOn = !isStale && known.checkedTo !== undefined;
    const record = goesOn ? known : withoutMark(known);
    const sure = firstSureLines(known).size;
    const { context, asked } = trackDiskReads(contextOf(uri));
    let found: FileCheck | 'replaced' | undefined;
    running = { uri, asked };
    try {
      found = yield* checkFile(record, { access, context, onLinesAnalysed });
    } finally {
      running = undefined;
    }
    const now = index.record(uri);
    // The file was read again meanwhile: check it again.
    const isOutdated = now?.entries !== known.entries || isOpen(uri);
    if (isOutdated && isStale) stale.add(uri);
    if (found && found !== 'replaced' && now) asks.keep(uri, goesOn ? [...asks.of(uri), ...asked] : asked);
    if (found === 'replaced') {
      // Continuing from the mark would end here again.
      if (now) index.set(withoutMark(now));
      readAgain(uri);
    } else if (found && now && isOutdated) {
      unchecked.add(uri);
    } else if (found && now) {
      // A new sure line can change how earlier lines are recognised: check them again.
      if (now !== known && firstSureLines(now).size !== sure) recheck([uri]);
      takeCheck(now, found, asks.of(uri));
    }
  }

  function takeCheck(record: FileRecord, found: FileCheck | undefined, asked: ReadonlySet<string>): void {
    // Most Markdown files need no record of a check.
    const isPlain = !record.checks && record.entries.length === 0 && !record.registry && asked.size === 0;
    if (!found || (isPlain && Object.keys(found.checks).length === 0)) return;
    index.set(checkedRecord(record, found, { asked: asked.size }));
    onChecked(record.uri);
    if (brokenParts(found) !== brokenParts(record)) onSyntaxChanged(record.uri);
  }

  return {
    wasRead: uri => void unchecked.add(uri),
    recheck: uri => recheck([uri]),
    changed(uri, inside) {
      const names = changedNames(uri, inside);
      recheck(asks.askingFor(names));
      if (running && names.some(name => running?.asked.has(name))) recheck([running.uri]);
    },
    changedWhere(isMeant) {
      recheck(asks.askingWithin(isMeant));
      if (running && [...running.asked].some(isMeant)) recheck([running.uri]);
    },
    knows: uri => asks.knows(uri),
    forget: uri => asks.forget(uri),
    waiting: () => unchecked.size,
    next() {
      const [uri] = unchecked;
      if (uri === undefined) return undefined;
      unchecked.delete(uri);
      return { uri, work: check(uri) };
    },
  };
}

/** The parts with syntax errors, as one text. */
function brokenParts({ checks = {} }: Pick<FileRecord, 'checks'>): string {
  const isBroken = ([, { rules }]: [string, PartCheck]) => rules.some(rule => isSyntaxProblem({ rule }));
  return Object.entries(checks)
    .filter(isBroken)
    .map(([part]) => part)
    .join('\n');
}

function withoutMark({ checkedTo: _, ...record }: FileRecord): FileRecord {
  return record;
}

/** Tracks the files and folders that each check has read. After a change to one of them, the checked file has to be checked again. */
function checkDependencies() {
  const askedBy = new Map<string, ReadonlySet<string>>();
  const asking = new Map<string, Set<string>>();

  function forget(uri: string): void {
    for (const one of askedBy.get(uri) ?? []) {
      const others = asking.get(one);
      others?.delete(uri);
      if (others?.size === 0) asking.delete(one);
    }
    askedBy.delete(uri);
  }

  return {
    /** Whether the file has been checked. */
    knows: (uri: string): boolean => askedBy.has(uri),
    /** The files and folders that the check of a file has read. */
    of: (uri: string): ReadonlySet<string> => askedBy.get(uri) ?? NONE,
    keep(uri: string, all: Iterable<string>): void {
      const asked = new Set(all);
      forget(uri);
      askedBy.set(uri, asked.size > 0 ? asked : NONE);
      for (const one of asked) asking.set(one, (asking.get(one) ?? new Set()).add(uri));
    },
    forget,
    /** Returns the checked files whose checks read one of these files or folders. */
    askingFor(names: readonly string[]): string[] {
      return names.flatMap(name => [...(asking.get(name) ?? [])]);
    },
    /** Returns the checked files whose checks read a file for which `isWithin` returns true. */
    askingWithin(isWithin: (uri: string) => boolean): string[] {
      return [...asking].flatMap(([name, files]) => (isWithin(name) ? [...files] : []));
    },
  };
}

/**
 * Returns the URIs that change with a file or folder: its own, and that of the parent folder, whose listing changes.
 *
 * @param inside only the file's content has changed, so the listing stays
 */
function changedNames(uri: string, inside: boolean): readonly string[] {
  return inside ? [uri] : [uri, uri.slice(0, uri.lastIndexOf('/'))];
}

const NONE: ReadonlySet<string> = new Set();

/** Wraps a context so that reads of its disk are recorded. */
function trackDiskReads(context: Context): { context: Context; asked: ReadonlySet<string> } {
  const asked = new Set<string>();
  const { workspace } = context;
  if (!workspace) return { context, asked };
  const { disk } = workspace;
  const noted = {
    ...disk,
    list(folder: string) {
      asked.add(folder);
      return disk.list(folder);
    },
    text(file: string) {
      asked.add(file);
      return disk.text(file);
    },
  };
  return { context: { ...context, workspace: { ...workspace, disk: noted } }, asked };
}

import type { Context } from '../../analysis/analyse';
import type { FileAccess } from '../../model/fileAccess';
import type { SourceFile } from '../../model/text';
import type { RunIndex } from '../index/runIndex';
import type { FileRecord } from '../reading/fileRecord';
import { checkDependencies, trackDiskReads } from './checkDependencies';
import { checkedRecord, checkFile } from './checkFile';
import { firstSureLines } from './logFamilies';

/** Looks for the problems of files, one at a time, and knows which are to be looked at (again). */
export interface FileChecker {
  /** What is in a file was read: what was checked of it before counts on. */
  wasRead(uri: string): void;
  /** A file is to be checked from its start. */
  recheck(uri: string): void;
  /** What others asked of a file may be something else now. @param inside only what is in it has changed */
  changed(uri: string, inside: boolean): void;
  /** The same of all files that one can tell. */
  changedWhere(isMeant: (uri: string) => boolean): void;
  /** Was the file checked since the start? */
  knows(uri: string): boolean;
  forget(uri: string): void;
  /** How many files wait. */
  waiting(): number;
  /** Takes the next file, and checks it in steps. */
  next(): { uri: string; work: Generator<void> } | undefined;
}

interface FileCheckerOptions {
  index: RunIndex;
  access: FileAccess;
  contextOf(uri: string): Context;
  /** The file as it is open in an editor. */
  openAt(uri: string): SourceFile | undefined;
  /** It is something else than what was read of it. */
  readAgain(uri: string): void;
  /** What is known of the problems of a file may be something else than before. */
  onChecked(uri: string): void;
}

export function fileChecker({
  index,
  access,
  contextOf,
  openAt,
  readAgain,
  onChecked,
}: FileCheckerOptions): FileChecker {
  const unchecked = new Set<string>();
  /** Files of which no line is as it was checked: what they asked for is something else. */
  const stale = new Set<string>();
  const asks = checkDependencies();

  function recheck(uris: readonly string[]): void {
    for (const uri of uris) {
      unchecked.add(uri);
      stale.add(uri);
    }
  }

  function* check(uri: string): Generator<void> {
    const known = index.record(uri);
    if (!known) return;
    const goesOn = !stale.delete(uri) && known.checkedTo !== undefined;
    const record = goesOn ? known : withoutMark(known);
    const sure = firstSureLines(known).size;
    const file = openAt(uri);
    const { context, asked } = trackDiskReads(contextOf(uri));
    const found = yield* checkFile(record, { access, context, opened: file });
    const now = index.record(uri);
    if (found === 'replaced') {
      // To go on from there would end here again.
      if (now) index.set(withoutMark(now));
      readAgain(uri);
    } else if (found && now && openAt(uri) === file) {
      // What was read anew meanwhile is to be checked anew, and so is what a line that came says of those before.
      if (now.entries !== known.entries) return void unchecked.add(uri);
      if (now !== known && firstSureLines(now).size !== sure) recheck([uri]);
      asks.keep(uri, goesOn ? [...asks.of(uri), ...asked] : asked);
      // Nothing is to be said of most Markdown files.
      const isPlain = !now.checks && now.entries.length === 0 && !now.registry && asked.size === 0;
      if (isPlain && Object.keys(found.checks).length === 0) return;
      index.set(checkedRecord(now, found, { asked: asks.of(uri).size }));
      onChecked(uri);
    }
  }

  return {
    wasRead: uri => void unchecked.add(uri),
    recheck: uri => recheck([uri]),
    changed: (uri, inside) => recheck(asks.askingFor(uri, inside)),
    changedWhere: isMeant => recheck(asks.askingWithin(isMeant)),
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

function withoutMark({ checkedTo: _, ...record }: FileRecord): FileRecord {
  return record;
}

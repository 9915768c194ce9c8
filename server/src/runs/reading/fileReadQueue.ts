import type { FileEntry, LogCheckpoint, UnreadableFile } from '../../model/disk';
import type { Entry, FileRecord } from './fileRecord';

/** Reads files for the index in another thread. */
export interface Reader {
  /** The record of each file, in their order, or why it can't be read. */
  read(files: readonly FileEntry[]): Promise<(FileRecord | UnreadableFile)[]>;
  /** The entries of the whole lines between two offsets of a log; undefined if there are no lines or they can't be read. */
  readRange(range: RangeToRead): Promise<ReadRange | undefined>;
  /** Announces that nothing will be read for a while. */
  rest(): void;
}

export interface RangeToRead {
  found: FileEntry;
  /** Bytes. */
  from: number;
  until: number;
}

/** The entries read from a range of a log. Lines are counted from the first line of the range. */
export interface ReadRange {
  /** The offset of the first line, in bytes. */
  start: number;
  mark: LogCheckpoint;
  entries: Entry[];
  /** Records that no reader knows, by their type. */
  unknown: Readonly<Record<string, number>>;
}

interface FileReadQueueOptions {
  take(read: FileRecord | UnreadableFile): void;
  /** Reads a file in this thread, a piece at a time. */
  readHere(found: FileEntry): Generator<undefined | 'waits'>;
}

const FILES_AT_ONCE = 50;
/** The number of batches queued in advance, so that the reader never has to wait for this thread. */
const GIVEN_AT_ONCE = 5;

/**
 * Creates the queue of files that wait to be read into the index. While the search for files goes on, another thread takes files from the
 * queue in batches; this thread takes the rest afterwards. If the other thread fails, this thread reads all files.
 */
export function fileReadQueue(reader: Reader, { take, readHere }: FileReadQueueOptions) {
  const waiting: FileEntry[] = [];
  let given = 0;
  let fails = false;

  // Few files are not worth another thread. This thread keeps as many files as the reader has; otherwise it would wait
  // for the reader in the end.
  function give(): void {
    while (!fails && given < GIVEN_AT_ONCE && waiting.length >= FILES_AT_ONCE * (given + 1)) {
      const some = waiting.splice(0, FILES_AT_ONCE);
      given++;
      reader.read(some).then(taken, () => {
        fails = true;
        given--;
        waiting.push(...some);
      });
    }
  }

  function taken(read: readonly (FileRecord | UnreadableFile)[]): void {
    given--;
    give();
    for (const one of read) take(one);
  }

  return {
    add(found: FileEntry): void {
      waiting.push(found);
      give();
    },
    /** Reads the remaining files; yields `waits` while only the reader is busy. */
    *rest(): Generator<undefined | 'waits'> {
      while (waiting.length > 0 || given > 0) {
        give();
        const found = waiting.pop();
        if (found) yield* readHere(found);
        yield found ? undefined : 'waits';
      }
    },
  };
}

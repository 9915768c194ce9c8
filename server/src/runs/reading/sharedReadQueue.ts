import type { FileEntry, UnreadableFile } from '../../model/fileAccess';
import type { FileRecord } from './fileRecord';

/** Reads files elsewhere: in another thread. */
export interface Reader {
  /** What there is to keep of each file, in their order, or why it can't be read. */
  read(files: readonly FileEntry[]): Promise<(FileRecord | UnreadableFile)[]>;
  /** Nothing will be read for a while. */
  rest(): void;
}

interface SharedReadQueueOptions {
  take(read: FileRecord | UnreadableFile): void;
  /** Reads a file in this thread, a piece at a time. */
  readHere(found: FileEntry): Generator<undefined>;
}

const FILES_AT_ONCE = 50;
/** So that the reader never waits for what comes next: it has more to do than this thread does before it looks again. */
const GIVEN_AT_ONCE = 5;

/**
 * A queue of files that a reader and this thread share: the reader takes batches while files are still being found, this
 * thread takes the rest afterwards. If the reader fails, this thread reads all of them.
 */
export function sharedReadQueue(reader: Reader, { take, readHere }: SharedReadQueueOptions) {
  const waiting: FileEntry[] = [];
  let given = 0;
  let fails = false;

  // Fewer are not worth the trouble, nor a reader that has to begin for them. As much as the reader has stays here: else
  // this thread would wait for it in the end.
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
    /** What there still is to read; `waits` while there is nothing to do but to wait for the reader. */
    *rest(): Generator<undefined | 'waits'> {
      while (waiting.length > 0 || given > 0) {
        give();
        const found = waiting.pop();
        if (found) yield* readHere(found);
        yield found ? undefined : 'waits';
      }
      reader.rest();
    },
  };
}

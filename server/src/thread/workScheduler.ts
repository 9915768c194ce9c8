import type { FileAccess, FileEntry, UnreadableFile } from '../model/disk';
import type { Indexer } from '../runs/indexer/workspaceIndexer';
import { nextTask } from '../shared/eventLoop';
import { t } from '../shared/l10n';
import type { FromWorker } from './indexMessages';

/** The work that the scheduler runs in short slices, and the callbacks between them. */
interface WorkSchedulerOptions {
  /** Works until a time of `performance.now()`; returns false if nothing is left to do. Must not throw. */
  work(until: number): boolean;
  /** Called after each slice that leaves something to do. */
  onSlice(): void;
  /** Called when nothing is left to do. */
  onIdle(): void;
  /**
   * Returns whether the remaining work may pause. Work pauses after a query, since another query mostly follows, and as soon as this
   * becomes true, since queries may have waited for that.
   */
  mayPause(): boolean;
}

/**
 * Runs the work of the index thread in short slices, so that the thread receives messages in between. After a query from the server, work
 * that can wait pauses for a moment, since a second query often follows.
 *
 * Invariants: At most one loop runs. The loop ends when `work` finds nothing to do, so code that adds work calls `wake` or `resume`.
 * `resume` also ends a pause at once.
 */
export function workScheduler({ work, onSlice, onIdle, mayPause }: WorkSchedulerOptions) {
  let isRunning = false;
  let pausesUntil = Number.NEGATIVE_INFINITY;
  let endPause = () => {};

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    let couldPause = mayPause();
    while (work(performance.now() + SLICE)) {
      onSlice();
      if (mayPause() && !couldPause) prolongPause();
      couldPause = mayPause();
      await nextTask();
      while (mayPause() && pausesUntil > performance.now()) await pause(pausesUntil - performance.now());
    }
    isRunning = false;
    onIdle();
  }

  function prolongPause(): void {
    pausesUntil = performance.now() + PAUSE;
  }

  function pause(milliseconds: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, milliseconds);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    /** Starts the loop, unless it is running. */
    wake: () => void run(),
    /** Starts the loop, and ends a pause. */
    resume(): void {
      pausesUntil = Number.NEGATIVE_INFINITY;
      endPause();
      void run();
    },
    onQuery: prolongPause,
  };
}

/** Milliseconds of work before messages are received. */
const SLICE = 8;
/** The length of a pause after a query, in milliseconds. */
const PAUSE = 50;

interface TrackLargeReadsOptions {
  /** Whether a file must not be read, since reading it ran out of memory. */
  isExcluded(uri: string): boolean;
  /** Called with a large file before it is read, and with undefined before the next small one. */
  onReading(uri: string | undefined): void;
}

/** Wraps file access so that it reports large reads. If the thread runs out of memory, the server then knows which file it was reading. */
export function trackLargeReads(access: FileAccess, { isExcluded, onReading }: TrackLargeReadsOptions): FileAccess {
  /** The large files, by the sizes that `find` and `stat` return anyway. */
  const large = new Set<string>();
  const note = <T extends FileEntry | UnreadableFile | undefined>(found: T): T => {
    if (found && 'size' in found && found.size >= LARGE) large.add(found.uri);
    else if (found) large.delete(found.uri);
    return found;
  };
  let reported: string | undefined;
  const read = (uri: string) => {
    const now = large.has(uri) ? uri : undefined;
    if (now !== reported) onReading(now);
    reported = now;
  };
  return {
    ...access,
    *find(folder) {
      for (const found of access.find(folder)) yield note(found);
    },
    stat: uri => note(access.stat(uri)),
    text(uri) {
      if (isExcluded(uri)) return EXCLUDED;
      read(uri);
      return access.text(uri);
    },
    log(uri, from, limits) {
      if (isExcluded(uri)) return EXCLUDED;
      read(uri);
      return access.log(uri, from, limits);
    },
    line: (uri, line, mark) => (isExcluded(uri) ? EXCLUDED : access.line(uri, line, mark)),
  };
}

/** In bytes. Smaller files don't exhaust the memory, and reporting each would take time. */
const LARGE = 1 << 20;

const EXCLUDED = { fault: t`is left out: to read it takes more memory than there is; split it or exclude it.` };

/**
 * Reports the progress of the index to the server.
 *
 * Invariants: the same status is never sent twice in a row; the end of a scan is reported without delay; other updates are at least
 * `INTERVAL` apart, and further if it takes long to determine the status.
 */
export function statusReporter(indexer: () => Indexer, said: () => number, send: (message: FromWorker) => void) {
  let last = { at: 0, took: 0, text: '', scanning: false };

  function report(): void {
    const now = performance.now();
    const { index, state } = indexer();
    const { scanning, files } = state();
    const message: FromWorker = {
      type: 'state',
      revision: index.revision(),
      runs: index.size(),
      files,
      scanning,
      live: index.changedAt() > Date.now() - MINUTE,
      said: said(),
    };
    const text = JSON.stringify(message);
    if (text !== last.text) send(message);
    last = { at: now, took: performance.now() - now, text, scanning };
  }

  return {
    /** Sends the next report even if its status is the same, since the display must change. */
    changed(): void {
      last.text = '';
    },
    /** Reports at once. */
    report,
    /** Reports if a report is due. */
    update(): void {
      const hasScanEnded = last.scanning && !indexer().state().scanning;
      if (hasScanEnded || performance.now() - last.at >= Math.max(INTERVAL, SHARE * last.took)) report();
    },
  };
}

/** The minimum time between two reports, in milliseconds. */
const INTERVAL = 250;
/** The inverse of the maximum fraction of time for determining the status. */
const SHARE = 20;
const MINUTE = 60_000;

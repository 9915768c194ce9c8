import { setImmediate } from 'node:timers/promises';
import type { FileAccess, FileEntry, UnreadableFile } from '../model/disk';
import type { Indexer } from '../runs/indexer/indexer';
import type { FromWorker } from './messages';

interface WorkSchedulerOptions {
  /** Works until a time of `performance.now()`; false where nothing is left to do. Must not throw. */
  work(until: number): boolean;
  /** Called after each slice that leaves something to do. */
  onSlice(): void;
  /** Called when nothing is left to do. */
  onIdle(): void;
  /**
   * Whether the work left may pause: after a query, since whoever asks mostly asks once more, and as soon as this becomes true, since
   * somebody may have waited for that.
   */
  mayPause(): boolean;
}

/**
 * Works in slices, between which messages are received.
 *
 * Invariants: one loop runs at most; it ends only when `work` finds nothing to do, so whoever makes work for it calls `wake` or
 * `resume`; only work that may pause is ever paused, every query prolongs the pause, and `resume` ends it at once.
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
      await setImmediate();
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
    /** Works, unless that is going on. */
    wake: () => void run(),
    /** The same, and ends a pause. */
    resume(): void {
      pausesUntil = Number.NEGATIVE_INFINITY;
      endPause();
      void run();
    },
    onQuery: prolongPause,
  };
}

/** Milliseconds of work between two looks at the messages received. */
const SLICE = 8;
/** Milliseconds. */
const PAUSE = 50;

interface TrackLargeReadsOptions {
  /** Files that are not read, since reading them ran out of memory. */
  isExcluded(uri: string): boolean;
  /** Called before a large file is read, and without one before the next other file is. */
  onReading(uri: string | undefined): void;
}

/** The same access, which reports large reads: when the thread runs out of memory, the server knows which file it was reading. */
export function trackLargeReads(access: FileAccess, { isExcluded, onReading }: TrackLargeReadsOptions): FileAccess {
  /** By the sizes found along the way: the disk is asked nothing more. */
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

/** Bytes. Smaller files don't exhaust the memory, and reporting each would take time. */
const LARGE = 1 << 20;

const EXCLUDED = { fault: 'is left out: to read it takes more memory than there is; split it or exclude it.' };

/**
 * Tells the server how far the index is.
 *
 * Invariants: the same status is never sent twice in a row; the end of a scan is reported without delay; other updates are at least
 * `INTERVAL` apart, and further where it takes long to determine the status.
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
    /** Something is shown otherwise although the index is the same: the next report is sent in any case. */
    changed(): void {
      last.text = '';
    },
    /** Reports at once. */
    report,
    /** Reports if that is due. */
    update(): void {
      const hasScanEnded = last.scanning && !indexer().state().scanning;
      if (hasScanEnded || performance.now() - last.at >= Math.max(INTERVAL, SHARE * last.took)) report();
    },
  };
}

/** Milliseconds. */
const INTERVAL = 250;
/** The status takes one part of so many of the time. */
const SHARE = 20;
const MINUTE = 60_000;

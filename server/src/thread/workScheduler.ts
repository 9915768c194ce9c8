import { setImmediate } from 'node:timers/promises';

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

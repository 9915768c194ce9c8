import { setImmediate } from 'node:timers/promises';

interface WorkSchedulerOptions {
  /** Works until a time of `performance.now()`; false where nothing is left to do. Must not throw. */
  work(until: number): boolean;
  /** Called after each slice that leaves something to do. */
  onSlice(): void;
  /** Called when nothing is left to do. */
  onIdle(): void;
  /** Whether the work left may pause after a query: whoever asks mostly asks once more. */
  mayPause(): boolean;
}

/**
 * Works in slices, between which messages are received.
 *
 * Invariants: one loop runs at most; it ends only when `work` finds nothing to do, so whoever makes work for it calls `wake` or
 * `resume`; only work that may pause is ever paused, and `resume` ends the pause at once.
 */
export function workScheduler({ work, onSlice, onIdle, mayPause }: WorkSchedulerOptions) {
  let isRunning = false;
  let lastQueryAt = Number.NEGATIVE_INFINITY;
  let endPause = () => {};

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    while (work(performance.now() + SLICE)) {
      onSlice();
      const rest = mayPause() ? lastQueryAt + PAUSE_AFTER_QUERY - performance.now() : 0;
      await (rest > 0 ? pause(rest) : setImmediate());
    }
    isRunning = false;
    onIdle();
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
      endPause();
      void run();
    },
    onQuery(): void {
      lastQueryAt = performance.now();
    },
  };
}

/** Milliseconds of work between two looks at the messages received. */
const SLICE = 8;
/** Milliseconds. */
const PAUSE_AFTER_QUERY = 50;

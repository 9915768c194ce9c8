type Kind = 'read' | 'scan' | 'check';

interface TaskQueueOptions {
  /** Returns the task of reading the next changed file; undefined if no file waits. */
  nextRead(): Task | undefined;
  /** Begins the next check. */
  nextCheck(): Task | undefined;
}

/**
 * Runs the tasks of the index thread, the most urgent first: changed files, then the scan of the folders, then checks.
 *
 * Invariants: At most one task of each kind runs. Each step is a step of the most urgent task, so that a changed file waits for one step at
 * most. A task that has begun is finished, except that a scan may be replaced or cancelled.
 */
export function taskQueue({ nextRead, nextCheck }: TaskQueueOptions) {
  const running: { [kind in Kind]?: Task | undefined } = {};

  function mostUrgent(): Kind | undefined {
    running.read ??= nextRead();
    if (running.read) return 'read';
    if (running.scan) return 'scan';
    running.check ??= nextCheck();
    return running.check && 'check';
  }

  return {
    /** Does one step; returns false if there is no work, or it waits for another thread. */
    step(): boolean {
      const kind = mostUrgent();
      const task = kind && running[kind];
      if (!task) return false;
      const { done, value } = task.next();
      // A scan may have been replaced by its own step.
      if (done && running[kind] === task) running[kind] = undefined;
      return value !== 'waits';
    },
    isRunning: (kind: Kind): boolean => running[kind] !== undefined,
    isScan: (task: Task): boolean => running.scan === task,
    startScan(task: Task): void {
      running.scan = task;
    },
    cancelScan(): void {
      running.scan = undefined;
    },
  };
}

/**
 * A task of the index thread, done in small steps: it yields after each step, and yields `waits` while it only waits for another thread.
 */
export type Task = Generator<undefined | 'waits'>;

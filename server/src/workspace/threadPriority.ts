import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Lets all others go first who want the processor, above all the thread that answers the editor. Where threads have no
 * priorities of their own (anywhere but on Linux) nothing changes.
 */
export function lowerThreadPriority(): void {
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    if (thread) setPriority(Number(thread), constants.priority.PRIORITY_LOW);
  } catch {
    // It works all the same.
  }
}

import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Lowers the priority of the current thread, which works in the background, so that the thread that answers the editor goes first. Has an effect
 * on Linux only, where threads have priorities.
 */
export function lowerThreadPriority(): void {
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    if (thread) setPriority(Number(thread), constants.priority.PRIORITY_LOW);
  } catch {
    // Harmless: only the priority is lost.
  }
}

import { readFileSync } from 'node:fs';

/** A process that takes more is ended. */
const MOST_MEGABYTES = 3000;

/** Watches the memory of a process, which is ended before it takes all there is. Where it can't be watched (anywhere but on Linux) it counts as none. */
export function watchMemory(pid: number, end: () => void) {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, megabytes(pid, 'VmHWM'));
    if (peak > MOST_MEGABYTES) end();
  };
  const timer = setInterval(look, 50);
  return {
    /** Megabytes that it takes now. */
    now: () => megabytes(pid, 'VmRSS'),
    /** The most megabytes that it has taken. */
    peak(): number {
      look();
      return peak;
    },
    stop: () => clearInterval(timer),
  };
}

function megabytes(pid: number, field: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
  } catch {
    // It has ended, or this is another system.
    return 0;
  }
}

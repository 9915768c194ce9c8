import { readdirSync, readFileSync } from 'node:fs';

/**
 * The memory (resident, in megabytes) and the CPU time (in milliseconds) of a process with all its threads, as Linux counts them.
 * @param {number} pid
 */
export function processUsage(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return { memory: Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024, cpu: Math.max(exactTime(pid), roundedTime(pid)) };
}

/** Milliseconds of the threads that still run. */
function exactTime(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map(id =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}

/** Milliseconds of all threads, in hundredths of a second. */
function roundedTime(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program may contain anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

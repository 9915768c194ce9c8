import { readdirSync, readFileSync } from 'node:fs';

/** Megabytes of memory that a process takes, and the most that it ever took. */
export function processMemory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = name => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1024;
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
}

/**
 * Milliseconds of CPU that the main thread of a process has taken, and those of its threads of lower priority: the index
 * thread and its reader.
 */
export function threadTimes(pid) {
  let main = 0;
  let background = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`;
    const [nanoseconds] = readFileSync(`${folder}/schedstat`, 'utf8').split(' ');
    const time = Number(nanoseconds) / 1e6;
    if (Number(thread) === pid) main += time;
    else if (niceness(folder) > 0) background += time;
  }
  return { main, background };
}

/** The 19th field of `stat`; the second, a name in parentheses, may contain spaces. */
function niceness(folder) {
  const stat = readFileSync(`${folder}/stat`, 'utf8');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}

/** Milliseconds, to the nanosecond, that a process's main thread has worked; 0 where the system doesn't say. */
export function mainThreadTime(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}

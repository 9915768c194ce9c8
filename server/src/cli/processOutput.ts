import { setTimeout } from 'node:timers/promises';
import type { WriteStream } from 'node:tty';
import type { Output } from './commandIo';

/**
 * Creates an output to a stream of the process, such as standard output. If the reader closes the pipe (`| head`), further output is dropped
 * without an error.
 *
 * @param lost called with any other error
 */
export function processOutput(stream: WriteStream, lost: (error: Error) => void): Output {
  let isClosed = false;
  const failed = (error: NodeJS.ErrnoException) => {
    isClosed = true;
    if (error.code !== 'EPIPE') lost(error);
  };
  stream.on('error', failed);
  return {
    get isTTY() {
      return stream.isTTY;
    },
    get columns() {
      return stream.columns;
    },
    write: text => isClosed || stream.write(text),
    drained: () =>
      new Promise(resolve => {
        const done = () => {
          for (const event of ENOUGH) stream.off(event, done);
          resolve();
        };
        for (const event of ENOUGH) stream.on(event, done);
        if (isClosed) done();
      }),
  };
}

const ENOUGH = ['drain', 'close', 'error'] as const;

/**
 * Prevents printed text from acting as commands to a CI: names and content of files may come from an untrusted pull request.
 * GitHub takes `::name::` at the start of a line and `##[name]` anywhere for a command, others `##vso[` and `##teamcity[`.
 * Replaces one character of each with its JSON escape, so JSON keeps its meaning.
 */
export function guardedOutput(output: Output): Output {
  // The end of the current line, if it may be the beginning of a command.
  let start = '';
  let end = '';
  return {
    get isTTY() {
      return output.isTTY;
    },
    get columns() {
      return output.columns;
    },
    drained: async () => output.drained?.(),
    unguarded: output,
    write(text) {
      if (text === '') return output.write(text);
      const marked = (end + text).replace(MARK, '$1\\u005b').slice(end.length);
      const written = (start + marked).replace(COLONS, '$1\\u003a').slice(start.length);
      end = UNFINISHED_MARK.exec(end + text)?.[0] ?? '';
      start = beginningOf(start + written);
      return output.write(written);
    },
  };
}

const MARK = /(##\w{0,20})\[/g;
const UNFINISHED_MARK = /##?\w{0,20}$/;
const COLONS = /^([^\S\r\n]*:):/gm;

/**
 * Shortens the last line to the characters that decide whether it becomes a command: empty for a blank line, a colon for a line with only a
 * colon, otherwise any character that begins no command.
 */
function beginningOf(text: string): string {
  const line = text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
  if (/^\s*$/.test(line)) return '';
  return /^\s*:$/.test(line) ? ':' : 'x';
}

/** Returns a signal that aborts when the user interrupts the program. From this call on, the program itself must end on an interrupt. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

/**
 * Creates a delay that the user can interrupt: it resolves to false after an interrupt, or when the reader of the output is
 * gone. Until the first delay an interrupt ends the program as usual.
 */
export function interruptiblePause(): (milliseconds: number) => Promise<boolean> {
  const stop = new AbortController();
  // The reader may leave before the first delay.
  for (const event of ['error', 'close'] as const) process.stdout.once(event, () => stop.abort());
  let listens = false;
  return async milliseconds => {
    if (!listens) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
    listens = true;
    // Only an abort rejects.
    await setTimeout(milliseconds, undefined, { signal: stop.signal }).catch(() => {});
    return !stop.signal.aborted;
  };
}

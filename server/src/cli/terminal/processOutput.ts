import type { WriteStream } from 'node:tty';
import type { Output } from './io';

/**
 * A stream of the process. A reader that has seen enough (`| head`) closes the pipe: no fault of ours, and nothing is left to say.
 *
 * @param lost told of what else goes wrong
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

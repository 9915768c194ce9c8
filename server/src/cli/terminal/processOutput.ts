import type { WriteStream } from 'node:tty';
import type { Output } from './io';

/**
 * An output to a stream of the process. If the reader closes the pipe (`| head`), further output is dropped without an error.
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

import type { Readable } from 'node:stream';
import { Disposable, type MessageReader, ReadableStreamMessageReader } from 'vscode-languageserver/node';
import { isObject } from '../../text/pointer';
import { frameValidator } from './frameValidator';

/**
 * Reads messages from a stream.
 *
 * @param onFault called once, with a short description, where the stream is not a sequence of messages. Nothing is read
 * afterwards.
 */
export function framedReader(stream: Readable, onFault: (fault: string) => void): MessageReader {
  const check = frameValidator();
  let isBroken = false;
  const fail = (fault: string) => {
    if (isBroken) return;
    isBroken = true;
    stream.pause();
    onFault(fault);
  };
  // biome-ignore lint/suspicious/noExplicitAny: as the stream declares its listeners
  const on = (event: string, listener: (...args: any[]) => void) => {
    stream.on(event, listener);
    return Disposable.create(() => stream.off(event, listener));
  };
  return new ReadableStreamMessageReader(
    {
      // The library would wait forever for the end of headers or of a message, and buffer everything until then.
      onData: listener =>
        on('data', (chunk: Buffer) => {
          const fault = isBroken ? undefined : check(chunk);
          if (fault !== undefined) fail(fault);
          if (!isBroken) listener(chunk);
        }),
      onClose: listener => on('close', listener),
      onError: listener => on('error', listener),
      onEnd: listener => on('end', listener),
    },
    {
      contentTypeDecoder: {
        name: 'application/json',
        decode(bytes) {
          const message = parsed(bytes);
          if (message) return Promise.resolve(message);
          fail('a message that is not an object of JSON');
          // Earlier messages of the chunk are delivered, this one never is.
          return new Promise(() => {});
        },
      },
    },
  );
}

function parsed(bytes: Uint8Array): never | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
    return isObject(value) ? (value as never) : undefined;
  } catch {
    return undefined;
  }
}

import type { Writable } from 'node:stream';
import { AbstractMessageWriter, type Message, type MessageWriter } from 'vscode-languageserver/node';

/** Writes messages to a stream. */
export function framedWriter(stream: Writable): MessageWriter {
  return new FramedWriter(stream);
}

/**
 * The library's writer writes the headers, waits, and writes the body: two system calls for each message, which the client
 * receives in two pieces.
 */
class FramedWriter extends AbstractMessageWriter implements MessageWriter {
  constructor(private readonly stream: Writable) {
    super();
    stream.on('error', error => this.fireError(error));
    stream.on('close', () => this.fireClose());
  }

  async write(message: Message): Promise<void> {
    const body = JSON.stringify(message);
    const framed = `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    return new Promise((resolve, reject) => {
      this.stream.write(framed, error => (error ? reject(error) : resolve()));
    });
  }

  end(): void {
    this.stream.end();
  }
}

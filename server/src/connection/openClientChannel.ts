import { createConnection, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import {
  AbstractMessageWriter,
  Disposable,
  IPCMessageReader,
  IPCMessageWriter,
  type Message,
  type MessageReader,
  type MessageWriter,
  ReadableStreamMessageReader,
} from 'vscode-languageserver/node';
import { isObject } from '../shared/isObject';
import { truncate } from '../shared/shownText';
import { type Channel, interceptMessages } from './interceptMessages';

/** Opens the channel to the LSP client that the command line names, such as `--stdio` or `--pipe=…`. Undefined if it names none. */
export function openClientChannel(argv: readonly string[]): Channel | undefined {
  const transport = transportOf(argv);
  return transport && interceptMessages(transport, hasShutDown => process.exit(hasShutDown ? 0 : 1));
}

function transportOf(argv: readonly string[]): [MessageReader, MessageWriter] | undefined {
  for (const [index, argument] of argv.entries()) {
    const [name, value = argv[index + 1] ?? ''] = argument.split(/=(.*)/s);
    switch (name) {
      case '--stdio':
        return stdio();
      case '--node-ipc':
        return [new IPCMessageReader(process), new IPCMessageWriter(process)];
      case '--socket':
        return overSocket(createConnection(Number(value), '127.0.0.1'));
      case '--pipe':
        return overSocket(createConnection(value));
    }
  }
  return undefined;
}

function stdio(): [MessageReader, MessageWriter] {
  // The client would read other output as a message.
  globalThis.console = new console.Console(process.stderr);
  return [framedReader(process.stdin, endWith), framedWriter(process.stdout)];
}

function overSocket(socket: Socket): [MessageReader, MessageWriter] {
  return [framedReader(socket, endWith), framedWriter(socket)];
}

/** Ends the process: after a framing error, further messages can't be recognised. */
function endWith(fault: string): void {
  process.stderr.write(`agent-envelopes: the server ends, since the client sent ${fault}.\n`, () => process.exit(1));
}

/**
 * Reads messages from a stream.
 *
 * @param onFault called once, with a short description, if the stream is not a sequence of messages. Nothing is read
 * afterwards.
 */
function framedReader(stream: Readable, onFault: (fault: string) => void): MessageReader {
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
          // Delivers the earlier messages of the chunk, but never this one.
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

/** Writes messages to a stream. */
function framedWriter(stream: Writable): MessageWriter {
  return new FramedWriter(stream);
}

/**
 * Writes each message in one piece. The library's writer writes headers and body separately: two system calls, and two pieces for the
 * client.
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

/**
 * Returns a function that validates the framing of a message stream: headers, an empty line, and the announced number of bytes. It takes
 * each chunk in order and returns the error in a few words. After an error nothing can be read, since the start of the next message is
 * unknown.
 */
export function frameValidator(): (chunk: Uint8Array) => string | undefined {
  let headers = '';
  let bodyLeft = 0;
  return chunk => {
    for (let at = 0; at < chunk.length; ) {
      if (bodyLeft > 0) {
        const passed = Math.min(bodyLeft, chunk.length - at);
        bodyLeft -= passed;
        at += passed;
        continue;
      }
      const byte = chunk[at++] ?? 0;
      const fault = byteFault(byte, headers);
      if (fault) return fault;
      headers += String.fromCharCode(byte);
      if (!headers.endsWith('\r\n\r\n')) continue;
      const length = bodyLength(headers);
      if (typeof length === 'string') return length;
      bodyLeft = length;
      headers = '';
    }
    return undefined;
  };
}

/** The maximum message size in bytes: no longer string can be created. */
export const MAX_BODY_BYTES = 0x1fff_ffe8;
/** The maximum length of the headers, in characters. */
const LONGEST_HEADERS = 4096;

const TAB = 9;
const LF = 10;
const CR = 13;

function byteFault(byte: number, headers: string): string | undefined {
  if (headers.length >= LONGEST_HEADERS) return `headers without an end in ${LONGEST_HEADERS} characters`;
  if (byte === CR || byte === TAB || (byte >= 0x20 && byte <= 0x7e)) {
    return headers.endsWith('\r') ? 'a header line that does not end with CR and LF' : undefined;
  }
  if (byte !== LF) return `the byte 0x${byte.toString(16).padStart(2, '0')} where headers belong`;
  return headers.endsWith('\r') ? undefined : 'a header line that does not end with CR and LF';
}

function bodyLength(headers: string): number | string {
  const lengths = new Set<string>();
  for (const line of headers.split('\r\n')) {
    if (line === '') continue;
    const [, name = '', value = ''] = /^([^:]+):(.*)$/.exec(line) ?? [];
    if (name === '') return `a header line without a colon: ${quoted(line)}`;
    if (name.toLowerCase() === 'content-length') lengths.add(value.trim());
  }
  if (lengths.size === 0) return 'headers without Content-Length';
  if (lengths.size > 1) return 'headers with more than one Content-Length';
  const [text = ''] = lengths;
  const length = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return length >= 1 && length <= MAX_BODY_BYTES
    ? length
    : `a Content-Length of ${quoted(text)}: it must be from 1 to ${MAX_BODY_BYTES}`;
}

function quoted(text: string): string {
  return JSON.stringify(truncate(text, 40, 40));
}

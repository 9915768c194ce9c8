import { createConnection, type Socket } from 'node:net';
import {
  type DataCallback,
  ErrorCodes,
  IPCMessageReader,
  IPCMessageWriter,
  Message,
  type MessageReader,
  type MessageWriter,
} from 'vscode-languageserver/node';
import { clientUris } from '../session/clientUris';
import { framedReader } from './channel/framedReader';
import { framedWriter } from './channel/framedWriter';
import { messageGate } from './channel/messageGate';
import { stripMessageLinks } from './channel/stripMessageLinks';

export interface Channel {
  reader: MessageReader;
  writer: MessageWriter;
  /** Passes received messages to an interceptor, which delivers them; undefined delivers them at once again. */
  intercept(interceptor: MessageInterceptor | undefined): void;
  /** Answers a request in the place of a handler; ignores any other message. */
  respond(request: Message, answer: { result: unknown } | { error: { code: number; message: string } }): void;
}

export type MessageInterceptor = (message: Message, deliver: (message: Message) => void) => void;

/**
 * Opens the channel to the client that the command line names; undefined where it names none. All messages pass through
 * it: here, and only here, URIs are translated between the client's spelling and the server's, invalid messages are
 * rejected, and notifications to the user are stripped of links.
 */
export function openChannel(argv: readonly string[]): Channel | undefined {
  const transport = transportOf(argv);
  if (!transport) return undefined;
  const [reader, writer] = transport;
  const uris = clientUris();
  const gate = messageGate();
  const write = writer.write.bind(writer);
  // A client that can't receive the message is gone.
  const tell = (message: object) => void write(stripMessageLinks({ jsonrpc: '2.0', ...message })).catch(() => {});
  let interceptor: MessageInterceptor | undefined;
  writer.write = message => write(uris.sent(stripMessageLinks(message)));
  const listen = reader.listen.bind(reader);
  reader.listen = (callback: DataCallback) =>
    listen(message => {
      const { refusal, passes } = gate.check(message);
      if (refusal && Message.isRequest(message)) {
        tell({ id: message.id, error: { code: ErrorCodes[refusal.code], message: refusal.message } });
      } else if (refusal) tell({ method: 'window/logMessage', params: { type: WARNING, message: refusal.message } });
      if (!passes) return;
      const before = uris.received(message);
      // A client that compares URIs as text would keep the problems under the earlier spelling.
      if (before !== undefined) tell({ method: DIAGNOSTICS, params: { uri: before, diagnostics: [] } });
      if (interceptor) interceptor(message, callback);
      else callback(message);
    });
  reader.onClose(() => process.exit(gate.hasShutDown() ? 0 : 1));
  return {
    reader,
    writer,
    intercept(next) {
      interceptor = next;
    },
    respond(request, answer) {
      if (Message.isRequest(request)) tell({ id: request.id, ...answer });
    },
  };
}

const WARNING = 2;
const DIAGNOSTICS = 'textDocument/publishDiagnostics';

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
  // Other output there would be read as a message.
  globalThis.console = new console.Console(process.stderr);
  return [framedReader(process.stdin, endWith), framedWriter(process.stdout)];
}

function overSocket(socket: Socket): [MessageReader, MessageWriter] {
  return [framedReader(socket, endWith), framedWriter(socket)];
}

/** Ends the process: after broken framing no message can be recognised. */
function endWith(fault: string): void {
  process.stderr.write(`agent-envelopes: the server ends, since the client sent ${fault}.\n`, () => process.exit(1));
}

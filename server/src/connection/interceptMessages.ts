import { type DataCallback, ErrorCodes, Message, type MessageReader, type MessageWriter } from 'vscode-languageserver';
import { clientUris } from '../project/clientUris';
import { neutralizeLinks } from '../shared/shownText';
import { validateMessages } from './validateMessages';

/** The connection to an LSP client, with functions to hold back received messages and to answer them. */
export interface Channel {
  reader: MessageReader;
  writer: MessageWriter;
  /** Passes each received message to an interceptor, which decides when the server gets it. Undefined removes the interceptor. */
  intercept(interceptor: MessageInterceptor | undefined): void;
  /** Answers a request in the place of a handler; ignores any other message. */
  respond(request: Message, answer: { result: unknown } | { error: { code: number; message: string } }): void;
}

export type MessageInterceptor = (message: Message, deliver: (message: Message) => void) => void;

/**
 * Wraps the reader and the writer of a client's connection. Translates URIs between the client's spelling and the server's, rejects invalid
 * messages, and removes links from notifications to the user, so that no other code has to do this.
 *
 * @param onClose called when the client is gone; `hasShutDown` is true if it asked the server to shut down before
 */
export function interceptMessages(
  [reader, writer]: readonly [MessageReader, MessageWriter],
  onClose: (hasShutDown: boolean) => void,
): Channel {
  const uris = clientUris();
  const gate = validateMessages();
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
  reader.onClose(() => onClose(gate.hasShutDown()));
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

/**
 * Removes links from the texts of a message that an editor shows as a notification. Such texts contain names of files,
 * settings and keys chosen by others, and an editor may run a command that a link names. Returns a copy.
 */
export function stripMessageLinks(message: Message): Message {
  if (Message.isResponse(message))
    return message.error ? ({ ...message, error: stripLinks(message.error) } as Message) : message;
  if (!Message.isNotification(message) && !Message.isRequest(message)) return message;
  switch (message.method) {
    case 'window/showMessage':
    case 'window/showMessageRequest':
    case 'window/logMessage':
      return { ...message, params: stripLinks(message.params) } as Message;
    case '$/progress': {
      const { value, ...params } = (message.params ?? {}) as { value?: unknown };
      return { ...message, params: { ...params, value: stripLinks(value) } } as Message;
    }
    default:
      return message;
  }
}

/** Removes links from the properties that editors show, including the actions of a request. */
function stripLinks<T>(params: T): T {
  if (typeof params !== 'object' || params === null) return params;
  const plain = { ...params } as Record<string, unknown>;
  for (const key of ['message', 'title']) {
    const text = plain[key];
    if (typeof text === 'string') plain[key] = neutralizeLinks(text);
  }
  if (Array.isArray(plain.actions)) plain.actions = plain.actions.map(stripLinks);
  return plain as T;
}

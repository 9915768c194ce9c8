import { Message } from 'vscode-languageserver/node';
import { neutralizeLinks } from '../../shared/neutralizeLinks';

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

/** The shown texts have these property names, and occur in the actions of a request. */
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

import { chatMessages } from './chatMessages';
import { requestWords } from './requestWords';

/** What a message or its content says, in one line; of several messages, the first that a user wrote. */
export function messageWords(value: unknown): string | undefined {
  return requestWords({ input: chatMessages(value, 'user'), output: [] });
}

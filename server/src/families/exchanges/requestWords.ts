import type { Exchange } from '../../model/run';
import { spokenLine } from '../drafts/draft';
import { chatMessages } from './chatMessages';

/** What was asked, in one line. */
export function requestWords(said: Exchange | undefined): string | undefined {
  for (const { role, parts } of said?.input ?? []) {
    if (role !== 'user' && role !== 'input') continue;
    for (const part of parts) {
      const words = part.type === 'text' && !/^\s*[[{]/.test(part.text) ? spokenLine(part.text) : undefined;
      if (words !== undefined) return words;
    }
  }
  return undefined;
}

/** What a message or its content says, in one line; of several messages, the first that a user wrote. */
export function messageWords(value: unknown): string | undefined {
  return requestWords({ input: chatMessages(value, 'user'), output: [] });
}

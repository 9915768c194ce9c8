import type { Exchange } from '../../model/run';
import { spokenLine } from '../drafts/createDraft';
import { chatMessages } from './chatMessages';

/** Returns the user's request among the messages of a step, in one line. Undefined if there is none. */
export function userRequestText(said: Exchange | undefined): string | undefined {
  for (const { role, pieces } of said?.input ?? []) {
    if (role !== 'user' && role !== 'input') continue;
    for (const piece of pieces) {
      const words = piece.type === 'text' && !/^\s*[[{]/.test(piece.text) ? spokenLine(piece.text) : undefined;
      if (words !== undefined) return words;
    }
  }
  return undefined;
}

/** Returns the text of a message, or of its content, in one line; of several messages, that of the user's first one. */
export function messageWords(value: unknown): string | undefined {
  return userRequestText({ input: chatMessages(value, 'user'), output: [] });
}

import type { Exchange } from '../../model/exchange';
import { spokenLine } from '../drafts/draft';

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

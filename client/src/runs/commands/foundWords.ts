import type { FoundText } from '../../../../server/src/shared/protocol';

/** The words that a search found in a text, each once, as the search of a replay takes them. */
export function foundWords({ text, marks }: Pick<FoundText, 'text' | 'marks'>): string {
  const words = marks.flatMap(([start, end]) => text.slice(start, end).split(/[\s"\\]+/));
  const each = new Map(words.filter(word => word !== '').map(word => [word.toLowerCase(), word]));
  // In quotes, a word is no key such as `agent:`, and excludes nothing.
  return [...each.values()].map(word => (/^[\p{L}\p{M}\p{N}]+$/u.test(word) ? word : `"${word}"`)).join(' ');
}

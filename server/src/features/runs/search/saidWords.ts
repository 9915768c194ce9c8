import { FILTER_KEYS } from '../filter/filterKeys';
import { queryTerms } from '../filter/queryTerms';

/**
 * Splits what a user typed into words to search texts for, and keys of the run filter, such as `agent:vision`. Any other text with a
 * colon is words: `https://…` and `error: …` are said often.
 */
export function saidWords(typed: string): { words: string; filter: string } {
  const words: string[] = [];
  const filter: string[] = [];
  for (const { isNot, name, operator, text } of queryTerms(typed)) {
    const isKey = operator !== '' && FILTER_KEYS.has(name);
    (isKey ? filter : words).push(isNot ? `-${text}` : text);
  }
  return { words: words.join(' '), filter: filter.join(' ') };
}

import { isHalfTyped, queryTerms } from '../runs/queryTerms';
import { FILTER_KEYS } from '../runs/runFilter';

/**
 * Returns the error message for an agent's search query with an unfinished term, such as `agent:` without a value; undefined for any other query.
 * A user who is typing a filter gets no such error.
 */
export function unfinishedTerm(query: string): string | undefined {
  const terms = queryTerms(query);
  if (terms.length > 0 && terms.every(({ words }) => words === '')) return `"${query}" has no words.`;
  let before = '';
  for (const term of terms) {
    const { text } = term;
    const isSpaced = FILTER_KEYS.has(before) && /^(?::|[<>]=?|!?=)/.test(text);
    if (isSpaced) return `"${before} ${text}" has a space before its operator. ${QUOTE_IT}`;
    if (FILTER_KEYS.has(term.name) && isHalfTyped(term))
      return `"${text}" ${term.value.trim() === '' ? 'has no value' : 'is not finished'}. ${QUOTE_IT}`;
    before = text.toLowerCase();
  }
  return undefined;
}

const QUOTE_IT = 'To look for the text, put it in quotes.';

import { expandSnippet } from './expandSnippet';

/**
 * Returns the placeholder texts in the snippet of an envelope, each with its JSON pointer. A rule reports those that an author forgot to replace.
 * In the pointers, `*` stands for an index. Omits single words, which may be real values.
 */
export function snippetPlaceholders(snippet: string): [pointer: string, text: string][] {
  const found: [string, string][] = [];
  collect(JSON.parse(expandSnippet(snippet, () => '1')), '', found);
  return found;
}

function collect(value: unknown, pointer: string, found: [string, string][]): void {
  if (typeof value === 'string') {
    if (TEMPLATE_TEXT.test(value)) found.push([pointer, value]);
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, `${pointer}/*`, found);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      collect(inner, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, found);
    }
  }
}

// Prose of several words, and names that are made up.
const TEMPLATE_TEXT = /^[A-Z][\w']*(?:,? [\w']+){2,}$|feature-name|^my-/;

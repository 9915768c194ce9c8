import { memoizeByText } from '../../text/memoize';

/**
 * Whether a text may contain a name, however it is escaped: a cheap test that saves parsing. JSON in JSON escapes twice, some
 * writers escape non-ASCII characters, others slashes and angle brackets; so it searches for the name's longest section that is
 * never escaped.
 */
export function mayContainName(text: string, name: string): boolean {
  return searchTexts(name).some(mark => text.includes(mark)) || escapesLetters(text);
}

const searchTexts = memoizeByText((name): readonly string[] => {
  const stretches = name.match(/[\w.:@ -]+/g) ?? [];
  const longest = stretches.reduce((best, one) => (one.length > best.length ? one : best), '');
  if (longest !== '') return [longest];
  // For a name without such letters, its first character, unescaped and in both cases of its escape.
  const [first = ''] = name;
  const hex = first.charCodeAt(0).toString(16).padStart(4, '0');
  return [first, hex, hex.toUpperCase()];
});

// Unusual, but an escaped ASCII letter means the same.
function escapesLetters(text: string): boolean {
  return text.includes('\\u00') && LETTER.test(text);
}

const LETTER = /\\u00(?:2[de]|20|3[0-9a]|4[0-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a])/i;

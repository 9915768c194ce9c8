import { memoizeByText } from '../../text/memoize';

/**
 * May a text hold a name, however it is escaped there? Cheap: what is sure not to hold it need not be read. JSON in JSON
 * escapes twice, some writers escape all but ASCII, others slashes and angle brackets: of a name its longest stretch counts
 * that nobody escapes.
 */
export function mayContainName(text: string, name: string): boolean {
  return marksOf(name).some(mark => text.includes(mark)) || escapesLetters(text);
}

const marksOf = memoizeByText((name): readonly string[] => {
  const stretches = name.match(/[\w.:@ -]+/g) ?? [];
  const longest = stretches.reduce((best, one) => (one.length > best.length ? one : best), '');
  if (longest !== '') return [longest];
  // Of a name of other letters the first one, as it is and in both ways to escape it.
  const [first = ''] = name;
  const hex = first.charCodeAt(0).toString(16).padStart(4, '0');
  return [first, hex, hex.toUpperCase()];
});

// No writer does so; but then it is the same name.
function escapesLetters(text: string): boolean {
  return text.includes('\\u00') && LETTER.test(text);
}

const LETTER = /\\u00(?:2[de]|20|3[0-9a]|4[0-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a])/i;

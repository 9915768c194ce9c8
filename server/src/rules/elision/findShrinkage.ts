/** What a content and the text that it replaces have to do with each other. */
export interface Replacement {
  content: string;
  /** The text on disk. */
  before: string;
}

/**
 * What is said of a content that can't be what is left of a file: it is empty, or one passage of plain words, and the file was many times
 * longer. Undefined for all else: a module may shrink to one line that exports another.
 */
export function findShrinkage({ content, before }: Replacement): string | undefined {
  const text = content.trim();
  const was = before.trim().length;
  if (was < SHORT || text.length * MUCH >= was) return undefined;
  if (text === '') return 'is empty';
  return text.length <= LONGEST && isPlainWords(text) && !isPlainWords(before.slice(0, LONGEST))
    ? 'is only a sentence'
    : undefined;
}

/** "content is 38 characters; the file on disk has 14,210" */
export function describeSizes({ content, before }: Replacement): string {
  return `the content is ${formatCount(content.length)} characters; the file on disk has ${formatCount(before.length)}`;
}

/** A file of so few characters may well become empty. */
const SHORT = 200;
/** A file shrinks to less than this part of itself. */
const MUCH = 10;
const LONGEST = 1000;

/** One passage of words, without the signs of code and of markup. */
function isPlainWords(text: string): boolean {
  if (/\n\s*\n/.test(text)) return false;
  return text.split(/\r\n|\r|\n/).every(line => PLAIN.test(line)) && /\p{L}+[ ,]+\p{L}+/u.test(text);
}

const PLAIN = /^[^=;{}<>$\\|@#[\]]*$/;

function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** A content and the text that it replaces. */
export interface Replacement {
  content: string;
  /** The text on disk. */
  before: string;
}

/**
 * Describes a content that is too short for the file that it replaces: empty, or one paragraph of prose, where the file
 * was many times longer. Undefined otherwise: a module may shrink to one line that exports another.
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

/** A file of up to this length may become empty. */
const SHORT = 200;
/** The factor by which a file shrinks. */
const MUCH = 10;
const LONGEST = 1000;

/** Returns whether a text is one paragraph of prose, without code or markup. */
function isPlainWords(text: string): boolean {
  if (/\n\s*\n/.test(text)) return false;
  return text.split(/\r\n|\r|\n/).every(line => PLAIN.test(line)) && /\p{L}+[ ,]+\p{L}+/u.test(text);
}

const PLAIN = /^[^=;{}<>$\\|@#[\]]*$/;

function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

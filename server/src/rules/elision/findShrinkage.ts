/** A content and the text that it replaces. */
export interface Replacement {
  content: string;
  /** The text on disk. */
  before: string;
}

/**
 * Describes a content that is too short for the file that it replaces: empty, or one paragraph of prose, where the file
 * is many times longer. Undefined otherwise: a module may shrink to one line that exports another module.
 */
export function findShrinkage({ content, before }: Replacement): string | undefined {
  const text = content.trim();
  const lengthBefore = before.trim().length;
  if (lengthBefore < MIN_LENGTH_BEFORE || text.length * SHRINK_FACTOR >= lengthBefore) return undefined;
  if (text === '') return 'is empty';
  return text.length <= MAX_LENGTH && isProse(text) && !isProse(before.slice(0, MAX_LENGTH))
    ? 'is only a sentence'
    : undefined;
}

/** "content is 38 characters; the file on disk has 14,210" */
export function describeSizes({ content, before }: Replacement): string {
  return `the content is ${formatCount(content.length)} characters; the file on disk has ${formatCount(before.length)}`;
}

/** A shorter file may become empty. */
const MIN_LENGTH_BEFORE = 200;
/** The factor by which a file must shrink to be reported. */
const SHRINK_FACTOR = 10;
const MAX_LENGTH = 1000;

/** Returns whether a text is one paragraph of prose, without code or markup. */
function isProse(text: string): boolean {
  if (/\n\s*\n/.test(text)) return false;
  return text.split(/\r\n|\r|\n/).every(line => PROSE_LINE.test(line)) && /\p{L}+[ ,]+\p{L}+/u.test(text);
}

const PROSE_LINE = /^[^=;{}<>$\\|@#[\]]*$/;

function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

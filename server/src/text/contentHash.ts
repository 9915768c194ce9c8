/**
 * A hash of a text without its blanks, so that JSON has the same however it is laid out. Small enough to be kept for each
 * line of a log: two texts of the same hash are alike where something else speaks for it, too.
 */
export function contentHash(text: string): number {
  let hash = OFFSET;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > BLANK && code !== MARK) hash = Math.imul(hash ^ code, PRIME);
  }
  // Numbers of 31 bits take no memory of their own.
  return hash >>> 1;
}

// FNV-1a.
const OFFSET = 0x811c9dc5 | 0;
const PRIME = 0x01000193;
const BLANK = 32;
/** A byte order mark. */
const MARK = 0xfeff;

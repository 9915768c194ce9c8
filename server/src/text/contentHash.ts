/**
 * A hash of a text without its whitespace, so that formatting does not change the hash of JSON. Small enough to keep
 * for each line of a log; too small to prove two texts equal without other evidence.
 */
export function contentHash(text: string): number {
  let hash = OFFSET;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > BLANK && code !== MARK) hash = Math.imul(hash ^ code, PRIME);
  }
  // 31-bit integers need no heap allocation.
  return hash >>> 1;
}

// FNV-1a.
const OFFSET = 0x811c9dc5 | 0;
const PRIME = 0x01000193;
const BLANK = 32;
/** A byte order mark. */
const MARK = 0xfeff;

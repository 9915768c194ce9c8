import { findLastAtOrBefore } from '../findLastAtOrBefore';

/**
 * The form of a text that searches compare: without case, and with one spelling of equal characters (NFKC), such as full-width
 * letters and composed accents.
 */
export function foldText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are ASCII, too
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  // A sigma at the end of a word has a form of its own, which depends on what follows.
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}

/** Maps offsets of a folded text back to the text; in texts that are too long for that, roughly. */
export function foldedOffsets(text: string, folded: string): (offset: number) => number {
  const clamp = (offset: number) => Math.min(offset, text.length);
  if (folded.length === text.length && (text.length > LONGEST_MAPPED || text.normalize('NFKC') === text)) return clamp;
  if (text.length > LONGEST_MAPPED) return clamp;
  const starts: number[] = [];
  const foldedStarts: number[] = [];
  let end = 0;
  let length = 0;
  for (const { 0: cluster, index } of text.matchAll(CLUSTERS)) {
    starts.push(index);
    foldedStarts.push(length);
    length += foldText(cluster).length;
    end = index + cluster.length;
  }
  if (length !== folded.length) return clamp;
  return offset => {
    const at = findLastAtOrBefore(foldedStarts.length, place => foldedStarts[place] as number, offset);
    if (at < 0) return 0;
    if (offset >= length) return end;
    return starts[at] as number;
  };
}

/** Characters. */
const LONGEST_MAPPED = 1_000_000;
// A character with all that may be composed with it: marks, the vowels and final consonants of Hangul, half-width voice marks.
const CLUSTERS = /[\u1100-\u11ff\uac00-\ud7a3][\u1100-\u11ff\p{M}]*|.[\p{M}\uff9e\uff9f]*/gsu;

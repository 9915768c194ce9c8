import { decodedBlobs } from './decodedBlobs';
import { readableText } from './readableText';
import type { Span } from './spans';

/**
 * Looks for something in a text as it is written, and once more as it is meant: with escapes of addresses and of HTML decoded, signs that
 * nobody sees left out, look-alike letters as Latin ones, and words in base64 or hexadecimal digits decoded. One pass: what was
 * encoded twice is not found.
 */
export function decodedSpans<T extends Span>(text: string, find: (text: string) => T[]): T[] {
  const spans = find(text);
  const readable = readableText(text);
  if (readable) {
    for (const span of find(readable.text)) {
      spans.push({ ...span, start: readable.start(span.start), end: readable.end(span.end) });
    }
  }
  for (const { start, end, decoded } of decodedBlobs(text)) {
    const [first] = find(decoded);
    if (first) spans.push({ ...first, start, end });
  }
  return spans;
}

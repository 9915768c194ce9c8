import { decodedBlobs } from './decodedBlobs';
import { readableText } from './readableText';
import type { Span } from './spans';

/**
 * Searches a text as it is written, and again in decoded form: without escapes of URLs and HTML and invisible
 * characters, with look-alike letters as Latin ones, and with words in base64 or hexadecimal digits decoded. A single
 * pass: doubly encoded text is not found.
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

import { visit } from 'jsonc-parser';
import type { Span } from '../../model/text';

/** The comments of JSONC, with their delimiters, in order. Never throws. */
export function jsonComments(text: string): Span[] {
  const comments: Span[] = [];
  try {
    visit(text, { onComment: (start, length) => comments.push({ start, end: start + length }) });
  } catch (error) {
    // Nested too deeply: the comments before that count.
    if (!(error instanceof RangeError)) throw error;
  }
  return comments;
}

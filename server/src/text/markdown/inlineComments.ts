import type { Span } from '../../model/text';

/**
 * Finds the HTML comments in a text between blocks, with their delimiters, in order. A comment in a code span or after
 * a backslash is text. Takes linear time for any input.
 */
export function inlineComments(text: string, { start, end }: Span): Span[] {
  const found: Span[] = [];
  // Fast path: most text of a document has none.
  const first = text.indexOf('<!--', start);
  if (first < 0 || first >= end) return found;
  const closing = closingTicks(text, { start, end });
  let at = start;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 2;
    else if (code === TICK) {
      const size = runLength(text, at, end);
      at = closing(at, size) ?? at + size;
    } else if (code === LESS && text.startsWith('<!--', at)) {
      const close = text.indexOf('-->', at + 2);
      // After an unclosed comment, no later one is closed.
      if (close < 0 || close + 3 > end) return found;
      found.push({ start: at, end: close + 3 });
      at = close + 3;
    } else at++;
  }
  return found;
}

const BACKSLASH = 92;
const TICK = 96;
const LESS = 60;

/** The end of the code span that a run of backticks opens: after the next run of the same length. */
function closingTicks(text: string, { start, end }: Span): (at: number, size: number) => number | undefined {
  const runs = new Map<number, { ends: number[]; next: number }>();
  for (let at = text.indexOf('`', start); at >= 0 && at < end; at = text.indexOf('`', at)) {
    const size = runLength(text, at, end);
    at += size;
    const known = runs.get(size);
    if (known) known.ends.push(at);
    else runs.set(size, { ends: [at], next: 0 });
  }
  return (at, size) => {
    const run = runs.get(size);
    if (!run) return undefined;
    while (run.next < run.ends.length && (run.ends[run.next] as number) <= at + size) run.next++;
    return run.ends[run.next];
  };
}

function runLength(text: string, from: number, end: number): number {
  let to = from;
  while (to < end && text.charCodeAt(to) === TICK) to++;
  return to - from;
}

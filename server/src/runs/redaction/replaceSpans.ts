import type { Span } from '../../model/text';

/** Replaces the given spans of a text, such as found secrets. Merges overlapping spans into one, with the kind of the first. */
export function replaceSpans<Kind>(
  text: string,
  spans: readonly (Span & { kind?: Kind })[],
  replace: (piece: string, kind: Kind) => string,
): string {
  if (spans.length === 0) return text;
  let result = '';
  let at = 0;
  for (const { start, end, kind } of mergedSpans(spans)) {
    result += text.slice(at, start) + replace(text.slice(start, end), kind as Kind);
    at = end;
  }
  return at === 0 ? text : result + text.slice(at);
}

/** Sorts spans, and merges overlapping ones. */
export function mergedSpans<Kind>(spans: readonly (Span & { kind?: Kind })[]): (Span & { kind?: Kind })[] {
  const ranks = [...new Set(spans.map(({ kind }) => kind))];
  const merged: (Span & { kind?: Kind })[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (!last || span.start >= last.end) merged.push({ ...span });
    else if (span.kind === last.kind) last.end = Math.max(last.end, span.end);
    else if (ranks.indexOf(span.kind) < ranks.indexOf(last.kind)) merged[merged.length - 1] = { ...span };
  }
  return merged;
}

/** Returns the spans of all matches of a global pattern. */
export function spansOf(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map(({ 0: match, index }) => ({ start: index, end: index + match.length }));
}

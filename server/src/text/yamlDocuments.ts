import type { Span } from '../model/text';

/**
 * The documents of a YAML text, without the line end before the next one: each from its directives or its `---`. No text in YAML has
 * such a line, so nothing else is parsed. One document if the text has no such line.
 */
export function yamlDocuments(text: string): Span[] {
  const documents: Span[] = [];
  let start = 0;
  let isBegun = false;
  const close = (end: number) => documents.push({ start, end: Math.max(start, end) });
  for (const { 0: mark, index } of text.matchAll(MARKERS)) {
    if (documents.length === MOST) break;
    const hasContent = isBegun || CONTENT.test(text.slice(start, index));
    if (mark === '---') {
      if (hasContent) {
        close(index - 1);
        start = index;
      }
      isBegun = true;
    } else {
      const end = text.indexOf('\n', index);
      if (hasContent) close(end < 0 ? text.length : end);
      start = end < 0 ? text.length : end + 1;
      isBegun = false;
    }
  }
  if (documents.length === 0 || isBegun || CONTENT.test(text.slice(start))) close(text.length);
  return documents;
}

/** The text between two lines `---` at the beginning of a Markdown text, line by line; undefined without one. */
export function frontMatter(text: string): Span[] | undefined {
  if (!/^---[ \t]*\n/.test(text)) return undefined;
  const lines: Span[] = [];
  for (let start = text.indexOf('\n') + 1; start > 0 && start <= text.length && lines.length < MOST_LINES; ) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    if (/^(?:---|\.\.\.)[ \t]*$/.test(text.slice(start, end))) return lines;
    lines.push({ start, end });
    if (next < 0) return undefined;
    start = next + 1;
  }
  return undefined;
}

/** What is behind belongs to the last one. */
const MOST = 100_000;
/** Longer ones are no front matter: the first line is a rule. */
const MOST_LINES = 2000;
const MARKERS = /^(?:---|\.\.\.)(?=\s|$)/gm;
/** A line that is no directive, no comment and not blank. */
const CONTENT = /^[ \t]*[^\s#%]/m;

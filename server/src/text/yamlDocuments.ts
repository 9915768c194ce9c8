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

/** An element of a list of mappings: its lines, and the column that its text begins at. */
export interface YamlElement {
  firstLine: number;
  /** Exclusive. */
  endLine: number;
  column: number;
}

/**
 * The elements of a document that is a list of mappings, each with a dash at the margin. Undefined for any other document, and where an
 * element could not be read alone, as with an alias of another one.
 */
export function yamlElements(lines: readonly string[]): YamlElement[] | undefined {
  const first = lines.findIndex(line => CONTENT.test(line) && !/^---\s*(?:#.*)?$/.test(line));
  if (first < 0 || !lines[first]?.startsWith('- ')) return undefined;
  const elements: YamlElement[] = [];
  for (let at = first; at < lines.length; at++) {
    const line = lines[at] as string;
    if (ALIAS.test(line)) return undefined;
    const dash = /^-( +)(?=[^\s#])/.exec(line)?.[0];
    const last = elements.at(-1);
    if (dash !== undefined) {
      if (!MAPPING.test(line.slice(dash.length))) return undefined;
      if (last) last.endLine = at;
      elements.push({ firstLine: at, endLine: lines.length, column: dash.length });
    } else if (/^\s*(?:#|$)/.test(line)) continue;
    else if (!last || line.search(/[^ ]/) < last.column) return undefined;
  }
  return elements.length > MOST ? undefined : elements;
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
const ALIAS = /(?:^|[\s,[{])[&*][^\s,\]}]/;
/** The beginning of a mapping. */
const MAPPING = /^(?:\{|"(?:[^"\\]|\\.)*"\s*:(?:\s|$)|'[^']*'\s*:(?:\s|$)|[^\s"'#&*!|>%@`{}[\],-][^#\n]*?:(?:\s|$))/;
const MARKERS = /^(?:---|\.\.\.)(?=\s|$)/gm;
/** A line that is no directive, no comment and not blank. */
const CONTENT = /^[ \t]*[^\s#%]/m;

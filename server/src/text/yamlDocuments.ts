import type { Span } from '../model/text';

/**
 * Splits a YAML text into its documents, without parsing it. A line `---` or `...` is always a separator in YAML. A document begins at its
 * directives or its `---`. It ends with its line `...`, or with the line above the next `---`. The last line end is no part of the document.
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

/** An element of a YAML list of mappings: its lines, and the column where its text begins. */
export interface YamlElement {
  firstLine: number;
  /** Exclusive. */
  endLine: number;
  column: number;
}

/**
 * Splits a document that is a list of mappings, each with a dash at the margin, into elements. Undefined for any other document, and if an
 * element can't be parsed alone, for example because of an alias.
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

/** Returns the lines of a Markdown text's front matter, between two lines `---` at its beginning; undefined without front matter. */
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

/** The maximum number of documents or elements; the last document contains the rest of the text. */
const MOST = 100_000;
/** Longer sections are no front matter; their first line is a thematic break. */
const MOST_LINES = 2000;
const ALIAS = /(?:^|[\s,[{])[&*][^\s,\]}]/;
/** Matches the beginning of a YAML mapping. */
const MAPPING = /^(?:\{|"(?:[^"\\]|\\.)*"\s*:(?:\s|$)|'[^']*'\s*:(?:\s|$)|[^\s"'#&*!|>%@`{}[\],-][^#\n]*?:(?:\s|$))/;
const MARKERS = /^(?:---|\.\.\.)(?=\s|$)/gm;
/** A line that is no directive, no comment and not blank. */
const CONTENT = /^[ \t]*[^\s#%]/m;

import type { Span } from '../model/text';

/**
 * Splits a YAML text into its documents, without parsing it. A line `---` or `...` always separates documents. A document begins at its
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
 * Splits a document that is a list with mappings, whose dashes stand below each other, into its elements. Undefined for any other document, and
 * if an element can't be parsed alone: an alias repeats a value of another element, or a line is indented less than the text behind the dash.
 */
export function yamlElements(lines: readonly string[]): YamlElement[] | undefined {
  const first = lines.findIndex(line => CONTENT.test(line) && !/^---\s*(?:#.*)?$/.test(line));
  const margin = DASH.exec(lines[first] ?? '')?.[1]?.length;
  if (margin === undefined) return undefined;
  const elements: YamlElement[] = [];
  const anchors = new Map<string, YamlElement>();
  let current: YamlElement | undefined;
  let hasMapping = false;
  for (let at = first; at < lines.length; at++) {
    const line = lines[at] as string;
    if (/^(?:\.\.\.(?:\s|$)|\s*(?:#|$))/.test(line)) continue;
    const indent = line.search(/[^ ]/);
    const dash = DASH.exec(line);
    const isFirst = dash?.[1]?.length === margin;
    if (isFirst) {
      if (current) current.endLine = at;
      current = undefined;
      // Its text follows in the next line.
      if (/^(?:#|$)/.test(line.slice(dash[0].length))) continue;
    } else if (indent <= margin) return undefined;
    if (!current) {
      current = { firstLine: at, endLine: lines.length, column: isFirst ? dash[0].length : indent };
      elements.push(current);
      hasMapping ||= MAPPING.test(line.slice(current.column));
    } else if (indent < current.column) return undefined;
    if (repeatsOther(line, current, anchors)) return undefined;
  }
  return hasMapping && elements.length <= MOST ? elements : undefined;
}

/** Returns whether a line has an alias of an anchor in another element. Notes the anchors of the line. */
function repeatsOther(line: string, element: YamlElement, anchors: Map<string, YamlElement>): boolean {
  for (const [, mark, name = ''] of line.matchAll(ANCHORS)) {
    if (mark === '&') anchors.set(name, element);
    else if ((anchors.get(name) ?? element) !== element) return true;
  }
  return false;
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
/** Matches the dash of an item and what separates it from the item's text. */
const DASH = /^( *)-(?:\s+|$)/;
/** Matches what may be an anchor or an alias. In a text it may be anything else, such as `**bold**`. */
const ANCHORS = /(?<=^|[\s,[{])([&*])([^\s,[\]{}]+)/g;
/** Matches the beginning of a YAML mapping. */
const MAPPING = /^(?:\{|"(?:[^"\\]|\\.)*"\s*:(?:\s|$)|'[^']*'\s*:(?:\s|$)|[^\s"'#&*!|>%@`{}[\],-][^#\n]*?:(?:\s|$))/;
const MARKERS = /^(?:---|\.\.\.)(?=\s|$)/gm;
/** A line that is no directive, no comment and not blank. */
const CONTENT = /^[ \t]*[^\s#%]/m;

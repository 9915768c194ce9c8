import type { Span } from './text';

/** The relevant blocks of a Markdown text, each type in text order. */
export interface Markdown {
  text: string;
  headings: Heading[];
  tables: Table[];
  items: ListItem[];
  paragraphs: Span[];
  fences: FencedBlock[];
}

export interface Heading extends Span {
  /** 1 to 6. */
  level: number;
  /** Without its markers. */
  text: Span;
}

/** A list item: the text after its bullet, without nested content. */
export interface ListItem extends Span {
  text: Span;
  /** The nesting depth of its list, from 0. */
  depth: number;
}

/** A GFM table. */
export interface Table extends Span {
  header: TableRow;
  /** The delimiter row under the header. */
  delimiter: Span;
  rows: TableRow[];
}

export interface TableRow extends Span {
  /** The cells in the source; their count may differ from the header's. */
  cells: TableCell[];
  /** Has a pipe before the first cell, and `closed` after the last. */
  opened: boolean;
  closed: boolean;
}

/** A cell's trimmed content; for an empty cell, the insertion point. */
export type TableCell = Span;

/** A fenced block: its language, and the start of its content on each line. */
export interface FencedBlock extends Span {
  /** The first word of the info string in lower case: `json`. May be empty. */
  lang: string;
  /** The lines of the content. */
  content: Span[];
  /** The prefix of each line: `> ` in a quote, spaces in a list. */
  prefix: string;
}

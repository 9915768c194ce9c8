import type { Span } from './text';

/** The blocks of a Markdown text that mean something to us, each kind in the order of the text. */
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
  /** What stands between its marks. */
  text: Span;
}

/** An item of a list: the text that follows its bullet, without what is nested in it. */
export interface ListItem extends Span {
  text: Span;
  /** How deep its list is nested in others, from 0. */
  depth: number;
}

/** A table as GFM reads it. */
export interface Table extends Span {
  header: TableRow;
  /** The line of dashes under the header. */
  delimiter: Span;
  rows: TableRow[];
}

export interface TableRow extends Span {
  /** As many as stand in the source, which need not be as many as the header has. */
  cells: TableCell[];
  /** A pipe stands before the first cell, and after the last. */
  opened: boolean;
  closed: boolean;
}

/** A cell's content without the blanks around it; where it is empty, the place where content goes. */
export type TableCell = Span;

/** A fenced block: its language, and the place where the content begins on each of its lines. */
export interface FencedBlock extends Span {
  /** First word of the info string, in lower case: `json`. Empty where there is none. */
  lang: string;
  /** A line of the content: from here to the line's end. */
  content: Span[];
  /** What stands before each line: `> ` in a quote, spaces in a list. */
  prefix: string;
}

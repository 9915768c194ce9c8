import type { Span } from './text';

/** The blocks of a Markdown text that mean something to us, each kind in the order of the text. */
export interface Markdown {
  text: string;
  headings: Heading[];
  tables: Table[];
  items: Item[];
  paragraphs: Span[];
  fences: Fence[];
}

export interface Heading extends Span {
  /** 1 to 6. */
  level: number;
  /** What stands between its marks. */
  text: Span;
}

/** An item of a list: the text that follows its bullet, without what is nested in it. */
export interface Item extends Span {
  text: Span;
  /** How deep its list is nested in others, from 0. */
  depth: number;
}

/** A table as GFM reads it. */
export interface Table extends Span {
  header: Row;
  /** The line of dashes under the header. */
  delimiter: Span;
  rows: Row[];
}

export interface Row extends Span {
  /** As many as stand in the source, which need not be as many as the header has. */
  cells: Cell[];
  /** A pipe stands before the first cell, and after the last. */
  opened: boolean;
  closed: boolean;
}

/** A cell's content without the blanks around it; where it is empty, the place where content goes. */
export type Cell = Span;

/** A fenced block: its language, and the place where the content begins on each of its lines. */
export interface Fence extends Span {
  /** First word of the info string, in lower case: `json`. Empty where there is none. */
  lang: string;
  /** A line of the content: from here to the line's end. */
  content: Span[];
  /** What stands before each line: `> ` in a quote, spaces in a list. */
  prefix: string;
}

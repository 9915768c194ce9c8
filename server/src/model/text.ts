/** An LSP position: lines from 0, characters from 0 in UTF-16 units. */
export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

/** Offsets into one text, in UTF-16 units; `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** The path of a value in a JSON value: keys and indices from the root. */
export type Path = readonly (string | number)[];

/** How a file is split into parts. */
export type FileLang = 'json' | 'jsonc' | 'jsonl' | 'markdown' | 'yaml';

/**
 * A file in the editor or on disk. It is an array of lines, not one string, so that an edit in a large log costs only its
 * lines. A byte order mark stays at the start of the first line.
 */
export interface TextFile {
  uri: string;
  lang: FileLang;
  /** Without line ends. Never empty: an empty file is one empty line. */
  lines: readonly string[];
  /** The line end of new lines: the first one of the text. */
  eol: string;
  /** The line ends of all lines but the last one; only where they differ. */
  ends?: readonly string[];
}

/** A replacement in a file. */
export interface TextChange {
  range: Range;
  text: string;
}

/** An edit of a text in offsets: the text from `start` to `endBefore` was replaced by the text from `start` to `end`. */
export interface TextEdit {
  start: number;
  endBefore: number;
  end: number;
}

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
  /** The cells in the text; their count may differ from the header's. */
  cells: TableCell[];
  /** Whether the row has a pipe before the first cell; `closed`: after the last. */
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

export type PartLang = 'json' | 'jsonc' | 'markdown' | 'yaml';

/**
 * One unit to check in a file: a text, and the map from it to the file. The two differ where a block
 * is in a quote or a list (line prefixes) and where a part is a string inside JSON (escapes).
 */
export interface Part {
  /** Stable while the file's other parts change: `root`, `3` (an element), `line 12`, `block 2`. */
  id: string;
  lang: PartLang;
  text: string;
  /** Ordered by `at`; the first is at 0. Within a segment, text and file advance in step. */
  map: SegmentMap;
  /** The part that contains this one, if any. */
  parent?: Part;
  /** True if a line break would end the part: a line of a log. */
  oneLine: boolean;
  /** Encodes text of the part for the file: adds line prefixes, escapes. */
  encode(text: string): string;
}

/** Segments in order: an array, or an object that computes segments on demand. */
export interface SegmentMap {
  readonly length: number;
  /** Like `Array.at`: a negative index counts from the end. */
  at(index: number): Segment | undefined;
  /** The length of the part's text, if known without joining the text. */
  readonly textLength?: number;
}

/** Maps offset `at` of a part's text to a line and character of the file. */
export interface Segment {
  at: number;
  line: number;
  character: number;
}

/** A place in a file as editors count it: lines from 0, characters from 0 in UTF-16 units. */
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

/** Where a value stands inside a JSON value: keys and indices from the root. */
export type Path = readonly (string | number)[];

/** How a file is split into parts. */
export type FileLang = 'json' | 'jsonc' | 'jsonl' | 'markdown';

/**
 * A file as the editor or the disk holds it. A file is lines, not one string: an edit in a large log then costs its
 * lines alone. A byte order mark stays in front of the first line.
 */
export interface SourceFile {
  uri: string;
  lang: FileLang;
  /** Without their line ends. Never empty: an empty file is one empty line. */
  lines: readonly string[];
  /** The line end that new lines get. */
  eol: string;
}

/** A replacement in a file. */
export interface TextChange {
  range: Range;
  text: string;
}

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
export type FileLang = 'json' | 'jsonc' | 'jsonl' | 'markdown';

/**
 * A file in the editor or on disk. It is an array of lines, not one string, so that an edit in a large log costs only its
 * lines. A byte order mark stays at the start of the first line.
 */
export interface SourceFile {
  uri: string;
  lang: FileLang;
  /** Without line ends. Never empty: an empty file is one empty line. */
  lines: readonly string[];
  /** The line end of new lines. */
  eol: string;
}

/** A replacement in a file. */
export interface TextChange {
  range: Range;
  text: string;
}

/** An edit of a text in offsets: what stood from `start` to `endBefore` now stands from `start` to `end`. */
export interface TextEdit {
  start: number;
  endBefore: number;
  end: number;
}

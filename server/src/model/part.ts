export type PartLang = 'json' | 'jsonc' | 'markdown';

/**
 * One thing to check inside a file: a text, and where each piece of it stands in the file. The two differ where a block
 * stands in a quote or a list (each line has a prefix) and where a part is a string inside JSON (escapes).
 */
export interface Part {
  /** Stable while the file's other parts change: `root`, `3` (an element), `line 12`, `block 2`. */
  id: string;
  lang: PartLang;
  text: string;
  /** Ordered by `at`; the first is at 0. Between two segments text and file run in step. */
  map: readonly Segment[];
  /** The part that this one stands in, when it stands in one. */
  parent?: Part;
  /** True where a line break in the part would end it: a line of a log. */
  oneLine: boolean;
  /** Turns text that is to be written into the part into text for the file: adds line prefixes, escapes. */
  encode(text: string): string;
}

/** From offset `at` of a part's text on, the file's text begins at this line and character. */
export interface Segment {
  at: number;
  line: number;
  character: number;
}

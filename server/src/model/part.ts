export type PartLang = 'json' | 'jsonc' | 'markdown';

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

/** Segments in order: an array, or something that makes them on demand. */
export interface SegmentMap {
  readonly length: number;
  /** As that of an array: a negative index counts from the end. */
  at(index: number): Segment | undefined;
  /** The length of the part's text, where it is known without that. */
  readonly textLength?: number;
}

/** Maps offset `at` of a part's text to a line and character of the file. */
export interface Segment {
  at: number;
  line: number;
  character: number;
}

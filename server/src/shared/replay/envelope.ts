import type { Severity } from '../../model/schema';
import type { Path } from '../../model/text';
import type { Rows } from './window';

export interface EnvelopeAt {
  step: number;
  /** Index of the step's source. */
  source: number;
}

/** A window of an envelope's formatted lines. */
export interface EnvelopeText extends Rows<string> {
  /** Why it can't be shown, or is truncated. */
  fault?: string;
  /** In the returned lines: the line's index in the whole text, and the range in characters. */
  problems: { line: number; from: number; to: number; severity: Severity; message: string; rule: string }[];
}

export interface EnvelopeMember {
  /** A property's name, or the index in an array. */
  name: string | number;
  is: 'object' | 'list' | 'text' | 'number' | 'boolean' | 'null';
  /** The value on one line. */
  shown: string;
  /** The number of members, or of characters of a truncated text. */
  size?: number;
  /** Its place in the file, where the tree has it elsewhere: of a value in a text, that of the text. */
  path?: Path;
  /** The time that a number is, or what else helps to read it. */
  note?: string;
  /** The most severe of the problems in it. */
  problem?: Severity;
}

import type { Severity } from '../../model/schema';
import type { Path } from '../../model/text';
import type { Rows } from './window';

/** Identifies an envelope of a step. */
export interface EnvelopeAt {
  step: number;
  /** Its index among the step's envelopes. */
  envelope: number;
}

/** A window of an envelope's formatted lines. */
export interface EnvelopeText extends Rows<string> {
  /** Why it can't be shown, or is truncated. */
  fault?: string;
  /** The problems in the returned lines: the line's index in the whole text, and the range in characters. */
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
  /** Its path in the file, if that differs from the tree: a value inside a JSON string has the path of the string. */
  path?: Path;
  /** A reading aid, such as the time that a number stands for. */
  note?: string;
  /** The severity of the worst problem in it. */
  problem?: Severity;
}

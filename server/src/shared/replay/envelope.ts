import type { Severity } from '../../model/severity';
import type { Rows } from './window';

export interface EnvelopeAt {
  step: number;
  /** Which of the step's sources. */
  source: number;
}

/** An envelope laid out in lines, some of them. */
export interface EnvelopeText extends Rows<string> {
  /** Why it can't be shown, or is not shown whole. */
  fault?: string;
  /** In the lines told: the line's number in the whole, from 0, and from and to in characters. */
  problems: { line: number; from: number; to: number; severity: Severity; message: string; rule: string }[];
}

export interface EnvelopeMember {
  /** A property's name, or the place in a list. */
  name: string | number;
  is: 'object' | 'list' | 'text' | 'number' | 'boolean' | 'null';
  /** In a line. */
  shown: string;
  /** Members, or characters of a text that is not shown whole. */
  size?: number;
  /** The worst of the problems in it. */
  problem?: Severity;
}

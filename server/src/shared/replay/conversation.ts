import type { ModelCall, Outcome } from '../../model/run';
import type { Path } from '../../model/text';
import type { Rows } from './step';

/** A row in the conversation of a workflow run: a step, with the messages that it adds. */
export interface Said {
  step: number;
  from: string;
  to?: string;
  lane: number;
  is: 'message' | 'call' | 'answer' | 'step';
  title: string;
  /** The messages that it adds to the conversation; absent if its envelopes have none. */
  messages?: SaidMessage[];
  /** The known text of a step without messages, in addition to its title. */
  text?: string;
  outcome: Outcome;
  time?: string;
  confidence?: number;
}

/** The messages of one step: the input, then the output. */
export interface StepExchange extends Rows<SaidMessage> {
  /** For a model call: its facts besides the messages. */
  call?: ModelCall;
  /** The number of messages that the previous model call did not have. Absent for the first call. */
  added?: number;
}

export interface SaidMessage {
  side: 'input' | 'output';
  role: string;
  name?: string;
  pieces: SaidPiece[];
  /** The number of omitted pieces. */
  morePieces?: number;
  /** The previous model call had this message, too. Absent for the first call, and for output. */
  seen?: boolean;
  /** The value in the step's envelope that the message was read from. */
  place?: { envelope: number; path: Path };
}

export type SaidPiece =
  | ({ is: 'text' | 'reasoning' } & SaidText)
  /** A call of a tool, with its result if a later message has it. */
  | { is: 'call'; name: string; id?: string; arguments: SaidText; result?: SaidResult }
  | ({ is: 'result'; name?: string; id?: string } & SaidResult)
  /** `uri`: a data URI of an image; never an address. */
  | { is: 'image' | 'file'; about: string; uri?: string };

/** The beginning of a text. */
export interface SaidText {
  text: string;
  /** The length of the whole text, in characters. */
  size: number;
  /** The place from which the question `said` reads the rest of the text. */
  message: number;
  piece: number;
  /** The text with its Markdown parsed; absent without Markdown, and for values. */
  rich?: RichText;
}

export interface SaidResult extends SaidText {
  isError?: true;
}

/** Formatted text as plain data: pieces of text, and elements around them. It contains no HTML and no address that loads by itself. */
export type RichText = (string | RichElement)[];

export interface RichElement {
  is: RichName;
  inner: RichText;
  /** For a link: its target, as written. */
  href?: string;
  /** For an ordered list: its first number. For a heading: its level. */
  number?: number;
  /** For a cell whose table aligns its column. */
  align?: 'left' | 'center' | 'right' | undefined;
}

export type RichName =
  | 'paragraph'
  | 'heading'
  | 'quote'
  | 'list'
  | 'ordered'
  | 'item'
  | 'code-block'
  | 'table'
  | 'row'
  | 'head-cell'
  | 'cell'
  | 'rule'
  | 'emphasis'
  | 'strong'
  | 'struck'
  | 'code'
  | 'link'
  | 'break';

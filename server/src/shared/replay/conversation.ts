import type { ModelCall, Outcome } from '../../model/run';
import type { Path } from '../../model/text';
import type { RichText } from './richText';
import type { Rows } from './window';

/** A step in the conversation of a run. */
export interface Said {
  step: number;
  from: string;
  to?: string;
  lane: number;
  is: 'message' | 'call' | 'answer' | 'step';
  title: string;
  /** What it adds to the messages before; absent where its envelopes say nothing. */
  messages?: SaidMessage[];
  /** What is known of it besides its title, where it has no messages. */
  text?: string;
  outcome: Outcome;
  time?: string;
  confidence?: number;
}

/** What one step said: the messages that went in, then those that came out. */
export interface StepExchange extends Rows<SaidMessage> {
  /** What a model call states besides its messages. */
  call?: ModelCall;
  /** How many messages were not in the model call before. Absent where there is none. */
  added?: number;
}

export interface SaidMessage {
  side: 'input' | 'output';
  role: string;
  name?: string;
  parts: SaidPart[];
  /** How many parts are omitted. */
  moreParts?: number;
  /** Whether the model call before had it. Absent where there is none, and for output. */
  seen?: boolean;
  /** The value in the step's envelope that it was read from. */
  place?: { source: number; path: Path };
}

export type SaidPart =
  | ({ is: 'text' | 'reasoning' } & SaidText)
  /** A call of a tool, with its result where a later message has it. */
  | { is: 'call'; name: string; id?: string; arguments: SaidText; result?: SaidResult }
  | ({ is: 'result'; name?: string; id?: string } & SaidResult)
  /** `uri`: a data URI of an image; never an address. */
  | { is: 'image' | 'file'; about: string; uri?: string };

/** The beginning of a text. */
export interface SaidText {
  text: string;
  /** The characters of the whole text. */
  size: number;
  /** Where the question `said` finds the rest. */
  message: number;
  part: number;
  /** The text with its Markdown read; absent where it has none, and for values. */
  rich?: RichText;
}

export interface SaidResult extends SaidText {
  isError?: true;
}

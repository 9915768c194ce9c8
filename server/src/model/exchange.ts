import type { Path } from './text';

/**
 * What a step said: the messages that went in, those that came out, and what a model call states about itself. It is read
 * from the step's envelopes when it is asked for; a run keeps none of it.
 */
export interface Exchange extends ModelCall {
  input: ExchangeMessage[];
  output: ExchangeMessage[];
}

/** What a model call states besides its messages. */
export interface ModelCall {
  /** The model asked. */
  model?: string;
  /** The model that answered, where it has another name. */
  answeredBy?: string;
  provider?: string;
  /** `temperature`, `max_tokens` and the like, as written. */
  parameters?: Record<string, string | number | boolean>;
  finishReason?: string;
  tokens?: TokenCounts;
  /** In the currency of its source, mostly US dollars. */
  cost?: number;
  /** The names of the tools that the model may call. */
  tools?: string[];
}

/** Tokens of one model call. `cached` ones are among the input, `reasoning` ones among the output. */
export interface TokenCounts {
  input?: number;
  output?: number;
  cached?: number;
  reasoning?: number;
  total?: number;
}

export interface ExchangeMessage {
  /** `system`, `user`, `assistant`, `tool`, `document`, or as written. */
  role: string;
  name?: string;
  parts: MessagePart[];
  /** The value in the envelope that it was read from. */
  path?: Path;
}

export type MessagePart =
  | { type: 'text' | 'reasoning'; text: string }
  | { type: 'tool_call'; id?: string; name: string; arguments: unknown }
  /** `isSaid`: the result is what another agent said. */
  | { type: 'tool_result'; id?: string; name?: string; result: unknown; isError?: true; isSaid?: true }
  /** `uri` is a reference as written, or a `data:` URI. */
  | { type: 'image' | 'file'; mediaType?: string; name?: string; uri?: string };

import type { ListedAgent } from './catalogue';
import type { Schema, Validate } from './schema';
import type { WhySection } from './whySection';

/** One kind of envelope as data. */
export interface KindDeclaration {
  /** A JSON Schema. */
  schema: unknown;
  /** Ids besides the schema's own that a `$schema` may name it by. */
  schemaIds?: string[];
  signature: Signature;
  /** Where an envelope of this kind names its agent, its peer, its time and so on. `tells` in a declaration file. */
  fieldPointers: FieldPointers;
  /** Where an envelope carries files, whose documents are checked, too. JSON pointers; `path` and `content` are relative to an item. */
  carries?: { items: string; path: string; content: string };
  /** Which side of a step it is; the other side is another envelope. */
  side?: 'ask' | 'answer';
  /** The meaning of the words at `fieldPointers.status`; by default the common words. */
  status?: StatusWords;
  /** Dialects: definitions of the schema, each with its own signature. */
  variants?: Record<string, { definition: string; signature: Signature }>;
}

/**
 * JSON pointers by the field that they lead to; of several the first that finds a value counts. `text` is the full text, `pair` what a
 * request and its answer have in common besides an id, `duration` is in milliseconds.
 */
export type FieldPointers = Partial<
  Record<'id' | 'run' | 'agent' | 'peer' | 'at' | 'status' | 'title' | 'text' | 'pair' | 'duration', string[]>
>;

export type StatusWords = Partial<Record<'ok' | 'failed' | 'pending' | 'blocked' | 'cancelled', readonly unknown[]>>;

/** One kind of envelope. */
export interface Kind extends Omit<KindDeclaration, 'schema' | 'variants'> {
  /** `family/kind`. */
  id: string;
  title: string;
  schema: Schema;
  /**
   * Standalone code that ajv made from the schema; its faults are read from `validate.errors`. In a bundle that only recognises and
   * reads, every value is valid.
   */
  validate: Validate;
  /**
   * Files of these names hold it, and nothing else does: a name, or `*` and how it ends. It says something about envelopes and is
   * none itself: it makes no runs, and nobody is offered to insert one.
   */
  fileNames?: readonly string[];
  /** Where a tool call names the agent, the tool and the arguments. */
  toolCall?: ToolCallPointers;
  /** The agents and tools that a catalogue lists. Never throws. */
  listedAgents?(value: Record<string, unknown>): ListedAgent[];
  /** The explanation that a decision carries, in the order that its protocol fixes. Never throws. */
  why?(value: Record<string, unknown>): WhySection[];
  /** Traces that other tools write: shown, but neither checked nor offered for insertion. */
  readOnly?: boolean;
  /** Dialects of one kind, each with its own schema and signature; the best match is the one that validates. */
  variants?: Variant[];
}

export type ToolCallPointers = Record<'agent' | 'tool' | 'args', string>;

export type Variant = Pick<Kind, 'id' | 'title' | 'schema' | 'validate' | 'signature'>;

/**
 * How a kind is recognised among other JSON, as data. Weights for and against it add up to one score: 2 make it a maybe, 4
 * make it sure.
 */
export interface Signature {
  /**
   * JSON pointer (at most one level down) to what it adds when it is there: in full with a value such as the schema expects, half
   * outside of its choices. With a value of the wrong type it speaks against the kind. At 0 the key is just not strange.
   */
  keys: Record<string, number>;
  /** Further conditions, weighed for the kind or, with a negative weight, against it. */
  evidence: Evidence[];
  /** Root keys that the schema does not declare count for nothing, instead of against the kind. */
  open?: boolean;
}

export interface Evidence {
  when: Condition;
  weight: number;
}

/** A condition on a value. A string is a JSON pointer that leads to something. */
export type Condition =
  | string
  | { all: Condition[] }
  | { any: Condition[] }
  | { atLeast: number; of: Condition[] }
  | { not: Condition }
  | { at: string; is: unknown[] }
  | { at: string; startsWith: string }
  | { at: string; endsWith: string }
  | { at: string; type: 'array' | 'object' | 'string' | 'number' | 'null' | 'boolean' }
  | {
      at: string /** one of its keys ends in one of these words, in small letters: `fooItems` in `items` */;
      keyWord: string[];
    }
  | { at: string /** not empty, and each member (element or value) meets the condition */; each: Condition }
  | { at: string /** a member meets the condition */; some: Condition };

export interface Recognition {
  kind: Kind;
  /** Sure: diagnostics. Not sure: completion and hover only. */
  sure: boolean;
  by: '$schema' | 'association' | 'signature' | 'neighbours';
}

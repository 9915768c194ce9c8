import type { ListedAgent } from './catalogue';
import type { TokenCounts } from './run';
import type { Schema, Validate } from './schema';
import type { NamePointer } from './symbol';
import type { Path } from './text';

/** The declaration, as data, of one kind of envelope, such as the message or the hand-off of a protocol. */
export interface KindDeclaration {
  /** A JSON Schema. */
  schema: unknown;
  /** Further ids by which a `$schema` may name the kind, in addition to the schema's own id. */
  schemaIds?: string[];
  signature: Signature;
  /** Pointers to the fields that name the agent, peer, time and so on. Declaration files call them `tells`. */
  fieldPointers: FieldPointers;
  /**
   * JSON pointers to embedded files, whose paths, contents and documents are checked; `path` and `content` are relative to an
   * item. Without `content`, it names files that were written by other means.
   */
  carries?: { items: string; path: string; content?: string };
  /** Pointers to the tokens and the cost (in dollars) of a model call, and to the model; see `TokenCounts`. */
  usage?: Partial<Record<keyof TokenCounts | 'cost' | 'model', string[]>>;
  /** The unit of the number at `fieldPointers.duration`, if the property's name does not include it. */
  durationUnit?: DurationUnit;
  /** Pointers to the agent, the tool and the arguments of a tool call. */
  toolCall?: ToolCallPointers;
  /** The agent of all envelopes of this kind, if none is named. */
  agentName?: string;
  /** The side of a step that the envelope is, if the other side is another envelope. */
  side?: 'ask' | 'answer';
  /** The meaning of the words at `fieldPointers.status`; defaults to the common words. */
  status?: StatusWords;
  /** How a record becomes steps; without it, an envelope is one step, by its field pointers. */
  steps?: StepRules;
  /** Dialects: definitions of the schema with their own signatures. */
  variants?: Record<string, { definition: string; signature: Signature }>;
}

/**
 * JSON pointers by field; the first of several that finds a value wins. `text` is the full text, `pair` the value that a
 * request and its answer share besides an id, `duration` is in the unit that its property names, by default in milliseconds.
 */
export type FieldPointers = Partial<
  Record<'id' | 'run' | 'agent' | 'peer' | 'at' | 'status' | 'title' | 'text' | 'pair' | 'duration', string[]>
>;

/**
 * The rules by which the records of a kind become steps, as a declaration writes them: `families/mapping/` compiles them. What can't be
 * used in them is left out.
 */
export interface StepRules {
  rules: readonly unknown[];
  /** Lists of rules that several rules use, by name. */
  lists?: Readonly<Record<string, unknown>>;
  /** The fields that all steps of a record share. */
  tells?: FieldPointers;
  /** The agent of a step that names none. */
  agentName?: string;
  /** Called with the values that pointers find, when a declaration is compared with its examples. */
  watch?: WatchPointer;
}

/**
 * Called each time a pointer of a rule is followed.
 *
 * @param path the path of the pointer: in the rules, or below `stepLists`
 */
export type WatchPointer = (path: Path, pointer: string, hasFound: boolean) => void;

export type DurationUnit = 'nanoseconds' | 'microseconds' | 'milliseconds' | 'seconds' | 'minutes' | 'hours';

export type StatusWords = Partial<Record<'ok' | 'failed' | 'pending' | 'blocked' | 'cancelled', readonly unknown[]>>;

/** One kind of envelope: its id, title and schema, and the functions that validate and read its envelopes. */
export interface Kind extends Omit<KindDeclaration, 'schema' | 'variants'> {
  /** `family/kind`. */
  id: string;
  title: string;
  schema: Schema;
  /** For a schema that is loaded on first use: the part of it that recognition uses. */
  outline?: Schema;
  /** The schema's own id, known without loading the schema. */
  schemaId?: string | undefined;
  /** The JSON Schema as declared, if `schema` is a reduced version of it. */
  contract?: unknown;
  /**
   * Standalone code that ajv generated from the schema; its errors are in `validate.errors`. In a bundle that only recognises and
   * reads, every value is valid.
   */
  validate: Validate;
  /**
   * Only files of these names contain it: a name, or `*` and a suffix. Such a file describes envelopes and is no envelope
   * itself: it belongs to no run and has no snippet.
   */
  fileNames?: readonly string[];
  /** Reads the agents and tools of a catalogue. Never throws. */
  listedAgents?(value: unknown, uri: string): ListedAgent[];
  /** Reads the explanation of a decision, in its protocol's order. Never throws. */
  why?(value: Record<string, unknown>): WhySection[];
  /** The property that distinguishes the kinds of the family, with its values for this kind. */
  toldBy?: { at: string; is: readonly string[] };
  /**
   * The values that the rules of the declaration compare between envelopes: for each rule, pointers to a value, or a fixed text for the
   * kind.
   */
  marks?: readonly (readonly string[] | { is: string } | undefined)[];
  /** The names in its envelopes, of a kind that a declaration defines; those of other kinds are declared in their schemas. */
  names?: readonly NamePointer[];
  /** An envelope of this kind begins a run: later envelopes in its log that name no run belong to that run. */
  opensRun?: true;
  /** Traces of other tools: displayed, but neither checked nor offered for insertion. Only rules for `readOnly` kinds apply. */
  readOnly?: boolean;
  /**
   * The protocol's program has tools of its own. Only calls of MCP servers' tools, named `mcp__server__tool`, are compared with a
   * catalogue.
   */
  hasOwnTools?: boolean;
  /** A whole file is one value of this kind, even if the value is a list. */
  isWholeFile?: true;
  /** Dialects with their own schema and signature; the best match validates. */
  variants?: Variant[];
}

export type ToolCallPointers = Record<'tool' | 'args', string> & Partial<Record<'agent', string>>;

export type Variant = Pick<Kind, 'id' | 'title' | 'schema' | 'outline' | 'validate' | 'signature'>;

/**
 * The evidence by which a kind is recognised among other JSON. Weights for and against the kind add up to a score: from 2 the match is
 * possible, from 4 it is certain.
 */
export interface Signature {
  /**
   * Maps a JSON pointer (at most one level deep) to its weight: full if the value's type and choices match the schema, half
   * outside the schema's choices, negative for the wrong type. Weight 0 only marks the key as expected.
   */
  keys: Record<string, number>;
  /** Further conditions; a negative weight counts against the kind. */
  evidence: Evidence[];
  /** Undeclared root keys do not count against the kind. */
  open?: boolean;
  /** The object at this JSON pointer must exist; its score by this signature is added. */
  inside?: { at: string; signature: Signature };
}

export interface Evidence {
  when: Condition;
  weight: number;
  /** The evidence counts only in a file with a sure envelope of its family. */
  onlyBeside?: true;
}

/** A condition on a value. A string is a JSON pointer that must find a value. */
export type Condition =
  | string
  | { all: Condition[] }
  | { any: Condition[] }
  | { atLeast: number; of: Condition[] }
  | { not: Condition }
  | { at: string; is: unknown[] }
  | { at: string; same: string /** a pointer to an equal text, number or boolean */ }
  | { at: string; startsWith: string }
  | { at: string; endsWith: string }
  | { at: string; contains: string /** in capital or small letters */ }
  | { at: string; blank: boolean /** a text that says nothing, or one that does */ }
  | ({ at: string } & NumberBounds)
  | { at: string; lacks: string /** an object without this key, and without one that is nearly spelt so */ }
  | { at: string; type: 'array' | 'object' | 'string' | 'number' | 'null' | 'boolean' }
  | {
      at: string /** one of its keys ends in one of these words, in small letters: `fooItems` in `items` */;
      keyWord: string[];
    }
  | { at: string /** not empty, and each member (element or value) meets the condition */; each: Condition }
  | { at: string /** a member meets the condition */; some: Condition };

/** At least one of these bounds: not less, greater, not greater, less. */
export interface NumberBounds {
  from?: number;
  above?: number;
  upTo?: number;
  below?: number;
}

export interface Recognition {
  kind: Kind;
  /** The dialect of the value, or the kind if it has none. Its schema describes the value. */
  variant: Variant;
  /** Certain matches get diagnostics; possible ones only completion and hover. */
  sure: boolean;
  by: '$schema' | 'association' | 'signature' | 'neighbours';
  /** Valid only if the file has a sure envelope of the same family. */
  onlyBeside?: true;
  /** The recognition that applies if the file has no sure envelope of that family: another one with `onlyBeside`. */
  other?: Recognition;
}

/** The colour of a value. */
export type Tone = 'plain' | 'good' | 'open' | 'bad' | 'done';

/** A section of a decision trace. */
export interface WhySection {
  title: string;
  rows: { label?: string; text: string; tone: Tone }[];
}

import type { ListedAgent } from './catalogue';
import type { Conversion } from './conversion';
import type { Markdown } from './markdown';
import type { RegistryDocument } from './registryDocument';
import type { DocumentRule, Rule, RunRule } from './rule';
import type { Draft, RegistryState } from './run';
import type { Schema } from './schema';
import type { WhySection } from './whySection';

/** One protocol: its kinds of envelope and its rules. Everything that knows a protocol's name lives in its folder. */
export interface Family {
  id: string;
  title: string;
  /** The document that defines the protocol, in a few words. */
  source: string;
  kinds: Kind[];
  rules: Rule[];
  /** Over the envelopes of one run. */
  runRules: readonly RunRule[];
  snippets: EnvelopeSnippet[];
  /** Markdown documents that are part of the protocol. */
  documents: DocumentKind[];
  /** From or to its kinds. */
  conversions?: readonly Conversion[];
  /** The drafts of steps in an envelope: whole steps, or one side of a step; none where it holds no step. Never throws. */
  steps?(value: Record<string, unknown>, kind: Kind): Draft[];
  /** A file of the workspace declares it. What a built-in family recognises for sure takes precedence. */
  isDeclared?: boolean;
}

/** A family as data: all of it but rules and documents, which are code. The built-in families are declared in the same way. */
export interface FamilyDeclaration extends Pick<Family, 'title'> {
  id: string;
  source?: string;
  /** By name. */
  kinds: Record<string, KindDeclaration>;
}

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

/** One kind of Markdown document that is understood as a whole. */
export interface DocumentKind {
  /** `family/kind`. */
  id: string;
  title: string;
  /** Reads a text as a document of this kind; undefined where it is not one. A piece of a document may lack core sections. */
  read(markdown: Markdown, from: { fileName: string; isPiece?: boolean | undefined }): RegistryDocument | undefined;
  /** The state of its runs, by a scan of its lines; undefined where it is not a document of this kind. */
  glance?(text: string, fileName: string): RegistryState | undefined;
  /** The drafts of the steps in it. */
  steps?(document: RegistryDocument, state: RegistryState): Draft[];
  rules: readonly DocumentRule[];
}

/** A whole envelope as VS Code's snippet files hold it. */
export interface EnvelopeSnippet {
  /** `family/kind`, or `family/kind:dialect`. */
  kind: string;
  prefix: string;
  description: string;
  body: string[];
}

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

/** A validator as ajv's standalone code exports it. */
export interface Validate {
  (value: unknown): boolean;
  errors?: SchemaFault[] | null;
}

/** What ajv reports of one broken keyword; the fields that we read. */
export interface SchemaFault {
  instancePath: string;
  schemaPath: string;
  keyword: string;
  params: Record<string, unknown>;
}

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

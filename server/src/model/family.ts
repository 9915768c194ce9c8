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
  /** What an envelope tells of a run: a step, one side of one, several; nothing where it tells nothing. Never throws. */
  steps?(value: Record<string, unknown>, kind: Kind): Draft[];
  /** It stands in a file of the workspace: what a protocol of our own recognises for sure is that protocol's. */
  isDeclared?: boolean;
}

/** A family as data: all of it but what only code can say, rules and documents. Those of our own are declared so, too. */
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
  /** Where an envelope of this kind says who, to whom, what, when: JSON pointers, the first that is there counts. */
  fieldPointers: FieldPointers;
  /** Where an envelope carries files: documents among them are checked as documents. Pointers, the last two in an item. */
  carries?: { items: string; path: string; content: string };
  /** It is one side of a step, of which the other is another envelope. */
  side?: 'ask' | 'answer';
  /** What the words at `fieldPointers.status` mean; without it those that everybody uses. */
  status?: StatusWords;
  /** Dialects, each a definition of the schema with a signature of its own. */
  variants?: Record<string, { definition: string; signature: Signature }>;
}

/**
 * `text`: what is said in full. `pair`: what an ask and its answer have in common, where that is not the id. `duration`: in
 * milliseconds.
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
  /** Reads a text as such a document; nothing where it is none. Of a piece nobody asks for what else a whole one has. */
  read(markdown: Markdown, from: { fileName: string; isPiece?: boolean | undefined }): RegistryDocument | undefined;
  /** A quick look at a text, without reading it: what it says of its runs. Nothing where it is no such document. */
  glance?(text: string, fileName: string): RegistryState | undefined;
  /** The steps that it tells of. */
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
  /** Of a kind that calls a tool: where it says whose, which, and with what. JSON pointers. */
  toolCall?: ToolCallPointers;
  /** Of a kind that lists the tools of agents for all others: what it lists. Never throws. */
  listedAgents?(value: Record<string, unknown>): ListedAgent[];
  /** Of a kind that says why something was done: what it says of it, in the order that its protocol fixes. Never throws. */
  why?(value: Record<string, unknown>): WhySection[];
  /** Written by tools, and only read here: it is not judged, and nobody is helped to write one. */
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
 * How a kind is told from other JSON, as data. What speaks for the kind and against it adds up to one score: 2 make it a maybe, 4
 * make it sure.
 */
export interface Signature {
  /**
   * JSON pointer (at most one level down) to what it adds when it is there: in full with a value such as the schema expects, half
   * outside of its choices. With a value of the wrong type it speaks against the kind. At 0 the key is just not strange.
   */
  keys: Record<string, number>;
  /** What else speaks for the kind or, with a negative weight, against it. */
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

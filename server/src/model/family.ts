import type { Condition, Kind, KindDeclaration } from './kind';
import type { RegistryDocument } from './registry';
import type { DocumentRule, Rule, RunRule } from './rule';
import type { Draft, Exchange, RegistryState } from './run';
import type { Markdown, Path, Span } from './text';

/** The part that an envelope is in. */
export interface EnvelopeSurroundings {
  /** The path of the envelope in its part. */
  path: Path;
  /** The value at another path; undefined if there is none. */
  valueAt(path: Path): unknown;
}

/** One protocol: its kinds of envelope and its rules. Everything that knows a protocol's name lives in its folder. */
export interface Family {
  id: string;
  title: string;
  /** A short name of the document that defines the protocol. */
  reference: string;
  kinds: Kind[];
  rules: Rule[];
  /** Rules over the envelopes of one run. */
  runRules: readonly RunRule[];
  snippets: EnvelopeSnippet[];
  /** The protocol's Markdown documents. */
  documents: DocumentKind[];
  /** Conversions from or to its kinds. */
  conversions?: readonly Conversion[];
  /** Reads the drafts of an envelope's steps: whole steps, or one side of a step. Never throws. */
  steps?(value: Record<string, unknown>, kind: Kind): Draft[];
  /**
   * Reads the exchange of a step from one of its envelopes: the value at the step's path. Undefined without messages. Never throws.
   *
   * @param around the rest of the envelope's part, for a format that keeps texts elsewhere in it
   */
  exchange?(value: Record<string, unknown>, kind: string, around?: EnvelopeSurroundings): Exchange | undefined;
  /** Nothing in its logs says that a run has ended. */
  isOpenEnded?: boolean;
  /** A declaration makes it, of the workspace or one that is part of this program. A certain match of a built-in family takes precedence. */
  isDeclared?: boolean;
  /** Only for a family that has no kinds here: it stands in for a protocol that is read when a value proves that it is used. */
  shipped?: ShippedFamily;
}

/** A protocol of others that is part of this program. Its declaration is read on demand. */
export interface ShippedFamily extends ShippedProtocol {
  /** The family itself; undefined where the declarations are not at hand. Reads the declaration on the first call. */
  read(): Family | undefined;
}

/** What is known of such a protocol before its declaration is read. */
export interface ShippedProtocol {
  id: string;
  title: string;
  /** Any of these shows beyond doubt that a value is an envelope of the protocol. */
  proof: readonly Condition[];
  /** A value with any of these is an envelope of the protocol if others in its file are. */
  signs: readonly Condition[];
  /** The names of its rules. */
  rules: readonly string[];
  /** As that of the family. */
  isOpenEnded?: boolean;
}

/** The rules of a family, and the document kinds with their rules. */
export type FamilyRules = Partial<Pick<Family, 'rules' | 'runRules' | 'documents'>>;

/** What of a family is declared in a file, as `npm run generate` reads it; the rest is code. */
export interface FamilyDeclaration extends Pick<Family, 'id' | 'title' | 'reference' | 'isOpenEnded'> {
  /** By name. */
  kinds: Record<string, KindDeclaration>;
  /** For all kinds; see `Kind`. */
  readOnly?: boolean;
  hasOwnTools?: boolean;
}

/** A kind of Markdown document that is read as a whole. */
export interface DocumentKind {
  /** `family/kind`. */
  id: string;
  title: string;
  /** Returns undefined for a text that is no document of this kind. A piece of a document may lack core sections. */
  read(markdown: Markdown, from: { fileName: string; isPiece?: boolean | undefined }): RegistryDocument | undefined;
  /** Scans its lines for the state of its runs; returns undefined for any other document. */
  glance?(text: string, fileName: string): RegistryState | undefined;
  /** Reads the drafts of its steps. */
  steps?(document: RegistryDocument, state: RegistryState): Draft[];
  rules: readonly DocumentRule[];
}

/** An envelope in the format of VS Code's snippet files. */
export interface EnvelopeSnippet {
  /** `family/kind`, or `family/kind:dialect`. */
  kind: string;
  prefix: string;
  description: string;
  body: string[];
}

/**
 * Converts one kind of envelope into another. One conversion, one file: `families/<id>/conversions/<name>.ts`. A
 * conversion between two protocols belongs to the later one, which knows the earlier one.
 */
export interface Conversion {
  /** `family/name`. */
  id: string;
  /** `Convert to an agent output`. */
  title: string;
  /** A kind's id, as is `to`. */
  from: string;
  to: string;
  /** Where the result goes. `log` is a path relative to the file's folder; the result is appended to it. */
  target: 'in place' | 'to a file' | { log: string };
  /** The rule whose problems it fixes: it is offered as their quick fix, too. */
  fixesRule?: string;
  /** Returns undefined for an envelope that can't be converted. Pure: does not modify the value. */
  convert(value: Record<string, unknown>, around: ConversionOptions): ConversionResult | undefined;
}

/** What a conversion knows besides the envelope. */
export interface ConversionOptions {
  /** The current time, in ISO 8601. */
  now: string;
  /** The errors in the envelope. */
  errors: readonly { path: Path; message: string }[];
  /** The sibling state registry. */
  registry?: { document: RegistryDocument; name: string };
  /** Returns the envelopes of a kind whose text contains `text`, in this file and its siblings, in file order. */
  mentioning(kind: string, text: string): readonly MentioningEnvelope[];
}

export interface MentioningEnvelope {
  value: Record<string, unknown>;
  /** Its position relative to the converted envelope. */
  stands: 'before' | 'after' | 'beside';
}

export interface ConversionResult {
  value: Record<string, unknown>;
  /** One sentence for each value that could not be carried over unchanged. */
  notes: string[];
  /** Edits of the sibling registry, as spans of its text. */
  registry?: { at: Span; text: string }[];
}

import type { Condition, Kind, KindDeclaration } from './kind';
import type { RegistryDocument } from './registry';
import type { DocumentRule, Rule, RunRule } from './rule';
import type { Draft, Exchange, RegistryState } from './run';
import type { Markdown, Path, Span } from './text';

/**
 * A family: one protocol or log format, with its kinds of envelope, its rules, and the functions that read its envelopes. All code that concerns
 * a single family is in the family's folder.
 */
export interface Family {
  id: string;
  title: string;
  /** A short name of the document that defines the protocol. */
  reference: string;
  kinds: Kind[];
  rules: Rule[];
  /** Rules over the envelopes of one run. */
  runRules: readonly RunRule[];
  /** The family certainly has run rules: known before they are loaded. */
  hasRunRules?: true;
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
  /** The protocol's logs never record the end of a run. */
  isOpenEnded?: boolean;
  /** The family comes from a declaration, in the workspace or built in. A sure match of a family in code takes precedence. */
  isDeclared?: boolean;
  /** Only for a placeholder without kinds, which stands for a built-in protocol until a value proves that the protocol is used. */
  shipped?: ShippedFamily;
}

/** The place of an envelope that is nested in a part of a file: its path there, with access to the other values of the part. */
export interface EnvelopeSurroundings {
  /** The path of the envelope in its part. */
  path: Path;
  /** The rule of its kind's `steps` that made the step. */
  rule?: string | undefined;
  /** The value at another path; undefined if there is none. */
  valueAt(path: Path): unknown;
}

/** Another organisation's protocol that this program ships as a declaration, loaded on demand. */
export interface ShippedFamily extends ShippedProtocol {
  /** Returns the family; undefined if the declarations are unavailable. The first call reads the declaration. */
  read(): Family | undefined;
}

/** The data about a shipped protocol that are available before its declaration is loaded. */
export interface ShippedProtocol {
  id: string;
  title: string;
  /** A value that fulfils any of these conditions certainly is an envelope of the protocol. */
  proof: readonly Condition[];
  /** A value that fulfils any of these conditions is an envelope of the protocol if its file has other envelopes of the protocol. */
  signs: readonly Condition[];
  /** The names of its rules. */
  rules: readonly string[];
  /** Like `Family.isOpenEnded`. */
  isOpenEnded?: boolean;
}

/** The rules of a family, and the document kinds with their rules. */
export type FamilyRules = Partial<Pick<Family, 'rules' | 'runRules' | 'documents'>>;

/** The declared portion of a family, as `npm run generate` reads it; the rest is code. */
export interface FamilyDeclaration extends Pick<Family, 'id' | 'title' | 'reference' | 'isOpenEnded'> {
  /** The kinds by name. */
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
 * Converts one kind of envelope into another. The conversions of a family are in `families/<id>/conversions.ts`. A conversion between two
 * protocols belongs to the later one, which knows the earlier one.
 */
export interface Conversion {
  /** `family/name`. */
  id: string;
  /** `Convert to an agent output`. */
  title: string;
  /** A kind's id, as is `to`. */
  from: string;
  to: string;
  /** The place of the result. A `log` path is relative to the file's folder; the result is appended to that log. */
  target: 'in place' | 'to a file' | { log: string };
  /** The rule whose problems the conversion fixes: it is also offered as their quick fix. */
  fixesRule?: string;
  /** Returns undefined for an envelope that can't be converted. Pure: does not modify the value. */
  convert(value: Record<string, unknown>, around: ConversionOptions): ConversionResult | undefined;
}

/** The inputs of a conversion in addition to the envelope. */
export interface ConversionOptions {
  /** The current time, in ISO 8601. */
  now: string;
  /** The errors in the envelope. */
  errors: readonly { path: Path; message: string }[];
  /** Returns whether there is surely no file at a path in the envelope; absent where the envelope is an example, or of the past. */
  isMissing?(path: string): boolean;
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

import type { Conversion } from './conversion';
import type { Kind, KindDeclaration } from './kind';
import type { Markdown } from './markdown';
import type { RegistryDocument } from './registryDocument';
import type { DocumentRule, Rule, RunRule } from './rule';
import type { Draft, RegistryState } from './run';

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

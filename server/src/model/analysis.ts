import type { DocumentKind } from './family';
import type { Recognition } from './kind';
import type { Part } from './part';
import type { RegistryDocument } from './registryDocument';
import type { DeclarationPlan, Facts, FixPlan } from './rule';
import type { Severity } from './severity';
import type { Range, SourceFile, Span } from './text';

/** Something wrong in a part, at its place. */
export interface Problem {
  /** A rule's id, `syntax`, or `schema/<keyword>`. */
  rule: string;
  severity: Severity;
  message: string;
  part: Part;
  /** In the part's text. */
  span: Span;
  fixes: readonly FixPlan[];
  /** The property whose absence it is. */
  missing?: string;
  declarations?: readonly DeclarationPlan[];
  /** It stands for so many problems of its rule in this part that are left out. */
  omitted?: number;
}

export interface AnalysedPart {
  part: Part;
  /** What could be read of it. */
  value: unknown;
  /** The kind of envelope; none for what is none of ours. */
  recognition?: Recognition;
  /** A Markdown text that is a document of a protocol. */
  document?: { kind: DocumentKind; content: RegistryDocument };
  problems: readonly Problem[];
}

/** A file understood: each of its parts with its kind and its problems. */
export interface Analysis {
  file: SourceFile;
  parts: readonly AnalysedPart[];
  /** What it was judged by, besides its contracts. */
  facts: Facts;
  /** What the file says is not to be shown; no problem among the parts' is of these. */
  suppressions?: readonly Suppression[];
}

/** A stretch of a file in which some rules are silent. */
export interface Suppression {
  /** Ids, or `family/*`; empty for all. */
  rules: readonly string[];
  range: Range;
  /** A text that can't be read is said to be so. */
  keepsSyntaxErrors?: true;
}

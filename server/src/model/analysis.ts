import type { DocumentKind } from './family';
import type { Recognition } from './kind';
import type { Part } from './part';
import type { RegistryDocument } from './registryDocument';
import type { DeclarationPlan, Facts, FixPlan } from './rule';
import type { Severity } from './severity';
import type { Range, SourceFile, Span } from './text';

/** A problem in a part, with its span. */
export interface Problem {
  /** A rule's id, `syntax`, or `schema/<keyword>`. */
  rule: string;
  severity: Severity;
  message: string;
  part: Part;
  /** A span of the part's text. */
  span: Span;
  fixes: readonly FixPlan[];
  /** The missing property. */
  missing?: string;
  declarations?: readonly DeclarationPlan[];
  /** The number of further problems of this rule in this part that are omitted. */
  omitted?: number;
}

export interface AnalysedPart {
  part: Part;
  /** The value, as far as it could be parsed. */
  value: unknown;
  /** Undefined for a value that is no known envelope. */
  recognition?: Recognition;
  /** Set for a Markdown document of a protocol. */
  document?: { kind: DocumentKind; content: RegistryDocument };
  problems: readonly Problem[];
}

/** The analysis of a file: its parts with their kinds and problems. */
export interface Analysis {
  file: SourceFile;
  parts: readonly AnalysedPart[];
  /** The facts it was checked against, besides its contracts. */
  facts: Facts;
  /** The file's own suppressions; the parts' problems exclude what they suppress. */
  suppressions?: readonly Suppression[];
}

/** A range of a file in which some rules are suppressed. */
export interface Suppression {
  /** Ids, or `family/*`; empty for all. */
  rules: readonly string[];
  range: Range;
  /** Syntax errors are still reported. */
  keepsSyntaxErrors?: true;
}

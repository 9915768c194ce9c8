import type { DocumentKind } from './family';
import type { Recognition } from './kind';
import type { RegistryDocument } from './registry';
import type { DeclarationPlan, Facts, FixPlan } from './rule';
import type { Severity } from './schema';
import type { Part, Range, Span, TextChange, TextFile } from './text';

/** A problem in one part of a file, such as a line of a log, with its range of text in that part. */
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
  /** Undefined for a value of no known kind. */
  recognition?: Recognition;
  /** Set for a Markdown document of a protocol. */
  document?: { kind: DocumentKind; content: RegistryDocument };
  problems: readonly Problem[];
}

/** The analysis of a file: its parts with their kinds and problems. */
export interface Analysis {
  file: TextFile;
  parts: readonly AnalysedPart[];
  /** The facts it was checked against, besides its contracts. */
  facts: Facts;
  /** The file's own suppressions. The problems of its parts exclude the suppressed ones. */
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

/** The check results of one file, as data: printed by the command line, equal to the editor's diagnostics. */
export interface FileReport {
  /** The `path` of its `CheckedFile`. */
  file: string;
  /** The recognised envelopes, in file order. */
  parts: { /** `family/kind` */ kind: string; range: Range }[];
  /** In file order. */
  problems: ReportedProblem[];
  /** The file is too long for rules that compare envelopes: each envelope was checked by itself. */
  isNotCompared?: true;
}

export interface ReportedProblem {
  /** `family/rule`, `syntax` or `schema/<keyword>`. */
  rule: string;
  severity: Severity;
  message: string;
  range: Range;
  /** The titles of its quick fixes. */
  fixes: string[];
  /** Returns the changes of a fix by its index in `fixes`. Lazy, since most formats do not need them. */
  changes?: (fix: number) => TextChange[];
  /** The rule's documentation in Markdown. */
  docs?: string | undefined;
}

/** A file to check. */
export interface CheckedFile {
  /** Absolute. Its extension determines how the file is split. */
  uri: string;
  /** The path as the user gave it. */
  path: string;
  /** Without a byte order mark. */
  text: string;
  /** The text had a byte order mark; a guarded program may fail on it. */
  beginsWithMark?: true;
}

export type Check = (file: CheckedFile) => FileReport;

/** Applies the fixes that need no confirmation; returns the new text and the rule of each applied fix. */
export type Fix = (file: CheckedFile) => { text: string; rules: string[] };

/** A file or folder that could not be read or checked. */
export interface UnreadFile {
  /** The path as the user gave it. */
  file: string;
  /** The cause and what to do, without the file's name. */
  message: string;
}

import type { Severity } from './severity';
import type { Range, TextChange } from './text';

/** The check results of one file, as data: printed by the command line, equal to the editor's diagnostics. */
export interface FileReport {
  /** The `path` of its `CheckedFile`. */
  file: string;
  /** The recognised envelopes, in file order. */
  parts: { /** `family/kind` */ kind: string; range: Range }[];
  /** In file order. */
  problems: ReportedProblem[];
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
  docs?: string;
}

/** A file to check. */
export interface CheckedFile {
  /** Absolute. Its extension determines how the file is split. */
  uri: string;
  /** The path as the user gave it. */
  path: string;
  /** Without a byte order mark. */
  text: string;
  /** A byte order mark stood before the text, which a reader that is to be guarded may not expect. */
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

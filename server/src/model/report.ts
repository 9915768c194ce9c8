import type { Severity } from './severity';
import type { Range, TextChange } from './text';

/** What a check says of one file, as data: the command line prints it, the editor's diagnostics say the same. */
export interface FileReport {
  /** The file as people named it: the path of a `CheckedFile`. */
  file: string;
  /** The envelopes that were recognised, in the file's order. */
  parts: { /** `family/kind` */ kind: string; range: Range }[];
  /** In the file's order. */
  problems: ReportedProblem[];
}

export interface ReportedProblem {
  /** `family/rule`, `syntax` or `schema/<keyword>`. */
  rule: string;
  severity: Severity;
  message: string;
  range: Range;
  /** Titles of the changes that would mend it. */
  fixes: string[];
  /** The changes of a fix, by its place in `fixes`. Worked out when it is asked for: most formats never ask. */
  changes?: (fix: number) => TextChange[];
  /** Markdown: the rule's docs. */
  docs?: string;
}

/** A file that is given to a check. */
export interface CheckedFile {
  /** Absolute. Its ending says how the file is split. */
  uri: string;
  /** As people named it. */
  path: string;
  /** Without a byte order mark. */
  text: string;
}

export type Check = (file: CheckedFile) => FileReport;

/** A file's text after the fixes that need no asking, and the rules whose problems they mended, one for each. */
export type Fix = (file: CheckedFile) => { text: string; rules: string[] };

/** A file or folder that could not be read or checked. */
export interface UnreadFile {
  /** As it was named. */
  file: string;
  /** Why, and how to go on, without its name. */
  message: string;
}

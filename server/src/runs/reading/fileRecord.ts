import type { LogCheckpoint } from '../../model/fileAccess';
import type { Finding } from '../../model/rule';
import type { Draft, ProblemCounts, RegistryState } from '../../model/run';
import type { Severity } from '../../model/severity';
import type { Path } from '../../model/text';

/** What the index keeps of one file: enough to make runs of it, and nothing that is long. Plain data, so that it can be stored. */
export interface FileRecord {
  uri: string;
  /** In the file's order. */
  entries: Entry[];
  /** What it says as a state registry, and the family whose document that is. */
  registry?: RegistryState & { family: string };
  /** The problems of its parts, once they were looked for: by the part's id. */
  checks?: Record<string, PartCheck>;
  /** The problems that its parts have only in their runs: with what stands beside them. By the part's id. */
  inRuns?: Record<string, RunProblem[]>;
  /** What of the problems is outside of all steps. */
  stray?: PartCheck;
  /** The check asked for other files: when these are others, its problems may be, too. */
  around?: true;
  /** Of a log, how far it was read, and how far it was checked. */
  mark?: LogCheckpoint;
  checkedTo?: LogCheckpoint;
  /** When it was written, in milliseconds since 1970; of a file in an editor when it was changed. */
  changedAt: number;
  /** In bytes. */
  size: number;
}

/** A draft, and the part of the file that it was read from. */
export interface Entry extends Draft {
  part: string;
  /** Of a whole envelope, a hash of its text: two of the same are alike to the last letter, whatever blanks are between. */
  content?: number;
  /** Not sure to be an envelope, until its file holds a sure one of its family. */
  maybe?: true;
  /** Told by a registry of steps whose envelopes may be elsewhere: counts in a run that has no others. */
  history?: true;
}

export interface PartCheck {
  problems: ProblemCounts;
  /** Ids of the rules. */
  rules: string[];
}

/** A problem of an envelope among the others of its run. */
export interface RunProblem {
  rule: string;
  severity: Severity;
  message: string;
  /** In the value of its part. */
  path: Path;
  on?: NonNullable<Finding['on']>;
}

export const NO_PROBLEMS: ProblemCounts = { error: 0, warning: 0, info: 0 };

/** The entries that count: what is only maybe an envelope does where its file holds a sure one of the same family. */
export function sureEntries({ entries }: FileRecord): readonly Entry[] {
  if (!entries.some(({ maybe }) => maybe)) return entries;
  const sure = new Set(entries.filter(({ maybe }) => !maybe).map(familyOf));
  return entries.filter(entry => !entry.maybe || sure.has(familyOf(entry)));
}

/** The id of the family that an entry's kind is of. */
export function familyOf({ kind }: Pick<Draft, 'kind'>): string {
  let family = families.get(kind);
  if (family === undefined) {
    family = kind.slice(0, kind.indexOf('/'));
    if (families.size >= MOST_KINDS) families.clear();
    families.set(kind, family);
  }
  return family;
}

// Asked of each entry again and again. Kinds are few, but some are named by what stands in a trace.
const families = new Map<string, string>();
const MOST_KINDS = 1000;

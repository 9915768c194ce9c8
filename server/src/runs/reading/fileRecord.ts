import type { LogCheckpoint } from '../../model/disk';
import type { Finding } from '../../model/rule';
import type { Draft, ProblemCounts, RegistryState } from '../../model/run';
import type { Severity } from '../../model/schema';
import type { Path } from '../../model/text';

/** The data that the index keeps of a file: enough to assemble workflow runs, but no long texts. Plain data, so that it can be stored. */
export interface FileRecord {
  uri: string;
  /** In file order. */
  entries: Entry[];
  /** Its content if it is a state registry, with the family of that document. */
  registry?: RegistryState & { family: string };
  /** The problems of its parts, by part id; absent before the first check. */
  checks?: Record<string, PartCheck>;
  /** The problems found by run rules, by part id. */
  inRuns?: Record<string, RunProblem[]>;
  /** The problems that belong to no step. */
  stray?: PartCheck;
  /** The check read other files, and a change of these may change the problems. */
  around?: true;
  /** For a file that is only read: records that no reader knows, by their type. */
  unknown?: Readonly<Record<string, number>>;
  /** For a log: the checkpoint up to which it was read; below, up to which it was checked. */
  mark?: LogCheckpoint;
  checkedTo?: LogCheckpoint;
  /** Its modification time, in milliseconds since 1970; for a file in an editor, the time of its last change. */
  changedAt: number;
  /** In bytes. */
  size: number;
}

/** A draft with the part of the file that it was read from. */
export interface Entry extends Draft {
  part: string;
  /** The entry counts as an envelope only if its file has a sure one of the same family. */
  maybe?: true;
  /** The entry comes from a registry's history. It counts only in a run without other steps, since its envelope may be in another file. */
  history?: true;
  /** The entry is copied from an earlier run of its folder; set when runs are assembled. */
  isRepeated?: true;
}

/** The result of checking one part: its problems by severity, and the rules that report them. */
export interface PartCheck {
  problems: ProblemCounts;
  /** Ids of the rules. */
  rules: string[];
}

/** A problem that an envelope has only in the context of its run. */
export interface RunProblem {
  rule: string;
  severity: Severity;
  message: string;
  /** The path within the value of its part. */
  path: Path;
  on?: NonNullable<Finding['on']>;
}

export const NO_PROBLEMS: ProblemCounts = { error: 0, warning: 0, info: 0 };

/** Returns the entries that count: an uncertain entry only if its file has a sure one of the same family. */
export function sureEntries({ entries }: { entries: readonly Entry[] }): readonly Entry[] {
  if (!entries.some(({ maybe }) => maybe)) return entries;
  const sure = new Set(entries.filter(({ maybe }) => !maybe).map(familyOf));
  return entries.filter(entry => !entry.maybe || sure.has(familyOf(entry)));
}

/** Returns the id of the family of an entry's kind. */
export function familyOf({ kind }: Pick<Draft, 'kind'>): string {
  let family = families.get(kind);
  if (family === undefined) {
    family = kind.slice(0, kind.indexOf('/'));
    if (families.size >= MOST_KINDS) families.clear();
    families.set(kind, family);
  }
  return family;
}

// Called for each entry. Kinds are few, but some are named by the contents of a trace.
const families = new Map<string, string>();
const MOST_KINDS = 1000;

import type { Family } from '../../../model/family';
import type { ReplayAssets } from '../../../model/replayAssets';
import type { EnvelopeLocation, RunSummary } from '../../../model/run';
import type { Severity } from '../../../model/severity';
import type { FileLang, Path, Range } from '../../../model/text';
import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import { type RunColumns, runColumns } from '../../../runs/state/runColumns';
import { memoizeByObject } from '../../../text/memoize';
import { familyTitle } from '../../runs/familyTitle';

/** A run that is replayed, and what its answers rest on. */
export interface ReplayContext {
  run: IndexedRun;
  reader: RunSources;
  /** Other runs, to be held against this one. */
  others: OtherRuns;
  /** Milliseconds since 1970. */
  now: number;
}

/** What stands in the files that a run is told by. */
export interface RunSources {
  /** The text of a source: of a value in a part that value's alone. */
  text(source: EnvelopeLocation): SourceText;
  /** What is wrong in it; paths begin at the source's own value. */
  problems(source: EnvelopeLocation): readonly EnvelopeProblem[];
  /** Where it stands in its file now; undefined where it is gone. */
  range(source: EnvelopeLocation): Range | undefined;
  /** The protocols that a file is read by; without it those that are built in. */
  families?(uri: string): readonly Family[];
  /** What a file is called: its path in its workspace folder. */
  fileOf(uri: string): string;
  /** A path in an envelope, as a file on disk: a URI; undefined where there is none. */
  fileAt(path: string, from: string): string | undefined;
  /** What a run that is exported as a page consists of besides; undefined where that was not built. */
  page?(): ReplayAssets | undefined;
}

export interface EnvelopeProblem {
  severity: Severity;
  message: string;
  rule: string;
  /** To the value that it is about; what is missing has that of what it is missing in. */
  path: Path;
}

export type SourceText = { text: string; lang: Exclude<FileLang, 'jsonl'> } | { fault: string };

export interface OtherRuns {
  /** The same number means the same runs. */
  revision(): number;
  summaries(): readonly RunSummary[];
  run(key: string): IndexedRun | undefined;
}

/** The columns of a run, made once. */
export function columnsOf(run: IndexedRun): RunColumns {
  return memoizePerRun(run, columns);
}

function columns(run: IndexedRun): RunColumns {
  return runColumns(run, familyTitle(run.summary));
}

/** What is worked out of a run once, and kept for as long as the run is as it is. @param make names it: the same function each time */
export function memoizePerRun<T>(run: IndexedRun, make: (run: IndexedRun) => T): T {
  const made = computed(run.summary);
  if (!made.has(make)) made.set(make, make(run));
  return made.get(make) as T;
}

// A run that changes gets another summary.
const computed = memoizeByObject((_run: RunSummary) => new Map<unknown, unknown>());

import type { ReplayAssets } from '../../model/disk';
import type { Family } from '../../model/family';
import type { EnvelopeLocation, Exchange, RunSummary } from '../../model/run';
import type { FileLang, Range } from '../../model/text';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { type ColumnarSteps, columnarSteps } from '../../runs/columnarSteps';
import type { RunIndex } from '../../runs/index/runIndex';
import type { RunProblem } from '../../runs/reading/fileRecord';
import type { Settings } from '../../shared/lspExtensions';
import type { Rows, Window } from '../../shared/replay/index';
import { memoizeByObject } from '../../text/memoize';
import { familyTitle } from '../runs/treeNodeTexts';

/** A workflow run that is replayed, with the data from which the requests of the replay page are answered. */
export interface ReplayedRun {
  run: IndexedRun;
  reader: EnvelopeReader;
  /** The runs that this one can be compared with. */
  others: OtherRuns;
  /** Milliseconds since 1970. */
  now: number;
  /** The prices of models in the user's settings. */
  prices?: Settings['prices'];
}

/** Reads the envelopes of a run from their files. */
export interface EnvelopeReader {
  /** Returns the text of an envelope; for a value inside a part, only the text of that value. */
  text(location: EnvelopeLocation): EnvelopeContent;
  /** Returns what was said in an envelope, where that was read before the run was exported: its format keeps texts elsewhere in the part. */
  exchange?(location: EnvelopeLocation, kind: string): Exchange | undefined;
  /** Returns the problems in an envelope, with paths relative to its own value. */
  problems(location: EnvelopeLocation): readonly EnvelopeProblem[];
  /** Returns the envelope's current range in its file; undefined if it is no longer there. */
  range(location: EnvelopeLocation): Range | undefined;
  /** Returns the families that apply to a file. If absent, the built-in families apply. */
  families?(uri: string): readonly Family[];
  /** Returns a file's display name: its path in its workspace folder. */
  fileOf(uri: string): string;
  /** Returns whether a content is a placeholder, or leaves out text of the file. */
  isElided(content: CarriedContent): boolean;
  /** Resolves a path in an envelope to a file on disk, as a URI; undefined if there is none. */
  fileAt(path: string, from: string): string | undefined;
  /** Returns the assets of an exported page; undefined if they were not built. */
  page?(): ReplayAssets | undefined;
}

/** The content of a file that an envelope carries. */
export interface CarriedContent {
  location: EnvelopeLocation;
  /** The index of the file in the envelope's list of files. */
  item: number;
  path: string;
  content: string;
  language: unknown;
}

/** A problem in an envelope of a step. The path leads to the faulty value; for a missing property, to the object that lacks it. */
export type EnvelopeProblem = Omit<RunProblem, 'on'>;

/** The text of an envelope, or the reason why it can't be read. */
export type EnvelopeContent = { text: string; lang: Exclude<FileLang, 'jsonl' | 'yaml'> } | { fault: string };

/** The runs of the index, for comparison with the replayed run. */
export interface OtherRuns {
  /** Returns a number that changes whenever the runs change. */
  revision(): number;
  summaries(): readonly RunSummary[];
  run(key: string): IndexedRun | undefined;
}

/** The runs of an index but for one. */
export function otherRuns(index: RunIndex, key: string): OtherRuns {
  return {
    revision: () => index.revision(),
    summaries: () => index.runs().filter(other => other.key !== key),
    run: other => index.run(other),
  };
}

/** Returns the columns of a run, memoized until the run changes. */
export function columnsOf(run: IndexedRun): ColumnarSteps {
  return memoizePerRun(run, columns);
}

function columns(run: IndexedRun): ColumnarSteps {
  return columnarSteps(run, familyTitle(run.summary));
}

/**
 * Memoizes a computed value until the run changes.
 *
 * @param make computes the value and is its key: pass the same function each time
 */
export function memoizePerRun<T>(run: IndexedRun, make: (run: IndexedRun) => T): T {
  const values = computed(run.summary);
  if (!values.has(make)) values.set(make, make(run));
  return values.get(make) as T;
}

// A changed run has a new summary object.
const computed = memoizeByObject((_run: RunSummary) => new Map<unknown, unknown>());

/** Returns the rows in a window, clamped to the existing rows and to `most` rows. */
export function windowRows<Row>(window: Window, total: number, most: number, row: (index: number) => Row): Rows<Row> {
  const { from, count } = clampWindow(window, total, most);
  return { rows: Array.from({ length: count }, (_, index) => row(from + index)), from, total };
}

/** Clamps a window to the existing rows and to `most` rows. */
export function clampWindow({ from, count }: Window, total: number, most: number): Required<Window> {
  const first = Math.min(wholeNumber(from, 0), total);
  return { from: first, count: Math.min(total - first, wholeNumber(count, most), most) };
}

// The value comes from the page and may be anything.
function wholeNumber(number: unknown, otherwise: number): number {
  return typeof number === 'number' && number >= 0 ? Math.floor(number) : otherwise;
}

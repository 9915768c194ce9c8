import type { RunStatus } from './run';

/** The kinds of places that workflow runs come from: files, or the trace stores Jaeger, Tempo and so on. */
export type SourceKind = 'files' | 'jaeger' | 'tempo' | 'clickhouse' | 'langfuse';

/**
 * A place that runs come from: files, or a store of traces. Every method rejects with a `SourceError` if the source can't be read, and
 * with the signal's reason once the signal is aborted.
 */
export interface RunSource {
  /** Unique among all sources, and shown. */
  readonly name: string;
  readonly kind: SourceKind;
  /** A page of runs, the newest first. */
  list(query: RunQuery, signal: AbortSignal): Promise<RunPage>;
  /** Returns a page of the texts that contain the words. */
  search(query: SaidQuery, signal: AbortSignal): Promise<SaidPage>;
  /**
   * Yields the envelopes of a run in bounded pieces: each is text of a log, whole lines with their line ends. Yields nothing if there is
   * no such run.
   *
   * @param id as in a `ListedRun`
   */
  load(id: string, signal: AbortSignal): AsyncIterable<string>;
}

/** A query for a page of a source's runs. */
export interface RunQuery {
  /** A run filter, as in the view of runs: words and keys with values. Empty for all runs. */
  filter: string;
  /** Runs that started in this time range: milliseconds since 1970. */
  since?: number;
  until?: number;
  /** At most so many runs. */
  limit: number;
  /** `next` of the previous page; absent for the first page. */
  cursor?: string;
}

export interface RunPage {
  runs: ListedRun[];
  /** Present if there are more runs. */
  next?: string;
  /** The terms of the filter, as written, that the source could not apply itself. They were applied to its answer. */
  appliedAfter?: readonly string[];
  /** The terms of the filter that could not be applied at all: listed runs may not match them. */
  notApplied?: readonly string[];
  /** The page covers only this number of last days, or of them what is before the query's `until`, since it has no `since`. */
  recentDays?: number;
  /** The number of runs in the answer that can't be listed: they have no start, an id that can't be loaded, or steps that can't. */
  unlisted?: number;
  /** The error in the filter; the page then has no runs. */
  fault?: string;
}

/** A run as a source lists it, before it is loaded. Unknown values are absent. */
export interface ListedRun {
  /** The id in its source: a trace id. */
  id: string;
  /** The family that will read the run; part of its key in the index. */
  family: string;
  title: string;
  status: RunStatus;
  /** Nanoseconds since 1970. */
  startedAt?: bigint;
  endedAt?: bigint;
  agents: string[];
  /** The number of its steps, which are spans. */
  steps?: number;
  /** The conversation that it is a turn of. */
  conversation?: string;
}

/** A query for words in the texts of runs. */
export interface SaidQuery extends RunQuery {
  /** Words, and phrases in quotes; all must occur in one text. Keys of the filter belong to `filter`. */
  words: string;
}

export interface SaidPage {
  matches: SaidMatch[];
  next?: string;
  /** The number of all matches, if known. */
  total?: number;
  /** As in a `RunPage`. */
  notApplied?: readonly string[];
  recentDays?: number;
  /** What was left out, and why: lines without a full stop. */
  notes?: readonly string[];
  fault?: string;
}

/** A match of a search: a text that contains the words. */
export interface SaidMatch {
  /** The id of the run in its source. */
  run: string;
  family: string;
  /** The key of the step in its run, a span id. */
  step?: string;
  /** The title of the step. */
  title: string;
  /** The name of the field that contains the words, or its path with dots. */
  field: string;
  /** The words with some text around, on one line. */
  text: string;
  /** The words in `text`: offsets of UTF-16 units, in order, not overlapping. */
  marks: readonly (readonly [start: number, end: number])[];
}

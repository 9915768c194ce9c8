import type { RunFilterAnswer, RunSort, SaidAnswer } from './lspExtensions';
import type { ReplayQuestion, RunBrief } from './replay';
import {
  type FieldsOf,
  isCount,
  isJsonObject,
  isOneOf,
  isText,
  isTextUpTo,
  optional,
  type Shape,
  typed,
} from './validateShape';

const isSort = isOneOf('newest', 'oldest', 'failed', 'name', 'problems', 'duration') satisfies Shape<RunSort>;
/** Checks whether a value may be the text of a filter of workflow runs. */
const isFilter = isTextUpTo(10_000);

/**
 * The requests ("questions") of the runs page, a web page that lists the workflow runs of a folder, with their parameters and answers. The
 * program that serves the page answers them; a page that reads files dropped onto it answers them itself.
 */
export const RUNS_PAGE_QUESTIONS = {
  state: { params: {}, answer: typed<RunsState> },
  /** The runs that match a filter, a page of them from an index on. */
  runs: { params: { filter: isFilter, sort: isSort, from: optional(isCount) }, answer: typed<RunList> },
  /** The suggested continuations of a filter that the user is typing. */
  filter: { params: { filter: isFilter }, answer: typed<RunFilterAnswer> },
  /** The steps in which words were said. `cursor`: the `next` of the page before. */
  said: { params: { words: isFilter, cursor: optional(isText) }, answer: typed<SaidAnswer> },
  /** A question of `REPLAY_QUESTIONS` about a run. Null where the run is gone. */
  replay: {
    params: { run: isText, question: isText as Shape<ReplayQuestion>, params: isJsonObject },
    answer: typed<unknown>,
  },
} as const;

type Questions = typeof RUNS_PAGE_QUESTIONS;
export type RunsPageQuestion = keyof Questions;
export type RunsPageParams<Q extends RunsPageQuestion> = FieldsOf<Questions[Q]['params']>;
export type RunsPageAnswer<Q extends RunsPageQuestion> = ReturnType<Questions[Q]['answer']>;

/** The state that the page requests again and again, to learn of changes. */
export interface RunsState {
  /** When it changes, answers about runs may be outdated. */
  revision: string;
  /** All runs found so far. */
  runs: number;
  /** Files are still being read, so more runs may be found. */
  isReading: boolean;
  /** The names of the folders and files whose runs are listed. */
  places: string[];
  /** Files that can't be read: the first of them, and how many there are. */
  unread: PathFault[];
  unreadFiles: number;
  /** The titles of the protocols that runs are read from, and the endings of the files. */
  protocols: string[];
  endings: string[];
}

export interface PathFault {
  path: string;
  /** The reason why the file can't be read, and how to go on, without the path. */
  fault: string;
}

/** A run in the list. */
export interface RunRow extends RunBrief {
  /** A text that distinguishes the run from runs with the same title. */
  mark?: string;
  /** `1,204`, and `$0.0124`. */
  tokens?: string;
  cost?: string;
  /** Data arrived in the last minute. */
  isLive: boolean;
}

export interface RunList {
  runs: RunRow[];
  /** The number of matches. */
  total: number;
  /** The zone that their times are told in; two where clocks are changed, empty without times. */
  zone: string;
  /** The syntax error in the filter: then no run is shown. */
  fault?: string;
}

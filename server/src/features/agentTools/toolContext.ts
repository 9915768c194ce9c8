import type { Context } from '../../analysis/analyse';
import type { FileAccess, Workspace } from '../../model/disk';
import type { RunSummary } from '../../model/run';
import type { TextFile } from '../../model/text';
import type { RunIndex } from '../../runs/index/runIndex';
import type { Redaction } from '../../shared/replay/index';
import {
  described,
  type Fields,
  type FieldsOf,
  hasFields,
  isCount,
  isFlag,
  isText,
  isTextUpTo,
  optional,
} from '../../shared/validateShape';
import { memoizeByObject } from '../../text/memoize';
import { redactedReplay } from '../replay/redactedReplay';
import type { ReplayedRun } from '../replay/replayedRun';
import type { DescribedRule } from '../rulePages';
import { distinctName, findRun } from '../runs/findRun';
import type { SaidOptions } from '../runs/scanMessageTexts';

/**
 * The functions that tools for agents need from Node or the browser. They turn a path into a file and a file into a path, measure time, and
 * create random words. A random word marks where a quoted text begins and ends, so that the text can't pretend to end there.
 */
export interface ToolPlaces {
  /** Finds the file or folder at a path that the caller wrote. */
  locate(path: string): LocatedPath | { fault: string };
  /** Returns a file's name, by which `locate` finds the file. */
  fileOf(uri: string): string;
  /** Returns an unguessable word. */
  newWord(): string;
  /** In milliseconds; only differences count. */
  clock(): number;
}

/** The data from which the tools for agents answer: folders, their files and runs. The tools write nothing. */
export interface ToolContext extends ToolPlaces {
  /** The URIs of the folders. Tools read nothing outside of them. */
  folders: readonly string[];
  index: RunIndex;
  /** Files are still being read, so there may be further runs. */
  isReading: boolean;
  access: FileAccess;
  /** The open files, with the editor's text. */
  opened: ReadonlyMap<string, TextFile>;
  workspace: Workspace;
  contextOf(uri: string): Context;
  replayOf(run: string): ReplayedRun | undefined;
  search: SaidOptions;
  rules(): readonly DescribedRule[];
  /** All answers are redacted, even if the caller does not ask for it. */
  redactsAll: boolean;
  cursors: Cursors;
}

/** A file or folder that tools may read. */
export interface LocatedPath {
  uri: string;
  is: 'file' | 'folder';
}

/** An error that the caller of a tool can correct. Its message is one clear sentence. */
export class ToolError extends Error {}

/** A tool that agents call. No tool writes anything. */
export interface AgentTool extends ToolDescription {
  input: Fields;
  output: Fields;
  answer(context: ToolContext, input: never): unknown;
  lines(answer: never): ToolLines;
}

interface ToolDescription {
  name: string;
  title: string;
  /** The description for a model: when to call the tool, and what it returns. */
  about: string;
  /** The tool answers from runs, so files have to be read first. */
  needsRuns?: true;
}

/** An answer as text. The first line has only this program's own words and numbers; the rest may quote files. */
interface ToolLines {
  first: string;
  rest: readonly string[];
}

interface ToolFunctions<I extends Fields, O extends Fields> {
  /** Throws ToolError. The texts of an answer may come from files, and so are untrusted. */
  answer(context: ToolContext, input: FieldsOf<I>): Made<FieldsOf<O>>;
  lines(answer: Made<FieldsOf<O>>): ToolLines;
}

/** A value as it is made: what may be absent may also be undefined, which `visibleTexts` drops. */
export type Made<T> = T extends (infer Item)[]
  ? Made<Item>[]
  : T extends object
    ? { [K in keyof T]: object extends Pick<T, K> ? Made<T[K]> | undefined : Made<T[K]> }
    : T;

/** Applies a function to a value, unless it is undefined. */
export function ifKnown<T, R>(value: T | undefined, make: (value: T) => R): R | undefined {
  return value === undefined ? undefined : make(value);
}

/** Defines a tool whose answer must have the declared fields. */
export function defineTool<I extends Fields, O extends Fields>(
  description: ToolDescription & { input: I; output: O },
  functions: ToolFunctions<I, O>,
): AgentTool {
  return { ...description, ...functions };
}

/** Stores the places where answers continue, under short names that a model copies without mistakes. */
export interface Cursors {
  keep(place: unknown): string;
  find(cursor: string): unknown;
}

/** Creates a store of the last few hundred places. */
export function createCursors(): Cursors {
  const places = new Map<string, unknown>();
  let last = 0;
  return {
    keep(place) {
      const cursor = `c${++last}`;
      places.set(cursor, place);
      if (places.size > MOST_CURSORS) places.delete(places.keys().next().value as string);
      return cursor;
    },
    find: cursor => places.get(cursor),
  };
}

const MOST_CURSORS = 500;

/**
 * Returns the place that a cursor stands for; undefined without a cursor. Throws ToolError for a cursor of another tool or an unknown one.
 */
export function cursorPlace<P extends { tool: string }>(
  { cursors }: ToolContext,
  tool: P['tool'],
  cursor: string | undefined,
): P | undefined {
  if (cursor === undefined) return undefined;
  const place = cursors.find(cursor) as P | undefined;
  if (place?.tool === tool) return place;
  throw new ToolError(`"${cursor}" is no cursor of "${tool}", or too old; call it without a cursor to begin again.`);
}

export const isName = isTextUpTo(1000);
export const CURSOR = described(optional(isTextUpTo(40)), 'The "next" of the answer before, with the same arguments.');
export const LIMIT = described(optional(isCount), 'The most rows to return.');
export const REDACT = described(
  optional(isFlag),
  'Replace secrets, addresses and personal data by placeholders in the answer.',
);
export const RUN = described(
  isName,
  'A run by its name in "runs" or the beginning of its id; "latest" is the one that began last.',
);
export const NEXT = described(optional(isText), 'There is more: pass it as "cursor".');
export const isPlace = {
  file: isText,
  line: described(isCount, 'From 1.'),
  column: described(isCount, 'From 1, in UTF-16 units.'),
};
export const isProblemCount = hasFields({ error: isCount, warning: isCount, info: isCount });

/** Finds a run by name. Throws ToolError. */
export function runNamed({ index, fileOf }: ToolContext, word: string): RunSummary {
  const runs = index.runs();
  const [latest] = word === LATEST && !runs.some(({ id }) => id === LATEST) ? runs.toSorted(byNewest) : [];
  if (latest) return latest;
  const found = findRun(word, runs, fileOf);
  if ('fault' in found) throw new ToolError(capital(found.fault));
  return found.run;
}

const LATEST = 'latest';

/** Returns a function that names a run so that `runNamed` finds it. */
export function runNames({ index, fileOf }: ToolContext): (run: RunSummary) => string {
  return distinctName(index.runs(), fileOf);
}

/** Compares two runs for sorting: newest first, runs without a time last. */
export function byNewest(one: RunSummary, other: RunSummary): number {
  const [first, second] = [one.startedAt ?? -1n, other.startedAt ?? -1n];
  if (first !== second) return first > second ? -1 : 1;
  return other.changedAt - one.changedAt || (one.key < other.key ? -1 : 1);
}

/** Opens a run by its name for the questions of a replay. Redacts it on request. Throws ToolError. */
export function openRun(context: ToolContext, word: string, asked: AskedRedaction): ReplayedRun {
  return openKnownRun(context, runNamed(context, word), asked);
}

/** Opens a run of the index, like `openRun`. */
export function openKnownRun(context: ToolContext, { key, id }: RunSummary, asked: AskedRedaction): ReplayedRun {
  const replay = context.replayOf(key);
  if (!replay) throw new ToolError(`The run "${id}" is gone.`);
  if (!isRedacted(context, asked)) return replay;
  const known = redactedRuns(replay.run.summary);
  known.replay ??= redactedReplay(replay, EVERYTHING);
  return known.replay;
}

interface AskedRedaction {
  redact?: boolean | undefined;
}

/** Returns whether to redact an answer. */
export function isRedacted({ redactsAll }: ToolContext, { redact }: AskedRedaction): boolean {
  return redactsAll || redact === true;
}

// A changed run has a new summary. Redaction takes seconds, and the next question is about the same run.
const redactedRuns = memoizeByObject((_run: RunSummary): { replay?: ReplayedRun } => ({}));

/** Redacts everything. */
export const EVERYTHING: Redaction = {
  paths: true,
  emails: true,
  secrets: true,
  personal: true,
  names: true,
  fields: [],
};

/** Capitalizes the first letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

import type { RunSummary, Step } from '../../model/run';
import type { SaidQuery } from '../../model/runSource';
import type { Path } from '../../model/text';
import type { FileStep } from '../../runs/assembly/indexedRun';
import { type FindPartsOptions, type FoundPart, findSearchedParts } from '../../runs/findSearchedParts';
import type { RunIndex } from '../../runs/index/runIndex';
import { eachText } from '../../runs/textIndex';
import { compareValues, groupBy } from '../../shared/arrays';
import { languageOf } from '../../text/fileLanguage';
import { mayBeJson } from '../../text/json/losslessJson';
import { isObject, isSamePath } from '../../text/jsonPointer';
import { memoizeByObject } from '../../text/memoize';
import { type WordPattern, wordPattern } from '../../text/searchWords';
import { queryTerms } from './queryTerms';
import { FILTER_KEYS, runFilter } from './runFilter';

/** The options of a search for words in the messages of runs. */
export interface SaidOptions extends Omit<FindPartsOptions, 'versionOf'> {
  index: RunIndex;
  /** In milliseconds since 1970. */
  now: number;
  /** Returns whether to skip a run. */
  isLeftOut?(run: RunSummary): boolean;
}

/** A match: an envelope of a step that contains the searched words. */
export interface Said {
  uri: string;
  part: FoundPart;
  summary: RunSummary;
  step: Step;
  /** The path of the step's envelope in its part. */
  envelope: Path;
  /** The first text with the words, if possible one with spaces, and its path in the part. */
  text: string;
  path: Path;
}

/** A place in the order of a search: files of the newest runs first, in each file the last parts first. */
export interface SearchPlace {
  rank: number;
  uri: string;
  /** The search is done with the parts from this index on. */
  before: number;
  /** The number of searched envelopes in the part before `before`. */
  skip: number;
}

/** A search in the texts of runs; its `fault` is the error message for an invalid filter. */
export interface Search {
  pattern: WordPattern;
  fault?: string;
  /** Continues after a place; from the start if undefined. Yields every few milliseconds, unless an envelope is very large. */
  from(place: SearchPlace | undefined): Generator<SearchProgress, void>;
}

/** The progress of a search up to a place, with a match at that place, if any. */
export interface SearchProgress {
  place: SearchPlace;
  said?: Said;
}

/**
 * Searches the texts of all runs that pass the filter of a query.
 *
 * @param isDone returns whether the search needs no further match of a run, by the run's key
 */
export function scanMessageTexts(
  options: SaidOptions,
  query: Pick<SaidQuery, 'words' | 'filter' | 'since' | 'until'>,
  isDone: (run: string) => boolean = () => false,
): Search {
  const { index, now, isLeftOut = () => false } = options;
  const typed = saidWords(query.words);
  const filter = `${query.filter} ${typed.filter}`.trim();
  const { fault, shows, showsStep } = runFilter(filter);
  const pattern = wordPattern(typed.words);

  function* searchFile(from: SearchPlace, runs: ReadonlyMap<string, RunSummary>): Generator<SearchProgress, void> {
    const { uri, rank } = from;
    const within = { ...options, versionOf: index.known };
    for (const found of findSearchedParts(uri, pattern, within, from.before)) {
      if (typeof found === 'number') {
        yield { place: { rank, uri, before: found, skip: 0 } };
        continue;
      }
      if ([...runs.keys()].every(isDone)) break;
      const done = found.order === from.before - 1 ? from.skip : 0;
      let skip = 0;
      for (const said of searchPart(uri, found, runs)) {
        if (++skip > done) yield { place: { rank, uri, before: found.order + 1, skip }, said };
      }
      yield { place: { rank, uri, before: found.order, skip: 0 } };
    }
    yield { place: { rank, uri, before: 0, skip: 0 } };
  }

  function* searchPart(uri: string, part: FoundPart, runs: ReadonlyMap<string, RunSummary>): Generator<Said, void> {
    const steps =
      stepsByPart(index.stepsIn(uri))
        .get(part.id)
        ?.filter(({ run }) => runs.has(run) && !isDone(run)) ?? [];
    if (steps.length === 0) return;
    const found = new Map<FileStep, { text: string; path: Path }>();
    for (const { text, path, owner } of ownStrings(part.value, steps)) {
      const before = found.get(owner);
      // A sentence says more than an id or a name.
      if (before && (before.text.includes(' ') || !text.includes(' '))) continue;
      if (pattern.isIn(text)) found.set(owner, { text, path: path() });
    }
    for (const [owner, { text, path }] of found) {
      const summary = runs.get(owner.run);
      const step = index.run(owner.run)?.step(owner.index);
      // Only the first of several copies counts.
      if (!summary || !step || !isEnvelopeOf(step, uri, owner) || !showsStep(step)) continue;
      yield { uri, part, summary, step, envelope: owner.path, text, path };
    }
  }

  return {
    pattern,
    ...(fault !== undefined && { fault }),
    *from(place) {
      if (pattern.isEmpty || fault !== undefined) return;
      const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY } = query;
      const isMeant = (run: RunSummary) => {
        if (isLeftOut(run)) return false;
        const at = run.startedAt === undefined ? run.changedAt : Number(run.startedAt) / 1e6;
        return at >= since && at <= until && shows(run, () => index.run(run.key), now);
      };
      for (const file of filesOf(index.runs().filter(isMeant))) {
        const order = place ? compareFiles(file, place) : 1;
        if (order < 0) continue;
        const begin = order === 0 && place ? place : { ...file, before: Number.POSITIVE_INFINITY, skip: 0 };
        yield* searchFile(begin, file.runs);
      }
    },
  };
}

interface SearchedFile {
  rank: number;
  uri: string;
  runs: Map<string, RunSummary>;
}

function filesOf(runs: readonly RunSummary[]): SearchedFile[] {
  const files = new Map<string, SearchedFile>();
  for (const run of runs) {
    const rank = rankOf(run);
    for (const uri of run.files) {
      // Registries have no envelopes.
      if (languageOf(uri) === 'markdown') continue;
      const file = files.get(uri) ?? { rank, uri, runs: new Map() };
      file.rank = Math.max(file.rank, rank);
      file.runs.set(run.key, run);
      files.set(uri, file);
    }
  }
  return [...files.values()].sort(compareFiles);
}

function compareFiles(one: Pick<SearchPlace, 'rank' | 'uri'>, other: Pick<SearchPlace, 'rank' | 'uri'>): number {
  return other.rank - one.rank || compareValues(one.uri, other.uri);
}

/** Ranks runs without a time last: the time of their file, perhaps a copy, says nothing about their start. */
function rankOf({ startedAt, changedAt }: RunSummary): number {
  return startedAt === undefined ? changedAt - LATEST : Number(startedAt / 1_000_000n);
}

/** A time later than that of any file, in milliseconds since 1970. */
const LATEST = 1e15;

/** Groups the steps of a file by part. */
const stepsByPart = memoizeByObject((steps: readonly FileStep[]) => groupBy(steps, ({ part }) => part));

function isEnvelopeOf({ envelopes }: Step, uri: string, { part, path }: FileStep): boolean {
  return envelopes.some(location => location.uri === uri && location.part === part && isSamePath(location.path, path));
}

/** A text in a part, and the step whose envelope contains the text. */
interface OwnString<S> {
  text: string;
  /** Returns the path, in the part, of the string that is the text or contains it as JSON. */
  path(): Path;
  owner: S;
}

/**
 * Yields the texts of a part that belong to a step, in order, as `eachText` reads them. A string in a nested envelope
 * belongs to the innermost envelope. Does not recurse, so any depth is safe.
 *
 * @param steps the steps with the paths of their envelopes in the part; the first of several with the same path counts
 */
export function* ownStrings<S extends { path: Path }>(value: unknown, steps: readonly S[]): Generator<OwnString<S>> {
  const root: Owners<S> = { within: new Map() };
  for (const step of steps) {
    let here = root;
    for (const name of step.path) {
      const next: Owners<S> = here.within.get(String(name)) ?? { within: new Map() };
      here.within.set(String(name), next);
      here = next;
    }
    here.step ??= step;
  }
  const waiting: Waiting<S>[] = [{ value, owners: root, owner: root.step }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value: here, owners, owner } = next;
    const place = next;
    if (typeof here === 'string') {
      if (!owner) continue;
      const texts: string[] = [];
      if (mayBeJson(here)) eachText(here, text => void texts.push(text));
      else texts.push(here);
      for (const text of texts) yield { text, path: () => pathOf(place), owner };
      continue;
    }
    const isList = Array.isArray(here);
    if (!isList && !isObject(here)) continue;
    if (!owner && !owners) continue;
    const names = isList ? here : Object.keys(here);
    for (let at = names.length - 1; at >= 0; at--) {
      const name = isList ? at : (names[at] as string);
      const inner = owners?.within.get(String(name));
      const member = isList ? here[at] : (here as Record<string, unknown>)[name];
      waiting.push({ value: member, name, outer: place, owners: inner, owner: inner?.step ?? owner });
    }
  }
}

/** The steps at a path and below it. */
interface Owners<S> {
  step?: S;
  within: Map<string, Owners<S>>;
}

interface Waiting<S> {
  value: unknown;
  name?: string | number;
  outer?: Waiting<S>;
  owners: Owners<S> | undefined;
  owner: S | undefined;
}

function pathOf<S>(place: Waiting<S>): Path {
  const path: (string | number)[] = [];
  for (let here: Waiting<S> | undefined = place; here?.name !== undefined; here = here.outer) path.push(here.name);
  return path.reverse();
}

/**
 * Splits a user's query into words to search for, and terms of the run filter, such as `agent:vision`. Any other text with a
 * colon, such as `https://…` or `error: …`, is words.
 */
export function saidWords(typed: string): { words: string; filter: string } {
  const words: string[] = [];
  const filter: string[] = [];
  for (const { isNot, name, operator, text } of queryTerms(typed)) {
    const isKey = operator !== '' && FILTER_KEYS.has(name);
    (isKey ? filter : words).push(isNot ? `-${text}` : text);
  }
  return { words: words.join(' '), filter: filter.join(' ') };
}

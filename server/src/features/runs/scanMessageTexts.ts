import type { RunSummary, Step } from '../../model/run';
import type { SaidQuery } from '../../model/runSource';
import type { Path } from '../../model/text';
import type { FileStep } from '../../runs/assembly/indexedRun';
import { type FindPartsOptions, type FoundPart, findSearchedParts } from '../../runs/findSearchedParts';
import type { RunIndex } from '../../runs/index/runIndex';
import { eachText } from '../../runs/textIndex';
import { addToList, compareValues, groupBy } from '../../shared/arrays';
import { languageOf } from '../../text/fileLanguage';
import { mayBeJson } from '../../text/json/losslessJson';
import { isObject, isSamePath } from '../../text/jsonPointer';
import { memoizeByObject } from '../../text/memoize';
import { type WordPattern, wordPattern } from '../../text/searchWords';
import { queryTerms } from './queryTerms';
import { FILTER_KEYS, runFilter } from './runFilter';

/** The options of a search for words in the messages of workflow runs. */
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
  /** The text is that of several pieces; the one at the path begins at this offset. */
  start?: number;
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
    const streams = streamedSteps(index.stepsIn(uri).filter(({ run }) => runs.has(run)));
    const needed = new Set([...streams.values()].flatMap(({ parts }) => parts));
    const within = { ...options, versionOf: index.known, ...(needed.size > 0 && { needed }) };
    // A text that begins before the place may go on behind it.
    const before = streams.size > 0 ? Number.POSITIVE_INFINITY : from.before;
    for (const found of findSearchedParts(uri, pattern, within, before)) {
      const order = typeof found === 'number' ? found : found.order;
      if (typeof found !== 'number') {
        if ([...runs.keys()].every(isDone)) break;
        const done = order < from.before - 1 ? 0 : order < from.before ? from.skip : Number.POSITIVE_INFINITY;
        let skip = 0;
        for (const said of searchPart(uri, found, runs, streams)) {
          if (++skip > done) yield { place: { rank, uri, before: order + 1, skip }, said };
        }
      }
      yield { place: order < from.before ? { rank, uri, before: order, skip: 0 } : from };
    }
    yield { place: { rank, uri, before: 0, skip: 0 } };
  }

  function* searchPart(
    uri: string,
    part: FoundPart,
    runs: ReadonlyMap<string, RunSummary>,
    streams: ReadonlyMap<string, StreamedStep>,
  ): Generator<Said, void> {
    const steps =
      stepsByPart(index.stepsIn(uri))
        .get(part.id)
        ?.filter(({ run }) => runs.has(run) && !isDone(run)) ?? [];
    if (steps.length === 0) return;
    const found = new Map<FileStep, FoundString>();
    const written = new Map<string, WrittenString[]>();
    const hasPieces = steps.some(({ piece }) => piece !== undefined);
    for (const { text, path, owner, string } of ownStrings(part.value, steps)) {
      if (hasPieces && string !== undefined) addToList(written, owner.path.join(), { string, path: path() });
      const before = found.get(owner);
      // A sentence says more than an id or a name.
      if (before && (before.text.includes(' ') || !text.includes(' '))) continue;
      if (pattern.isIn(text)) found.set(owner, { text, path: path() });
    }
    const own = [...found].map(([owner, one]) => ({ owner, part, ...one }));
    const joined = steps.flatMap(step => {
      const stream = step.piece === undefined ? undefined : streams.get(streamKey(step));
      if (!stream) return [];
      stream.pieces[step.piece as number] = {
        owner: step,
        part,
        strings: written.get(step.path.join()) ?? [],
        isFound: found.has(step),
      };
      return --stream.left > 0 ? [] : findInPieces(Object.values(stream.pieces), pattern);
    });
    for (const { owner, ...said } of [...own, ...joined]) {
      const summary = runs.get(owner.run);
      const step = index.run(owner.run)?.step(owner.index);
      // Only the first of several copies counts.
      if (!summary || !step || !isEnvelopeOf(step, uri, owner) || !showsStep(step)) continue;
      yield { uri, ...said, summary, step, envelope: owner.path };
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

/** A step whose text is streamed in pieces, with what the search has read of it. */
interface StreamedStep {
  /** The ids of the parts with its pieces, and how many are still to be read. */
  parts: string[];
  left: number;
  /** By their numbers; those in other files are missing. */
  pieces: StreamedPiece[];
}

interface StreamedPiece {
  owner: FileStep;
  part: FoundPart;
  strings: WrittenString[];
  /** The words are in a text of this piece alone. */
  isFound: boolean;
}

interface WrittenString {
  string: string;
  path: Path;
}

/** A text with the searched words. */
type FoundString = Pick<Said, 'text' | 'path' | 'start'>;

function streamedSteps(steps: readonly FileStep[]): Map<string, StreamedStep> {
  const streams = new Map<string, StreamedStep>();
  for (const step of steps) {
    if (step.piece === undefined) continue;
    const stream = streams.get(streamKey(step)) ?? { parts: [], left: 0, pieces: [] };
    stream.parts.push(step.part);
    stream.left++;
    streams.set(streamKey(step), stream);
  }
  return streams;
}

function streamKey({ run, index }: FileStep): string {
  return `${index} ${run}`;
}

/** Finds words in what the pieces of a step say together; none if the piece where they begin has all of them. */
function findInPieces(
  pieces: readonly StreamedPiece[],
  pattern: WordPattern,
): (FoundString & Pick<StreamedPiece, 'owner' | 'part'>)[] {
  const fields = new Map<string, (StreamedPiece & WrittenString & { start: number })[]>();
  for (const piece of pieces) {
    for (const { string, path } of piece.strings) {
      const name = path.slice(piece.owner.path.length).join('\0');
      const last = fields.get(name)?.at(-1);
      addToList(fields, name, { ...piece, string, path, start: last ? last.start + last.string.length : 0 });
    }
  }
  const found = [...fields.values()].flatMap(all => {
    // Names and ids are the same in each piece.
    if (all.every(({ string }) => string === all[0]?.string)) return [];
    const joined = all.map(({ string }) => string).join('');
    const texts = [joined];
    if (mayBeJson(joined)) eachText(joined, text => void texts.push(text));
    const text = texts.find(pattern.isIn);
    if (text === undefined) return [];
    const first = text === joined ? (pattern.places(joined, 0)[0]?.start ?? 0) : 0;
    const { start, ...one } = all.findLast(piece => piece.start <= first) as (typeof all)[number];
    return [{ ...one, text, ...(text === joined && { start }) }];
  });
  const said = found.find(({ text }) => text.includes(' ')) ?? found[0];
  return said && !said.isFound ? [said] : [];
}

function isEnvelopeOf({ envelopes }: Step, uri: string, { part, path }: FileStep): boolean {
  return envelopes.some(location => location.uri === uri && location.part === part && isSamePath(location.path, path));
}

/** A text in a part, and the step whose envelope contains the text. */
interface OwnString<S> {
  text: string;
  /** Returns the path, in the part, of the string that is the text or contains it as JSON. */
  path(): Path;
  owner: S;
  /** That string, with its first text. */
  string?: string;
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
      for (const [at, text] of texts.entries())
        yield { text, path: () => pathOf(place), owner, ...(at === 0 && { string: here }) };
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

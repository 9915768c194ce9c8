import type { SaidQuery } from '../../model/runSource';
import type { RunIndex } from '../../runs/index/runIndex';
import type { FoundText, SaidAnswer } from '../../shared/lspExtensions';
import { isCount } from '../../shared/validateShape';
import { lruCache, memoizeByObject } from '../../text/memoize';
import { parseWholeJson } from '../../text/parseJsonOrYaml';
import { formatInstant } from '../../text/parseTime';
import type { WordPattern } from '../../text/searchWords';
import type { SaidLookup } from './filterAndSortRuns';
import { LONGEST, messageMatch, snippet } from './messageMatch';
import {
  type Said,
  type SaidOptions,
  type SearchPlace,
  type SearchProgress,
  scanMessageTexts,
} from './scanMessageTexts';
import { dayOf, plain, timeOfDay } from './treeNodeTexts';

/**
 * Searches workflow runs for words, and returns a page of the steps whose texts contain them, from the newest runs first. Each call works for a
 * limited time, so a page may be short or even empty, and its cursor continues the search. The last page has the number of all matches, if there
 * are words.
 *
 * @param clock in milliseconds; only differences count
 * @param shownText returns the text to show for a match in place of the matching text
 */
export function searchMessages(
  options: SaidOptions,
  query: SaidQuery,
  clock: () => number = () => performance.now(),
  shownText?: (said: Said) => string,
): SaidAnswer {
  const limit = Math.min(Math.max(1, Math.trunc(query.limit) || 1), MOST_MATCHES);
  const { place, count: before } = readCursor(query.cursor);
  const paused = pausedSearches(options.index);
  const end = clock() + SLICE;
  const search = paused.take(query) ?? startSearch(options, query, place);
  if (search.fault !== undefined) return { matches: [], fault: search.fault };
  const matches: FoundText[] = [];
  for (let next = search.progress.next(); !next.done; next = search.progress.next()) {
    if (next.value.said) matches.push(resultOf(next.value.said, search.pattern, shownText));
    if (matches.length < limit && clock() < end) continue;
    const cursor = cursorAt(next.value.place, before + matches.length);
    paused.keep({ ...query, cursor }, search);
    return { matches, next: cursor };
  }
  return { matches, ...(!search.pattern.isEmpty && { total: before + matches.length }) };
}

/** A search that ended a page, and can go on. */
interface PausedSearch {
  revision: number;
  pattern: WordPattern;
  fault?: string;
  progress: Generator<SearchProgress, void>;
}

function startSearch(options: SaidOptions, query: SaidQuery, place: SearchPlace | undefined): PausedSearch {
  const { pattern, fault, from } = scanMessageTexts(options, query);
  return { revision: options.index.revision(), pattern, ...(fault !== undefined && { fault }), progress: from(place) };
}

/**
 * The searches of an index that wait for their next page. A search that starts anew at a place reads its file again, and of a file without
 * lines all of it: with a slice for each page, a large array would never be searched to its end.
 */
const pausedSearches = memoizeByObject((index: RunIndex) => {
  const searches = lruCache<string, PausedSearch>({ max: MOST_PAUSED });
  const keyOf = ({ words, filter, since, until, cursor }: SaidQuery) =>
    JSON.stringify([words, filter, since, until, cursor]);
  return {
    /** Removes the search whose next page this is; undefined if there is none, or the runs have changed since. */
    take(query: SaidQuery): PausedSearch | undefined {
      const key = keyOf(query);
      const search = searches.get(key);
      searches.delete(key);
      return search?.revision === index.revision() ? search : undefined;
    },
    keep: (query: SaidQuery, search: PausedSearch) => void searches.set(keyOf(query), search),
  };
});

/** Each may keep the text of a file. */
const MOST_PAUSED = 2;

/** Duration of a slice in milliseconds, so that other queries are answered in between. */
const SLICE = 40;
const MOST_MATCHES = 500;

function resultOf(said: Said, pattern: WordPattern, shownText?: (said: Said) => string): FoundText {
  const { summary, step } = said;
  const { uri, range, ...match } = messageMatch(said, pattern);
  const at = step.at ?? summary.startedAt;
  const facts = [plain(summary.title), step.agent && plain(step.agent, 40), at !== undefined && momentText(at)];
  const shown = shownText?.(said);
  return {
    ...match,
    ...(shown !== undefined && snippet(shown, pattern.places(shown, LONGEST))),
    about: facts.filter(Boolean).join(' · '),
    opens: { run: summary.key, step: step.index },
    place: { uri, range },
  };
}

function momentText(at: bigint): string {
  const time = timeOfDay(at);
  return time === '' ? formatInstant(at) : `${dayOf(at)} ${time}`;
}

/** Encodes the place after a page, and the number of matches up to that place. */
function cursorAt({ rank, uri, before, skip }: SearchPlace, count: number): string {
  return JSON.stringify([rank, uri, before === Number.POSITIVE_INFINITY ? null : before, skip, count]);
}

/** Decodes a cursor; an invalid cursor starts at the beginning. */
function readCursor(cursor: string | undefined): { place?: SearchPlace; count: number } {
  const value = cursor === undefined ? undefined : parseWholeJson(cursor);
  if (!Array.isArray(value)) return { count: 0 };
  const [rank, uri, before, skip, count] = value;
  const isPlace = typeof rank === 'number' && typeof uri === 'string' && (before === null || isCount(before));
  if (!isPlace || !isCount(skip) || !isCount(count)) return { count: 0 };
  return { place: { rank, uri, before: before ?? Number.POSITIVE_INFINITY, skip }, count };
}

/** Looks up the runs whose texts contain the words of a filter. Searches in slices between other work. */
export interface SaidRuns extends SaidLookup {
  /** Searches until a time of `performance.now()`; returns false when the search is complete. */
  work(until: number): boolean;
}

/**
 * Creates a lookup of the runs whose texts contain words. Matches are exact for the index that was searched; until the search of a changed
 * index is complete, results of the previous search count, too. Stops searching for words that the last call did not request.
 *
 * @param clock in milliseconds; only differences count
 */
export function saidRuns(options: () => SaidOptions, clock: () => number = () => performance.now()): SaidRuns {
  let searches = new Map<string, RunsSearch>();
  let version = 0;

  function start(words: string, before: RunsSearch | undefined): RunsSearch {
    const now = options();
    const found = new Set<string>();
    return {
      revision: now.index.revision(),
      found,
      // Keeps the previous results until the search is complete: a growing log must not make the list flicker.
      before: before ? new Set([...before.before, ...before.found]) : new Set(),
      progress: scanMessageTexts(now, { words, filter: '' }, run => found.has(run)).from(undefined),
    };
  }

  function workOn(search: RunsSearch, until: number): void {
    const { found } = search;
    const count = found.size;
    while (search.progress && clock() < until) {
      const { done, value } = search.progress.next();
      if (done) {
        delete search.progress;
        if (search.before.size > 0) version++;
        search.before.clear();
      } else if (value.said) found.add(value.said.summary.key);
    }
    if (found.size > count) version++;
  }

  function current(words: string): RunsSearch | undefined {
    const search = searches.get(words);
    // Completes a search before starting the next: checks and growing logs change the index again and again.
    if (!search || search.progress || search.revision === options().index.revision()) return search;
    const next = start(words, search);
    searches.set(words, next);
    return next;
  }

  return {
    search(words) {
      const wanted = new Map<string, RunsSearch>();
      for (const one of words.filter(isLongEnough).slice(0, MOST_WORDS)) {
        const known = current(one);
        wanted.set(one, known ?? start(one, undefined));
      }
      searches = wanted;
      const until = clock() + FIRST_SLICE;
      for (const search of searches.values()) workOn(search, until);
    },
    version: () => version,
    isIn(words, run) {
      const search = searches.get(words);
      return search !== undefined && (search.found.has(run) || search.before.has(run));
    },
    work(until) {
      for (const words of searches.keys()) {
        const search = current(words);
        if (search?.progress) workOn(search, until);
        if (clock() >= until) break;
      }
      return [...searches.values()].some(({ progress }) => progress !== undefined);
    },
  };
}

interface RunsSearch {
  revision: number;
  found: Set<string>;
  before: Set<string>;
  /** Absent when the search is complete. */
  progress?: Generator<SearchProgress, void>;
}

/** The milliseconds that an answer waits for first results. */
const FIRST_SLICE = 25;
const MOST_WORDS = 8;

/** Returns whether words are worth a search: at least three letters, or a character of a script without spaces. */
function isLongEnough(words: string): boolean {
  return /[\p{L}\p{N}]{3}|[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
    words,
  );
}

import { plain } from '../features/runs/treeNodeTexts';
import type { ListedRun, RunPage, RunSource, SaidMatch, SaidPage, SaidQuery } from '../model/runSource';
import { t } from '../shared/l10n';
import { UNPRINTABLE } from '../shared/shownText';
import { isObject } from '../text/jsonPointer';
import { SourceError } from './sourceError';
import { throwIfAll } from './storeFilter';
import { unlistedNote } from './storeTreeNodes';

interface SearchInRunsOptions {
  query: SaidQuery;
  list(limit: number): Promise<RunPage>;
  load(run: ListedRun): AsyncIterable<string>;
}

/** Returns the search function for a trace store that has no text search: it loads runs, and searches their texts. */
export function loadingSearch(source: Pick<RunSource, 'list' | 'load'>): RunSource['search'] {
  return (query, signal) =>
    searchByLoadingRuns({
      query,
      list: limit => source.list({ ...query, limit }, signal),
      load: ({ id }) => source.load(id, signal),
    });
}

/**
 * Searches for words in a store that has no text search. Loads the newest runs, a few for each page of results, and searches their texts.
 */
export async function searchByLoadingRuns({ query, list, load }: SearchInRunsOptions): Promise<SaidPage> {
  const words = containedWords(query.words);
  if (words.length === 0) return { matches: [] };
  const { runs, next, fault, notApplied, recentDays, unlisted = 0 } = await list(MOST_RUNS);
  const matches: SaidMatch[] = [];
  const leftOut = unlistedNote(unlisted);
  const notes = new Set(leftOut === undefined ? [] : [leftOut]);
  const failures: SourceError[] = [];
  for (const run of runs) {
    const found: SaidMatch[] = [];
    try {
      for await (const window of load(run)) {
        for (const line of window.split('\n')) {
          if (line !== '') found.push(...matchesIn(line, run, words, MOST_IN_RUN + 1 - found.length));
        }
      }
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      failures.push(error);
      const reason = plain(error.message.replace(/\.$/, ''), LONGEST_REASON);
      notes.add(t`Run ${plain(run.id, LONGEST_TITLE)} was not searched as a whole: ${reason}`);
    }
    if (found.length > MOST_IN_RUN) notes.add(cutRunNote(MOST_IN_RUN));
    matches.push(...found.slice(0, MOST_IN_RUN));
  }
  if (query.cursor === undefined) throwIfAll(failures, runs.length);
  return {
    // All of them, whatever the limit: the next page begins behind these runs.
    matches,
    ...(notes.size > 0 && { notes: [...notes] }),
    ...(next !== undefined && { next }),
    ...(fault !== undefined && { fault }),
    ...(notApplied && { notApplied }),
    ...(recentDays !== undefined && { recentDays }),
  };
}

const MOST_RUNS = 20;
const MOST_IN_RUN = 20;

/** Returns a note that runs may have more matches than the first few. */
export function cutRunNote(most: number): string {
  return t`Only the first ${most} matches of a run are listed`;
}

/** Returns the operations in a line of OTLP or Langfuse that contain all words in one text, each with its first such text. */
function matchesIn(line: string, { id, family }: ListedRun, words: readonly string[], most: number): SaidMatch[] {
  const found = new Map<string, SaidMatch>();
  const visit = (value: unknown, field: string, step: Operation | undefined, depth: number): void => {
    if (found.size >= most || depth > DEEPEST) return;
    if (typeof value === 'string') {
      if (!hasAllWords(value, words)) return;
      const key = step?.key ?? '';
      if (found.has(key)) return;
      const place = { run: id, family, ...(step && { step: step.key }), title: step?.title ?? '', field };
      found.set(key, foundMatch(place, value, words));
    } else if (Array.isArray(value)) {
      for (const item of value) visit(item, field, step, depth + 1);
    } else if (isObject(value)) {
      const inner = operationOf(value);
      const { key, value: own } = value;
      // An attribute of OTLP is named by its key.
      if (typeof key === 'string' && own !== undefined) {
        visit(own, key, step, depth + 1);
        return;
      }
      for (const [name, one] of Object.entries(value)) {
        visit(one, WRAPPERS.has(name) ? field : name, inner ?? step, depth + 1);
      }
    }
  };
  try {
    visit(JSON.parse(line), '', undefined, 0);
  } catch {
    // A line that is no JSON says nothing.
  }
  return [...found.values()];
}

const DEEPEST = 60;
const WRAPPERS: ReadonlySet<string> = new Set(['stringValue', 'arrayValue', 'kvlistValue', 'values', 'attributes']);

interface Operation {
  key: string;
  title: string;
}

/** Reads a span of OTLP, or an observation of Langfuse. */
function operationOf(value: Record<string, unknown>): Operation | undefined {
  const key = value['spanId'] ?? (value['traceId'] === undefined ? undefined : value['id']);
  if (typeof key !== 'string') return undefined;
  return { key, title: typeof value['name'] === 'string' ? value['name'].slice(0, 200) : '' };
}

/** Returns a match in a text of a store: the words with some text around them. Cuts names that the server chose to short lines. */
export function foundMatch(
  { title, field, ...place }: Pick<SaidMatch, 'run' | 'family' | 'step' | 'title' | 'field'>,
  text: string,
  words: readonly string[],
): SaidMatch {
  return {
    ...place,
    title: plain(title, LONGEST_TITLE),
    field: plain(field, LONGEST_FIELD),
    ...excerptOf(text, words),
  };
}

const LONGEST_TITLE = 160;
const LONGEST_REASON = 300;
const LONGEST_FIELD = 120;

/** Returns the words of a search in lower case: single words, and phrases in quotes. */
export function containedWords(text: string): string[] {
  const found = [...text.slice(0, LONGEST).matchAll(/"([^"]*)"?|[^\s"]+/g)];
  const words = found.map(([word, phrase]) => (phrase ?? word).trim().toLowerCase()).filter(word => word !== '');
  return [...new Set(words)].slice(0, MOST);
}

const LONGEST = 1000;
const MOST = 20;

/** Returns whether a text contains all of the words. */
export function hasAllWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every(word => lower.includes(word));
}

/** Returns the words in a text with some text around the first word, on one line. */
function excerptOf(text: string, words: readonly string[]): Pick<SaidMatch, 'text' | 'marks'> {
  const lower = text.toLowerCase();
  // In some languages a text is longer in lower case; then offsets in the two texts differ.
  const isAligned = lower.length === text.length;
  const places = words.map(word => lower.indexOf(word)).filter(place => place >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start = first > BEFORE ? first - BEFORE : 0;
  const end = Math.min(text.length, start + AROUND);
  const line = oneLine(text.slice(start, end));
  const [before, behind] = [start > 0 ? '…' : '', end < text.length ? '…' : ''];
  return {
    text: `${before}${line}${behind}`,
    marks: isAligned ? marksIn(line, words).map(([from, to]) => [from + before.length, to + before.length]) : [],
  };
}

const BEFORE = 60;
const AROUND = 240;

/** Replaces line breaks, invisible and reordering characters and lone surrogates by blanks, one by one, so that offsets stay. */
function oneLine(text: string): string {
  return text.replace(UNPRINTABLE, characters => ' '.repeat(characters.length));
}

function marksIn(line: string, words: readonly string[]): [start: number, end: number][] {
  const lower = line.toLowerCase();
  const found: [start: number, end: number][] = [];
  for (const word of words) {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) {
      found.push([at, at + word.length]);
    }
  }
  found.sort(([one, to], [other, until]) => one - other || until - to);
  const apart: [start: number, end: number][] = [];
  for (const mark of found) if (mark[0] >= (apart.at(-1)?.[1] ?? 0)) apart.push(mark);
  return apart;
}

import type { SaidQuery } from '../../../model/runSource';
import type { FoundText, SaidAnswer } from '../../../shared/protocol';
import type { WordPattern } from '../../../text/search/wordPattern';
import { formatInstant } from '../../../text/time/instant';
import { dayOf, timeOfDay } from '../localTime';
import { plain } from '../words';
import { eachSaid, type Said, type SearchContext, type SearchPlace } from './eachSaid';
import { saidMatch } from './saidMatch';

/**
 * A page of the steps in which words were said, the newest runs first. Works in time slices: a page may have few matches or none, and a
 * cursor to continue with. With the last page all matches are counted.
 *
 * @param clock in milliseconds; only differences count
 */
export function searchSaid(
  context: SearchContext,
  query: SaidQuery,
  clock: () => number = () => performance.now(),
): SaidAnswer {
  const { fault, pattern, from } = eachSaid(context, query);
  if (fault !== undefined) return { matches: [], fault };
  const limit = Math.min(Math.max(1, Math.trunc(query.limit) || 1), MOST_MATCHES);
  const { place, count: before } = readCursor(query.cursor);
  const matches: FoundText[] = [];
  const end = clock() + SLICE;
  for (const progress of from(place)) {
    if (progress.said) matches.push(resultOf(progress.said, pattern));
    if (matches.length === limit || clock() >= end) {
      return { matches, next: cursorAt(progress.place, before + matches.length) };
    }
  }
  return { matches, total: before + matches.length };
}

/** Duration of a slice in milliseconds, so that other queries are answered in between. */
const SLICE = 40;
const MOST_MATCHES = 500;

function resultOf(said: Said, pattern: WordPattern): FoundText {
  const { summary, step } = said;
  const { uri, range, ...match } = saidMatch(said, pattern);
  const at = step.at ?? summary.startedAt;
  const facts = [plain(summary.title), step.agent && plain(step.agent, 40), at !== undefined && momentText(at)];
  return {
    ...match,
    about: facts.filter(Boolean).join(' · '),
    opens: { run: summary.key, step: step.index },
    place: { uri, range },
  };
}

function momentText(at: bigint): string {
  const time = timeOfDay(at);
  return time === '' ? formatInstant(at) : `${dayOf(at)} ${time}`;
}

/** The place behind a page, and how many matches there were up to it. */
function cursorAt({ rank, uri, before, skip }: SearchPlace, count: number): string {
  return JSON.stringify([rank, uri, before === Number.POSITIVE_INFINITY ? null : before, skip, count]);
}

/** A cursor that is none begins anew. */
function readCursor(cursor: string | undefined): { place?: SearchPlace; count: number } {
  const value = cursor === undefined ? undefined : parsed(cursor);
  if (!Array.isArray(value)) return { count: 0 };
  const [rank, uri, before, skip, count] = value;
  const isPlace = typeof rank === 'number' && typeof uri === 'string' && (before === null || isCount(before));
  if (!isPlace || !isCount(skip) || !isCount(count)) return { count: 0 };
  return { place: { rank, uri, before: before ?? Number.POSITIVE_INFINITY, skip }, count };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

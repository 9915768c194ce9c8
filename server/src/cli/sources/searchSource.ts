import { saidWords } from '../../features/runs/search/saidWords';
import type { RunSource } from '../../model/runSource';
import { UsageError } from '../args';
import type { SearchAnswer } from '../files/searchFiles';
import { MOST_EMPTY_PAGES, NEVER, recentNote } from './listRuns';
import type { SourceSelection } from './sourceOptions';

/** What was found in a store, and what should be known of it, in lines. */
export interface FoundInSource {
  answer: SearchAnswer;
  notes: string[];
}

/**
 * Searches a store page by page. Throws UsageError for a filter with an error, and where there is nothing to search for.
 *
 * @param typed words, phrases in quotes, and keys of the run filter
 */
export async function searchSource(
  source: Pick<RunSource, 'search'>,
  typed: string,
  { filter, limit }: Pick<SourceSelection, 'filter' | 'limit'>,
): Promise<FoundInSource> {
  const { words, filter: keys } = saidWords(typed);
  if (words === '') throw new UsageError(`"${typed}" has no words to search for.`);
  const answer: SearchAnswer = { matches: [], total: 0 };
  const ignored = new Set<string>();
  let recentDays: number | undefined;
  let cursor: string | undefined;
  let emptyPages = 0;
  do {
    const rest = limit - answer.matches.length;
    const query = { words, filter: `${filter} ${keys}`.trim(), limit: rest, ...(cursor !== undefined && { cursor }) };
    const page = await source.search(query, NEVER);
    if (page.fault !== undefined) throw new UsageError(page.fault);
    emptyPages = page.matches.length > 0 ? 0 : emptyPages + 1;
    answer.matches.push(...page.matches.slice(0, rest));
    for (const term of page.notApplied ?? []) ignored.add(term);
    recentDays = page.recentDays;
    // A store that gives the same page again would never end.
    if (page.next !== undefined && page.next === cursor) break;
    cursor = page.next;
  } while (cursor !== undefined && answer.matches.length < limit && emptyPages < MOST_EMPTY_PAGES);
  answer.total = answer.matches.length;
  return {
    answer,
    notes: [
      ...(ignored.size > 0 ? [`The store does not support ${[...ignored].join(', ')}: not applied.`] : []),
      ...(cursor !== undefined
        ? ['There may be more matches; raise --limit, or narrow --since or --filter.']
        : recentNote(recentDays)),
    ],
  };
}

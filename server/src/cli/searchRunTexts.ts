import { messageMatch } from '../features/runs/messageMatch';
import { scanMessageTexts } from '../features/runs/scanMessageTexts';
import type { SaidMatch } from '../model/runSource';
import type { Range } from '../model/text';
import type { ReadRuns } from './indexRunFiles';

/** A search for words in the texts of workflow runs. */
export interface SearchRequest {
  /** Words, phrases in quotes, and keys of the run filter. */
  words: string;
  /** The maximum number of matches in the answer. */
  limit: number;
}

/** A match, with its position if it is in a file. */
export interface FoundInFile extends SaidMatch {
  /** A path relative to the current folder. */
  file?: string;
  range?: Range;
}

export interface SearchAnswer {
  matches: FoundInFile[];
  /** The number of all matches. */
  total: number;
  /** The error message for invalid words. */
  fault?: string;
}

/** Searches the texts of all runs that were read, newest runs first. Counts all matches; returns the first of them, up to the limit. */
export function searchRunTexts(runs: ReadRuns, { words, limit }: SearchRequest): SearchAnswer {
  const { pattern, fault, from } = scanMessageTexts(runs.searchContext(), { words, filter: '' });
  const matches: FoundInFile[] = [];
  if (fault !== undefined) return { matches, total: 0, fault };
  if (pattern.isEmpty) return { matches, total: 0, fault: `"${words}" has no words to search for.` };
  let total = 0;
  for (const { said } of from(undefined)) {
    if (!said) continue;
    total++;
    if (matches.length >= limit) continue;
    const { uri, ...match } = messageMatch(said, pattern);
    matches.push({ ...match, file: runs.fileOf(uri) });
  }
  return { matches, total };
}

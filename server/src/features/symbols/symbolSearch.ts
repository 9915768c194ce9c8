import type { RunIndex } from '../../runs/index/runIndex';
import type { SearchedFile } from './searchedFile';
import type { SearchContext } from './searchOccurrences';

/** All that a question about a name rests on: what there is in the workspace folder that it is asked in. */
export interface NameSearch extends Pick<SearchContext, 'contextOf'> {
  /** Every file that may hold an envelope or a registry, the open ones as the editor holds them. Gone through more than once. */
  files: readonly SearchedFile[];
  index: RunIndex;
  /** The workspace folder's URI, as runs name it; empty for what lies in none. */
  folder: string;
}

/** Work that can be left off for a while or for good between its steps. */
export type Work<T> = Generator<undefined, T>;

/** The work done at a stretch. */
export function runToEnd<T>(work: Work<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

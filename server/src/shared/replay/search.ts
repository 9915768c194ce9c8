export interface SearchParams {
  query: string;
  /** Where a search goes on that was not done. */
  cursor?: number;
}

/** What was found in a piece of work; a long search is done in several. */
export interface Found {
  matches: { step: number; time: number }[];
  /** Ask again with it; undefined when all was searched. */
  cursor?: number;
  /** What of the query can't be understood. */
  fault?: string;
}

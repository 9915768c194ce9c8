/** The results of one slice of work; a long search takes several. */
export interface Found {
  matches: { step: number; time: number }[];
  /** Continues the search; undefined when all was searched. */
  cursor?: number;
  /** The syntax error in the query. */
  fault?: string;
}

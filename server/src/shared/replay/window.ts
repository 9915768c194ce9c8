/** The range of rows that a question asks for. Without `count`, up to the limit. */
export interface Window {
  from?: number;
  count?: number;
}

/** The rows of a list that an answer has. */
export interface Rows<Row> {
  rows: Row[];
  /** The index of the first row. */
  from: number;
  /** The number of all rows. */
  total: number;
}

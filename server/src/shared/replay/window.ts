/** The range of rows that a question asks for. Without `count`, up to the limit. */
export interface Window {
  from?: number;
  count?: number;
}

/** A window of rows in an answer. */
export interface Rows<Row> {
  rows: Row[];
  /** The index of the first row. */
  from: number;
  /** The number of all rows. */
  total: number;
}

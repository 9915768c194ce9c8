/** The range of rows that a question of the page asks for. Without `count`, as many rows as the limit allows. */
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

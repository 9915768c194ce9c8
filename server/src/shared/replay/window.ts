/** Some rows of a list. Without `count` as many as are told at once. */
export interface Window {
  from?: number;
  count?: number;
}

export interface Rows<Row> {
  rows: Row[];
  /** The number of the first of them, from 0. */
  from: number;
  /** How many there are in all. */
  total: number;
}

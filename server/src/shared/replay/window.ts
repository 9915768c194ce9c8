/** A window of a list's rows. Without `count`, up to the limit. */
export interface Window {
  from?: number;
  count?: number;
}

export interface Rows<Row> {
  rows: Row[];
  /** The index of the first row. */
  from: number;
  /** The number of all rows. */
  total: number;
}

/** Copies a piece of a text; a slice would keep the whole text in memory. */
export function copyString(piece: string): string {
  return ` ${piece}`.slice(1);
}

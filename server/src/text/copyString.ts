/** A copy of a piece of a text that does not keep the whole text in memory, as a slice does for as long as it lives. */
export function copyString(piece: string): string {
  return ` ${piece}`.slice(1);
}

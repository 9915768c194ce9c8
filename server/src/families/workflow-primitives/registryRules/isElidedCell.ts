/** Returns whether a cell is an ellipsis. */
export function isElidedCell(text: string): boolean {
  return /^(\.{3,}|…|\[(\.{3}|…)\])$/.test(text.trim());
}

/** A text with a `|` where the cursor is. */
export function parseCursor(drawn: string): { text: string; offset: number } {
  const offset = drawn.indexOf('|');
  if (offset < 0) throw new Error('no cursor is drawn');
  return { text: drawn.slice(0, offset) + drawn.slice(offset + 1), offset };
}

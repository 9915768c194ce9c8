/** Three dots, in place of what was left out. */
export function isElidedCell(text: string): boolean {
  return /^(\.{3,}|…|\[(\.{3}|…)\])$/.test(text.trim());
}

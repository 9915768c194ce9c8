/** A name from a file in a message or a title: in quotes, and cut where it is long. */
export function quoteName(name: string): string {
  return `"${name.length > 60 ? `${name.slice(0, 57)}…` : name}"`;
}

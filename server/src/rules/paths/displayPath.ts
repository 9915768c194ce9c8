/** A path as a message shows it. */
export function displayPath(path: string): string {
  return path.length > 80 ? `${path.slice(0, 79)}…` : path;
}

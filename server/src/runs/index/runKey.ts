/**
 * The unique key of a run: protocol, id and workspace folder. A file that is a run itself, without an id, is identified
 * by its URI.
 */
export function runKey(family: string, id: string, scope: string): string {
  return `${family} ${id} ${scope}`;
}

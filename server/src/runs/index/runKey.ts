/** What names a run among all: by its protocol and id in a workspace folder; a file that is the run by its URI, without an id. */
export function runKey(family: string, id: string, scope: string): string {
  return `${family} ${id} ${scope}`;
}

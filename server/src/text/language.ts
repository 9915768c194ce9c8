import type { FileLang } from '../model/text';

const BY_ENDING: ReadonlyMap<string, FileLang> = new Map([
  ['.json', 'json'],
  ['.jsonc', 'jsonc'],
  ['.jsonl', 'jsonl'],
  ['.ndjson', 'jsonl'],
  ['.md', 'markdown'],
  ['.markdown', 'markdown'],
]);

/** The endings of the files that are understood, in lower case. */
export const FILE_EXTENSIONS: readonly string[] = [...BY_ENDING.keys()];

/** In the root of a workspace folder it carries settings for every editor and for the command line. */
export const PROJECT_FILE = '.agent-envelopes.json';

/** How a file is read, by its name or the ending of it; none for files that are none of ours. */
export function languageOf(path: string): FileLang | undefined {
  // A client may send anything.
  if (typeof path !== 'string') return undefined;
  // Asked of each file of a workspace, again and again: expressions would go over all of its path.
  const start = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  const dot = path.lastIndexOf('.');
  if (dot <= start) return undefined;
  if (path.length - start === PROJECT_FILE.length && path.slice(start).toLowerCase() === PROJECT_FILE) return 'jsonc';
  const ending = path.slice(dot);
  return BY_ENDING.get(ending) ?? BY_ENDING.get(ending.toLowerCase());
}

import type { FileLang } from '../model/text';

const BY_ENDING: Record<string, FileLang> = {
  '.json': 'json',
  '.jsonc': 'jsonc',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.md': 'markdown',
  '.markdown': 'markdown',
};

/** The endings of the files that are understood, in lower case. */
export const ENDINGS: readonly string[] = Object.keys(BY_ENDING);

/** In the root of a workspace folder it carries settings for every editor and for the command line. */
export const PROJECT_FILE = '.agent-envelopes.json';

const BY_NAME: Record<string, FileLang> = { [PROJECT_FILE]: 'jsonc' };

/** How a file is read, by its name or the ending of it; none for files that are none of ours. */
export function languageOf(path: string): FileLang | undefined {
  const name = /[^/\\]*$/.exec(path)?.[0].toLowerCase() ?? '';
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name];
  return BY_ENDING[/[^/\\](\.[^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];
}

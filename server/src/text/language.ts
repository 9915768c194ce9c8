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

const BY_NAME: Record<string, FileLang> = { '.agent-envelopes.json': 'jsonc' };

/** How a file is read, by its name or the ending of it; none for files that are none of ours. */
export function languageOf(path: string): FileLang | undefined {
  const name = /[^/\\]*$/.exec(path)?.[0].toLowerCase() ?? '';
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name];
  return BY_ENDING[/[^/\\](\.[^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];
}

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

/** How a file is read, by the ending of its name; none for files that are none of ours. */
export function languageOf(path: string): FileLang | undefined {
  return BY_ENDING[/[^/\\](\.[^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];
}

import { languageOf } from '../../text/language';
import type { FileRecord } from '../index/fileRecord';

/** The most files that are read beside one. */
export const MAX_SIBLINGS = 100;
/** What files of one folder may hold together where their runs are judged. In characters, or bytes. */
export const MAX_TOTAL_SIZE = 8_000_000;
const MOST_ENTRIES = 20_000;

/** Is a file, by its name, one of those whose runs are judged together with those of the files beside it? */
export function isRunRuleFile(uri: string): boolean {
  const lang = languageOf(uri);
  return lang === 'json' || lang === 'jsonl';
}

/** Is that so much that to judge the runs of it takes longer than a keystroke, or a small piece of work, may? */
export function exceedsRunRuleLimits({
  files,
  entries,
  size,
}: {
  files: number;
  entries: number;
  size: number;
}): boolean {
  return files > MAX_SIBLINGS + 1 || entries > MOST_ENTRIES || size > MAX_TOTAL_SIZE;
}

/** What files hold together. */
export function totalsOf(files: readonly Pick<FileRecord, 'entries' | 'size'>[]) {
  return {
    files: files.length,
    entries: files.reduce((sum, one) => sum + one.entries.length, 0),
    size: files.reduce((sum, one) => sum + one.size, 0),
  };
}

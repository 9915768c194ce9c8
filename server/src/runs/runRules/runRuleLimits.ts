import { languageOf } from '../../text/language';
import type { FileRecord } from '../index/fileRecord';

/** The most files that are read beside one. */
export const MOST_BESIDE = 100;
/** What files of one folder may hold together where their runs are judged. In characters, or bytes. */
export const LARGEST_IN_ALL = 8_000_000;
const MOST_ENTRIES = 20_000;

/** Is a file, by its name, one of those whose runs are judged together with those of the files beside it? */
export function isCheckedFile(uri: string): boolean {
  const lang = languageOf(uri);
  return lang === 'json' || lang === 'jsonl';
}

/** Is that so much that to judge the runs of it takes longer than a keystroke, or a small piece of work, may? */
export function isTooMuch({ files, entries, size }: { files: number; entries: number; size: number }): boolean {
  return files > MOST_BESIDE + 1 || entries > MOST_ENTRIES || size > LARGEST_IN_ALL;
}

/** What files hold together. */
export function heldBy(files: readonly Pick<FileRecord, 'entries' | 'size'>[]) {
  return {
    files: files.length,
    entries: files.reduce((sum, one) => sum + one.entries.length, 0),
    size: files.reduce((sum, one) => sum + one.size, 0),
  };
}

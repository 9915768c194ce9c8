import { languageOf } from '../../text/language';
import type { FileRecord } from '../reading/fileRecord';

/** The maximum number of siblings that are read for an open file. */
export const MAX_SIBLINGS = 100;
/** The maximum total size of a folder's files, in characters or bytes. */
export const MAX_TOTAL_SIZE = 8_000_000;
const MAX_ENTRIES = 20_000;

/** Whether a file's name qualifies it to be judged together with its siblings. */
export function isRunRuleFile(uri: string): boolean {
  const lang = languageOf(uri);
  return lang === 'json' || lang === 'jsonl';
}

/** Whether judging the runs of these files would take longer than a keystroke or a small step may. */
export function exceedsRunRuleLimits(files: readonly Pick<FileRecord, 'entries' | 'size'>[]): boolean {
  if (files.length > MAX_SIBLINGS + 1) return true;
  const entries = files.reduce((sum, file) => sum + file.entries.length, 0);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return exceedsOneFile({ entries, size });
}

/** The same for a single file, before its entries are read. */
export function exceedsOneFile({ entries, size }: { entries: number; size: number }): boolean {
  return entries > MAX_ENTRIES || size > MAX_TOTAL_SIZE;
}

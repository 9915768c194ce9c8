import { languageOf } from '../../text/language';
import type { FileRecord } from '../reading/fileRecord';

/** How many files are read beside an open one. */
export const MAX_SIBLINGS = 100;
/** What the files of one folder may hold together, in characters or bytes. */
export const MAX_TOTAL_SIZE = 8_000_000;
const MAX_ENTRIES = 20_000;

/** Whether a file's runs are judged together with those of its siblings, by its name. */
export function isRunRuleFile(uri: string): boolean {
  const lang = languageOf(uri);
  return lang === 'json' || lang === 'jsonl';
}

/** Whether to judge the runs of these files takes longer than a keystroke, or a small piece of work, may. */
export function exceedsRunRuleLimits(files: readonly Pick<FileRecord, 'entries' | 'size'>[]): boolean {
  if (files.length > MAX_SIBLINGS + 1) return true;
  const entries = files.reduce((sum, file) => sum + file.entries.length, 0);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return exceedsOneFile({ entries, size });
}

/** The same of a single file, before its entries are read. */
export function exceedsOneFile({ entries, size }: { entries: number; size: number }): boolean {
  return entries > MAX_ENTRIES || size > MAX_TOTAL_SIZE;
}

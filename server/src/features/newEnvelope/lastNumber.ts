import { type FileRecord, familyOf, sureEntries } from '../../runs/reading/fileRecord';
import { numberIn } from '../../text/names/nextId';

interface SearchedIds {
  stem: string;
  /** Ids of families. */
  families: readonly string[];
  isLeftOut(uri: string): boolean;
}

/** The highest number behind a stem among the ids of indexed envelopes; 0 for none. */
export function lastNumber(records: Iterable<FileRecord>, { stem, families, isLeftOut }: SearchedIds): number {
  let last = 0;
  for (const record of records) {
    if (isLeftOut(record.uri)) continue;
    for (const entry of sureEntries(record)) {
      if (!entry.key?.startsWith(stem) || !families.includes(familyOf(entry))) continue;
      const number = numberIn(entry.key);
      if (number?.stem === stem) last = Math.max(last, Number(number.digits));
    }
  }
  return last;
}

import type { Family } from '../../model/family';
import { type FileRecord, familyOf } from '../reading/fileRecord';

/** The families with sure envelopes in a log. They count as evidence for each of its lines, even for lines that are analysed alone. */
export function logFamilies(record: FileRecord, families: readonly Family[]): ReadonlySet<Family> {
  const sure = firstSureLines(record);
  return new Set(families.filter(({ id }) => sure.has(id)));
}

/** The number, from 1, of the first line with a sure envelope, by family id. */
export function firstSureLines({ entries }: FileRecord): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  let last: string | undefined;
  for (const { kind, maybe, part } of entries) {
    // Most lines have the kind of the previous line.
    if (maybe || kind === last) continue;
    last = kind;
    const family = familyOf({ kind });
    if (!first.has(family)) first.set(family, Number(part.slice('line '.length)));
  }
  return first;
}

import type { LocatedName, SymbolName } from '../../model/symbol';
import type { RunIndex } from '../../runs/index/runIndex';
import type { FileRecord } from '../../runs/reading/fileRecord';
import { sureEntries } from '../../runs/reading/fileRecord';
import { memoizeByObject } from '../../text/memoize';
import { type OccurrenceOptions, occurrences } from './fileOccurrences';
import { locate } from './findNames';
import type { SearchedFile, SearchedNames } from './searchedFiles';
import type { SymbolSearchFolder } from './symbolSearchFolder';

/** Returns the occurrences of a name in all or some files, up to a limit. */
export function collectOccurrences(
  name: SymbolName,
  search: SymbolSearchFolder,
  { files = search.files, parts, limit = Number.POSITIVE_INFINITY }: CollectOccurrencesOptions = {},
): LocatedName[] {
  const found: LocatedName[] = [];
  for (const batch of occurrences(files, { names: [name], ...(parts && { parts }) }, searchContext(search))) {
    for (const one of batch.found) found.push(locate(one, batch.file.uri));
    if (found.length >= limit) return found.slice(0, limit);
  }
  return found;
}

interface CollectOccurrencesOptions {
  files?: Iterable<SearchedFile>;
  parts?: SearchedNames['parts'];
  limit?: number;
}

/** Creates a search context that takes the sure families of a file from the index. */
export function searchContext({ contextOf, index }: SymbolSearchFolder): OccurrenceOptions {
  return { contextOf, isSure: (uri, family) => familiesIn(index, uri).has(family) };
}

function familiesIn(index: RunIndex, uri: string): ReadonlySet<string> {
  const record = index.record(uri);
  return record ? sureFamilies(record) : new Set();
}

// A changed file has a new record object.
const sureFamilies = memoizeByObject(
  (record: FileRecord) => new Set(sureEntries(record).map(({ kind }) => kind.slice(0, kind.indexOf('/')))),
);

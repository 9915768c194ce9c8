import type { LocatedName, Name } from '../../model/name';
import type { FileRecord } from '../../runs/index/fileRecord';
import { sureEntries } from '../../runs/index/fileRecord';
import type { RunIndex } from '../../runs/index/runIndex';
import { memoizeByObject } from '../../text/memoize';
import { located } from './namesIn';
import type { SearchedFile } from './searchedFile';
import { occurrences, type SearchContext, type Wanted } from './searchOccurrences';
import type { NameSearch, Work } from './symbolSearch';

/** All places of a name in all files, or in some of them; no more than so many. */
export function* collectOccurrences(
  name: Name,
  search: NameSearch,
  { files = search.files, parts, most = Number.POSITIVE_INFINITY }: Gathering = {},
): Work<LocatedName[]> {
  const found: LocatedName[] = [];
  for (const batch of occurrences(files, { names: [name], ...(parts && { parts }) }, searchContext(search))) {
    yield;
    if (batch) for (const one of batch.found) found.push(located(one, batch.file.uri));
    if (found.length >= most) return found.slice(0, most);
  }
  return found;
}

interface Gathering {
  files?: Iterable<SearchedFile>;
  parts?: Wanted['parts'];
  most?: number;
}

/** What the index knows of files, as searching them asks for it. */
export function searchContext({ contextOf, index }: NameSearch): SearchContext {
  return { contextOf, isSure: (uri, family) => familiesIn(index, uri).has(family) };
}

function familiesIn(index: RunIndex, uri: string): ReadonlySet<string> {
  const record = index.record(uri);
  return record ? sureFamilies(record) : new Set();
}

// A changed file gets another record.
const sureFamilies = memoizeByObject(
  (record: FileRecord) => new Set(sureEntries(record).map(({ kind }) => kind.slice(0, kind.indexOf('/')))),
);

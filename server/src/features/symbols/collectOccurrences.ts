import type { LocatedName, Name } from '../../model/name';
import { sureEntries } from '../../runs/index/fileRecord';
import type { RunIndex } from '../../runs/index/runIndex';
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

// By record: it is another one when its file has changed.
const families = new WeakMap<object, ReadonlySet<string>>();

function familiesIn(index: RunIndex, uri: string): ReadonlySet<string> {
  const record = index.record(uri);
  if (!record) return new Set();
  let known = families.get(record);
  if (!known) {
    known = new Set(sureEntries(record).map(({ kind }) => kind.slice(0, kind.indexOf('/'))));
    families.set(record, known);
  }
  return known;
}

import type { Context } from '../../analysis/analyse';
import type { FileAccess } from '../../model/disk';
import type { LocatedName, SymbolName } from '../../model/symbol';
import type { TextFile } from '../../model/text';
import type { RunIndex } from '../../runs/index/runIndex';
import { type FileRecord, sureEntries } from '../../runs/reading/fileRecord';
import { memoizeByObject } from '../../text/memoize';
import { type OccurrenceOptions, occurrences } from './fileOccurrences';
import { locate } from './findNames';
import { type SearchedFile, type SearchedNames, searchedFiles } from './searchedFiles';

/** The files and workflow runs of one workspace folder, in which "Find References" and similar queries look for a name. */
export interface SymbolSearchFolder extends Pick<OccurrenceOptions, 'contextOf' | 'isInScope'> {
  /** All files that may contain an envelope or a registry; open files with the editor's content. Iterated more than once. */
  files: readonly SearchedFile[];
  index: RunIndex;
  /** The workspace folder's URI, as in runs; empty for files outside of all folders. */
  folder: string;
}

interface SymbolSearchOptions {
  index: RunIndex;
  access: FileAccess;
  /** The open files, with the editor's content. */
  opened: ReadonlyMap<string, TextFile>;
  contextOf(uri: string): Context;
}

/**
 * Creates the search for a name in a file. It covers the file's workspace folder: the same name in another folder is another
 * symbol.
 *
 * @param folders URIs of the workspace folders
 */
export function symbolSearchFolder(
  { index, access, opened, contextOf }: SymbolSearchOptions,
  folders: readonly string[],
  uri: string,
): SymbolSearchFolder {
  const folder = folderOf(uri, folders);
  const files = searchedFiles({ index, access, opened }, one => folderOf(one, folders) === folder);
  return { index, contextOf, folder, files };
}

// Workspace folders may be nested: the innermost one counts, as for runs.
function folderOf(uri: string, folders: readonly string[]): string {
  let best = '';
  for (const one of folders) if (uri.startsWith(`${one}/`) && one.length > best.length) best = one;
  return best;
}

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
export function searchContext({ contextOf, isInScope, index }: SymbolSearchFolder): OccurrenceOptions {
  return {
    contextOf,
    ...(isInScope && { isInScope }),
    isSure: (uri, family) => familiesIn(index, uri).has(family),
    isIndexed: uri => index.record(uri) !== undefined,
  };
}

function familiesIn(index: RunIndex, uri: string): ReadonlySet<string> {
  const record = index.record(uri);
  return record ? sureFamilies(record) : new Set();
}

// A changed file has a new record object.
const sureFamilies = memoizeByObject(
  (record: FileRecord) => new Set(sureEntries(record).map(({ kind }) => kind.slice(0, kind.indexOf('/')))),
);

import type { Context } from '../../analysis/analyse';
import type { FileAccess } from '../../model/fileAccess';
import type { SourceFile } from '../../model/text';
import type { RunIndex } from '../../runs/index/runIndex';
import type { SearchContext } from './fileOccurrences';
import { type SearchedFile, searchedFiles } from './searchedFile';

/** What a query about a name reads: the files and runs of one workspace folder. */
export interface NameSearch extends Pick<SearchContext, 'contextOf'> {
  /** Every file that may hold an envelope or a registry, the open ones as the editor holds them. Read more than once. */
  files: readonly SearchedFile[];
  index: RunIndex;
  /** The workspace folder's URI, as runs name it; empty for files outside of all folders. */
  folder: string;
}

interface NameSearchContext {
  index: RunIndex;
  access: FileAccess;
  /** The files that are open in the editor, as it holds them. */
  opened: ReadonlyMap<string, SourceFile>;
  contextOf(uri: string): Context;
}

/**
 * The search for a name that stands in a file: in all of the file's workspace folder. The same name in another folder means
 * something else.
 *
 * @param folders URIs of the workspace folders
 */
export function nameSearch(
  { index, access, opened, contextOf }: NameSearchContext,
  folders: readonly string[],
  uri: string,
): NameSearch {
  const folder = folderOf(uri, folders);
  const files = searchedFiles({ index, access, opened }, one => folderOf(one, folders) === folder);
  return { index, contextOf, folder, files };
}

// Folders may lie in one another: the innermost counts, as it does for runs.
function folderOf(uri: string, folders: readonly string[]): string {
  let best = '';
  for (const one of folders) if (uri.startsWith(`${one}/`) && one.length > best.length) best = one;
  return best;
}

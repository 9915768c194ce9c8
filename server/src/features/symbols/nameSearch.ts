import type { Context } from '../../analysis/analyse';
import type { FileAccess } from '../../model/fileAccess';
import type { SourceFile } from '../../model/text';
import type { RunIndex } from '../../runs/index/runIndex';
import { searchedFiles } from './searchedFile';
import type { NameSearch } from './symbolSearch';

interface World {
  index: RunIndex;
  access: FileAccess;
  /** The files that are open in the editor, as it holds them. */
  opened: ReadonlyMap<string, SourceFile>;
  contextOf(uri: string): Context;
}

/**
 * What there is to look through when a name is asked about in a file: the workspace folder that it lies in. A name means
 * the same in all of it, and in another folder something else.
 *
 * @param folders URIs of the workspace folders
 */
export function nameSearch(
  { index, access, opened, contextOf }: World,
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

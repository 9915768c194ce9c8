import type { Context } from '../../analysis/analyse';
import type { FileAccess } from '../../model/disk';
import type { TextFile } from '../../model/text';
import type { RunIndex } from '../../runs/index/runIndex';
import type { OccurrenceOptions } from './fileOccurrences';
import { type SearchedFile, searchedFiles } from './searchedFiles';

/** The files and runs of one workspace folder, for queries about a name. */
export interface SymbolSearchFolder extends Pick<OccurrenceOptions, 'contextOf'> {
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

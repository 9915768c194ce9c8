import { DEFAULT_SETTINGS } from '../session/readSettings';
import type { FolderSettings, IndexSettings, SourceFolder } from './messages';

/** Looks up the settings of a file: those of the innermost folder that contains it. */
export function settingsLookup(
  folders: readonly FolderSettings[],
  sourceFolders: readonly SourceFolder[] = [],
): (uri: string) => IndexSettings {
  const innermostFirst = [
    // Before a workspace folder with the same address.
    ...sourceFolders.map(({ uri }) => ({ uri, settings: SOURCE_FOLDER_SETTINGS })),
    ...folders,
  ].sort((one, two) => two.uri.length - one.uri.length);
  return uri =>
    innermostFirst.find(folder => uri === folder.uri || uri.startsWith(`${folder.uri}/`))?.settings ?? DEFAULT_SETTINGS;
}

/** Not trusted: what is in such a folder comes from elsewhere, and configures nothing. */
const SOURCE_FOLDER_SETTINGS: IndexSettings = {
  ...DEFAULT_SETTINGS,
  useIgnoreFiles: false,
  checkClosedFiles: false,
  trusted: false,
};

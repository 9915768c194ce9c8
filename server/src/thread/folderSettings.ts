import { DEFAULT_SETTINGS } from '../session/readSettings';
import type { FolderSettings, IndexSettings } from './messages';

/** The settings of each file: those of the innermost folder that it lies in. */
export function settingsLookup(folders: readonly FolderSettings[]): (uri: string) => IndexSettings {
  const innermostFirst = folders.toSorted((one, two) => two.uri.length - one.uri.length);
  return uri =>
    innermostFirst.find(folder => uri === folder.uri || uri.startsWith(`${folder.uri}/`))?.settings ?? DEFAULT_SETTINGS;
}

import { DEFAULT_SETTINGS } from '../session/readSettings';
import type { FolderSettings, IndexSettings } from './messages';

/** Looks up the settings of a file: those of the innermost folder that contains it. */
export function settingsLookup(folders: readonly FolderSettings[]): (uri: string) => IndexSettings {
  const innermostFirst = folders.toSorted((one, two) => two.uri.length - one.uri.length);
  return uri =>
    innermostFirst.find(folder => uri === folder.uri || uri.startsWith(`${folder.uri}/`))?.settings ?? DEFAULT_SETTINGS;
}

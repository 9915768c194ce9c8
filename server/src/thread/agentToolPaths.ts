import { randomUUID } from 'node:crypto';
import { relative, sep } from 'node:path';
import type { ToolPlaces } from '../features/agentTools/toolContext';
import { FILE_EXTENSIONS } from '../text/fileLanguage';
import { toFilePath, toFileUri } from '../workspace/fileUri';
import { locateInside } from '../workspace/resolveUserPath';

/**
 * Returns functions that convert between paths and URIs, for tools that AI agents call. `locate` turns a path into a URI, `fileOf` turns a URI
 * into a path relative to the first folder.
 *
 * @param uris the URIs of the folders
 */
export function agentToolPaths(uris: readonly string[]): ToolPlaces {
  // Only a folder on disk has a path.
  const folders = uris.filter(uri => uri.startsWith('file:')).map(toFilePath);
  return {
    locate(path) {
      if (folders.length === 0) return { fault: 'is not read: no folder on this disk is open.' };
      const found = locateInside(path, { folders, endings: FILE_EXTENSIONS });
      return 'fault' in found ? found : { uri: toFileUri(found.path).replace(/\/$/, ''), is: found.is };
    },
    fileOf(uri) {
      const [first] = folders;
      if (first === undefined || !uri.startsWith('file:')) return uri;
      return relative(first, toFilePath(uri)).split(sep).join('/') || '.';
    },
    newWord: () => randomUUID().slice(0, 8),
    clock: () => performance.now(),
  };
}

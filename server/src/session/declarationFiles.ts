import { isCatalogueFile } from '../analysis/fileKind';
import { MAX_DECLARED_FILES } from '../families/declared/limits';
import { isProtocolFile } from './resolveProject';

/** Globs of the names of declaration files: protocols and tool catalogues. */
export const DECLARATION_GLOBS: readonly string[] = ['*.agent-protocol.json', '*catalog*.json', '*tools*.json'];

/** Whether a file of this name may declare something for other files. */
export function isDeclarationFile(uri: string): boolean {
  return isProtocolFile(uri) || isCatalogueFile(uri);
}

/**
 * Groups declaration files by folder: protocols first, then files named as catalogues, then the rest, each up to a
 * maximum. Cached, since it is called for each file of a workspace.
 */
export function declarationsByFolder(uris: Iterable<string>): (folder: string) => readonly string[] {
  const all = [...uris].filter(isDeclarationFile).sort();
  const known = new Map<string, readonly string[]>();
  return folder => {
    let below = known.get(folder);
    if (!below) {
      const here = all.filter(uri => uri.startsWith(`${folder}/`));
      below = [
        ...here.filter(isProtocolFile).slice(0, MAX_DECLARED_FILES),
        ...here.filter(uri => !isProtocolFile(uri) && isCalledCatalogue(uri)).slice(0, MAX_DECLARED_FILES),
        ...here.filter(uri => !isProtocolFile(uri) && !isCalledCatalogue(uri)).slice(0, MAX_DECLARED_FILES),
      ];
      known.set(folder, below);
    }
    return below;
  };
}

function isCalledCatalogue(uri: string): boolean {
  return /catalog[^/]*$/i.test(uri);
}

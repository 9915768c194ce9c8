import { MAX_DECLARED_FILES } from '../families/declared/limits';
import { isCatalogueFile, isProtocolFile } from './resolveProject';

/** Globs of the names by which such files are found. */
export const DECLARATION_GLOBS: readonly string[] = ['*.agent-protocol.json', '*catalog*.json', '*tools*.json'];

/** Does a file by this name declare something for all others? */
export function isDeclarationFile(uri: string): boolean {
  return isProtocolFile(uri) || isCatalogueFile(uri);
}

/** Of such files those below a folder, protocols first, then what is called a catalogue; the first hundreds of more than that. Asked for each file of a workspace. */
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

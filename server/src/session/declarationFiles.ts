import { MAX_DECLARED_FILES } from '../families/declared/limits';
import { isCatalogueName, isProtocolName } from './resolveProject';

/** Globs of the names by which such files are found. */
export const DECLARING: readonly string[] = ['*.agent-protocol.json', '*catalog*.json', '*tools*.json'];

/** Does a file by this name declare something for all others? */
export function isDeclaring(uri: string): boolean {
  return isProtocolName(uri) || isCatalogueName(uri);
}

/** Of such files those below a folder, protocols first, then what is called a catalogue; the first hundreds of more than that. Asked for each file of a workspace. */
export function declaredIn(uris: Iterable<string>): (folder: string) => readonly string[] {
  const all = [...uris].filter(isDeclaring).sort();
  const known = new Map<string, readonly string[]>();
  return folder => {
    let below = known.get(folder);
    if (!below) {
      const here = all.filter(uri => uri.startsWith(`${folder}/`));
      below = [
        ...here.filter(isProtocolName).slice(0, MAX_DECLARED_FILES),
        ...here.filter(uri => !isProtocolName(uri) && isCalledCatalogue(uri)).slice(0, MAX_DECLARED_FILES),
        ...here.filter(uri => !isProtocolName(uri) && !isCalledCatalogue(uri)).slice(0, MAX_DECLARED_FILES),
      ];
      known.set(folder, below);
    }
    return below;
  };
}

function isCalledCatalogue(uri: string): boolean {
  return /catalog[^/]*$/i.test(uri);
}

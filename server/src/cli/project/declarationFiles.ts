import { dirname, relative, resolve } from 'node:path';
import { DECLARATION_GLOBS } from '../../session/declarationFiles';
import { toFileUri } from '../../workspace/fileUri';
import { type FindOptions, findFiles } from '../../workspace/find/findFiles';
import { globFilter, isPathExcluded } from '../../workspace/find/globFilter';
import { containsPath } from '../../workspace/links/confinedPath';
import { toSlashes } from '../files/toSlashes';

interface DeclaringFilesOptions {
  /** What relative paths are relative to; absolute. */
  cwd: string;
  /** The folder that the settings hold for; absolute. */
  root: string;
  /** A settings file makes the root a project, of which all counts. Else it is but where someone stands. */
  isProject: boolean;
  /** Globs of what is left out, relative to the root. */
  exclude: readonly string[];
}

/**
 * The URIs of the files that may declare a protocol or a catalogue for what paths name, by their names: those of the project, and
 * outside of any project all below a folder that is named, and those in the folders around what is named, up to the root.
 * Nothing behind a link is looked at: checking one file must neither read all that lies around it nor rest on it.
 */
export function declarationFiles(
  paths: readonly string[],
  { cwd, root, isProject, exclude }: DeclaringFilesOptions,
): string[] {
  const globs = globFilter([], exclude);
  const found = new Set<string>();
  const searched = new Set<string>();

  function search(folder: string, options: Partial<FindOptions>): void {
    // What is named although it is left out elsewhere is looked through.
    const isNamedAnyway = isPathExcluded(globs, toSlashes(relative(root, folder)));
    const within = isNamedAnyway ? {} : { exclude, globBase: root };
    for (const file of findFiles(folder, { ...within, ...options, ...BY_NAME })) {
      if (!('fault' in file)) found.add(toFileUri(file.path));
    }
  }

  if (isProject) search(root, {});
  for (const path of paths) {
    const named = resolve(cwd, path);
    if (containsPath(named, root) && !isProject) search(root, {});
    if (!containsPath(root, named) || named === root) continue;
    search(named, {});
    for (let folder = dirname(named); !searched.has(folder); folder = dirname(folder)) {
      searched.add(folder);
      search(folder, { isShallow: true });
      if (folder === root) break;
    }
  }
  return [...found];
}

const BY_NAME = { include: [...DECLARATION_GLOBS], useIgnoreFiles: false };

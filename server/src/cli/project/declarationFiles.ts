import { dirname, relative, resolve } from 'node:path';
import { DECLARATION_GLOBS } from '../../session/declarationFiles';
import { toFileUri } from '../../workspace/fileUri';
import { type FindOptions, findFiles } from '../../workspace/find/findFiles';
import { globFilter, isPathExcluded } from '../../workspace/find/globFilter';
import { containsPath } from '../../workspace/links/confinedPath';
import { toSlashes } from '../files/toSlashes';

interface DeclaringFilesOptions {
  /** The base of relative paths; absolute. */
  cwd: string;
  /** The folder that the settings apply to; absolute. */
  root: string;
  /** Whether the root has a settings file: then all of it is the project. Otherwise it is merely the current folder. */
  isProject: boolean;
  /** Globs of excluded paths, relative to the root. */
  exclude: readonly string[];
}

/**
 * The URIs of the files that may, judging by their names, declare a protocol or a catalogue for the paths: those of the
 * project, or, outside of any project, those below a named folder; and those in the folders between a named path and the root.
 * Does not follow links: checking one file must not read or depend on everything around it.
 */
export function declarationFiles(
  paths: readonly string[],
  { cwd, root, isProject, exclude }: DeclaringFilesOptions,
): string[] {
  const globs = globFilter([], exclude);
  const found = new Set<string>();
  const searched = new Set<string>();

  function search(folder: string, options: Partial<FindOptions>): void {
    // A folder named explicitly is searched although the settings exclude it.
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

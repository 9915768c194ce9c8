import { type Dirent, readdirSync } from 'node:fs';
import { extname, resolve, sep } from 'node:path';
import { FILE_EXTENSIONS } from '../text/fileLanguage';
import { globBaseFolder, globError, globMatcher } from '../text/glob';
import { isNameTaken } from './resolveUserPath';

/**
 * Returns the files and folders that a glob matches. Shells do this on most systems, but on Windows programs have to. Returns only
 * supported files, follows no links, and enters `node_modules` and `.git` only if the glob names them. A path that is no glob, or matches
 * nothing, is returned unchanged.
 */
export function expandGlob(path: string, cwd: string): string[] {
  const glob = sep === '/' ? path : path.replaceAll(sep, '/');
  const plain = glob.replace(/^\.\//, '');
  if (!/[*?[{]/.test(plain) || globError(plain) !== undefined || isNameTaken(resolve(cwd, path))) return [path];
  const base = globBaseFolder(plain);
  const matches = globMatcher(plain);
  const skipped = ['node_modules', '.git'].filter(name => !plain.split('/').includes(name));
  const found: string[] = [];
  const pending = [base];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    for (const entry of entriesOf(resolve(cwd, folder))) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !skipped.includes(entry.name)) {
        // A matching folder is read with its content.
        if (matches(name)) found.push(name);
        else pending.push(name);
      } else if (entry.isFile() && FILE_EXTENSIONS.includes(extname(entry.name).toLowerCase()) && matches(name)) {
        found.push(name);
      }
    }
  }
  return found.length > 0 ? found.sort() : [path];
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

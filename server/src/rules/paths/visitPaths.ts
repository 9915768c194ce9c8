import type { CheckedEnvelope } from '../../model/rule';
import type { Path } from '../../model/text';
import { eachDeclaredWith } from '../../slots/eachDeclared';
import { hasSlot } from '../../slots/schemaPathsTo';

/** Calls back for every text that stands where the schema says a path goes, also where it is none. */
export function visitPaths(
  { value, kind }: Pick<CheckedEnvelope, 'value' | 'kind'>,
  visit: (path: Path, text: string) => void,
) {
  eachDeclaredWith(hasSlot('path'), kind.schema, value, (path, _, found) => {
    if (typeof found === 'string') visit(path, found);
  });
}

/** Can a text not be a path? A path is one line, and file systems know no longer ones. */
export function isNotAPath(text: string): boolean {
  return text.length > LONGEST_PATH || /[\r\n]/.test(text) || text.split('/').some(step => step.length > LONGEST_NAME);
}

/** Does a path begin at the root of a disk, or at somebody's home? */
export function isAbsolutePath(path: string): boolean {
  return /^([\\/]|~([^\\/]*[\\/]|$)|[a-z]:|file:)/i.test(path);
}

/** Does a relative path lead out of the folder that it starts from, be it for a moment? */
export function leavesRoot(path: string): boolean {
  let depth = 0;
  for (const step of path.split(/[\\/]/)) {
    if (step === '' || step === '.') continue;
    depth += step === '..' ? -1 : 1;
    if (depth < 0) return true;
  }
  return false;
}

/** May a path lead to a file? Placeholders, and what other rules speak of, lead nowhere. */
export function isResolvablePath(path: string): boolean {
  return path.trim() !== '' && !/[{}<>|]/.test(path) && !isNotAPath(path) && !isAbsolutePath(path) && !leavesRoot(path);
}

const LONGEST_PATH = 1024;
const LONGEST_NAME = 255;

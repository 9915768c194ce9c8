import type { CheckedEnvelope } from '../../model/rule';
import type { Path } from '../../model/text';
import { eachDeclaredWith } from '../../slots/eachDeclared';
import { hasSlot } from '../../slots/schemaPathsTo';
import { memoizeLast } from '../../text/memoize';
import { formatPointer } from '../../text/pointer';
import { carriedItems } from './carriedItems';

/** Visits every text at a path slot of the schema, and the path of each embedded file, even if it is not a valid path. */
export function visitPaths(
  { value, kind }: Pick<CheckedEnvelope, 'value' | 'kind'>,
  visit: (path: Path, text: string) => void,
) {
  for (const { path, text } of pathsIn(kind, value)) visit(path, text);
}

// Six rules look at the paths of each envelope.
const pathsIn = memoizeLast((kind: CheckedEnvelope['kind'], value: unknown): { path: Path; text: string }[] => {
  const paths: { path: Path; text: string }[] = [];
  eachDeclaredWith(hasSlot('path'), kind.schema, value, (pathHere, _, found) => {
    if (typeof found === 'string') paths.push({ path: pathHere(), text: found });
  });
  const carried = carriedItems(kind, value);
  if (carried.length === 0) return paths;
  const known = new Set(paths.map(({ path }) => formatPointer(path)));
  // The schema of a declared protocol need not say which of its texts are paths.
  for (const { path, pathAt } of carried)
    if (!known.has(formatPointer(pathAt))) paths.push({ path: pathAt, text: path });
  return paths;
});

/** Returns whether a text cannot be a path: it has several lines, or is too long. */
export function isNotAPath(text: string): boolean {
  return (
    text.length > MAX_PATH_LENGTH ||
    /[\r\n]/.test(text) ||
    (text.length > MAX_NAME_LENGTH && text.split('/').some(segment => segment.length > MAX_NAME_LENGTH))
  );
}

/** Returns whether a path begins at a root or a home folder. */
export function isAbsolutePath(path: string): boolean {
  return /^([\\/]|~([^\\/]*[\\/]|$)|[a-z]:|file:)/i.test(path);
}

/** Returns whether a relative path leaves its start folder at any point. */
export function leavesRoot(path: string): boolean {
  let depth = 0;
  for (const segment of path.split(/[\\/]/)) {
    if (segment === '' || segment === '.') continue;
    depth += segment === '..' ? -1 : 1;
    if (depth < 0) return true;
  }
  return false;
}

/** Returns whether a path may lead to a file. Excludes placeholders and paths that other rules report. */
export function isResolvablePath(path: string): boolean {
  return path.trim() !== '' && !/[{}<>|]/.test(path) && !isNotAPath(path) && !isAbsolutePath(path) && !leavesRoot(path);
}

const MAX_PATH_LENGTH = 1024;
const MAX_NAME_LENGTH = 255;

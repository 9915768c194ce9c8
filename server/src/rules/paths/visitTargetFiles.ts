import type { CheckedEnvelope, FoundFile } from '../../model/rule';
import type { Path } from '../../model/text';
import { atPath } from '../../text/pointer';
import { carriedItems } from './carriedItems';
import { isResolvablePath } from './visitPaths';

interface TargetFile {
  /** The artifact's path in the envelope. */
  at: Path;
  path: string;
  /** Where the file's path is in the envelope. */
  pathAt: Path;
  operation: unknown;
  /** The existing file or folder; null if there is none. */
  found: FoundFile | null;
}

/**
 * Visits each file that an envelope is to write, with the file on disk. Only for envelopes that are whole files, and for
 * paths that may lead to a file. Visits a file that is written twice only once.
 */
export function visitTargetFiles(
  { value, kind, where, files }: CheckedEnvelope,
  visit: (target: TargetFile) => void,
): void {
  if (where !== 'file' || !files) return;
  const visited = new Set<string>();
  for (const { item, at, path, pathAt } of carriedItems(kind, value)) {
    if (visited.has(path) || !isResolvablePath(path)) continue;
    visited.add(path);
    const found = files.find(path);
    if (found !== undefined) visit({ at, path, pathAt, operation: atPath(item, ['operation']), found });
  }
}

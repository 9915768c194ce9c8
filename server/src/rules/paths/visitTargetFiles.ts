import type { CheckedEnvelope, FoundFile } from '../../model/rule';
import type { Path } from '../../model/text';
import { atPointer, pointerPathIn } from '../../text/pointer';
import { isResolvablePath } from './visitPaths';

interface TargetFile {
  /** The artifact's path in the envelope. */
  at: Path;
  path: string;
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
  const { carries } = kind;
  const items = carries && atPointer(value, carries.items);
  if (where !== 'file' || !files || !Array.isArray(items)) return;
  const visited = new Set<string>();
  items.forEach((item, index) => {
    const path = atPointer(item, carries?.path ?? '');
    if (typeof path !== 'string' || visited.has(path) || !isResolvablePath(path)) return;
    visited.add(path);
    const found = files.find(path);
    if (found === undefined) return;
    const at = [...pointerPathIn(value, carries?.items ?? ''), index];
    visit({ at, path, operation: atPointer(item, '/operation'), found });
  });
}

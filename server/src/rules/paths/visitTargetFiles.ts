import type { CheckedEnvelope, FoundFile } from '../../model/rule';
import type { Path } from '../../model/text';
import { atPointer, pointerPathIn } from '../../text/pointer';
import { isResolvablePath } from './visitPaths';

interface TargetFile {
  /** Where the artifact stands in the envelope. */
  at: Path;
  path: string;
  operation: unknown;
  /** What is there; null where there is nothing. */
  found: FoundFile | null;
}

/**
 * Calls back for each file that an envelope is to write, with what is there on disk: of an envelope that is a file of its
 * own, and of paths that may lead somewhere. Of a file that it writes twice only the first time counts.
 */
export function visitTargetFiles(
  { value, kind, where, files }: CheckedEnvelope,
  visit: (target: TargetFile) => void,
): void {
  const { carries } = kind;
  const items = carries && atPointer(value, carries.items);
  if (where !== 'file' || !files || !Array.isArray(items)) return;
  const seen = new Set<string>();
  items.forEach((item, index) => {
    const path = atPointer(item, carries?.path ?? '');
    if (typeof path !== 'string' || seen.has(path) || !isResolvablePath(path)) return;
    seen.add(path);
    const found = files.find(path);
    if (found === undefined) return;
    const at = [...pointerPathIn(value, carries?.items ?? ''), index];
    visit({ at, path, operation: atPointer(item, '/operation'), found });
  });
}

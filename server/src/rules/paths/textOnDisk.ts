import type { Files } from '../../model/rule';
import { isResolvablePath } from './visitPaths';

/** The text of the file at a path; undefined if there is none or it is not known yet. */
export function textOnDisk(path: string, files: Files | undefined): string | undefined {
  if (!files || !isResolvablePath(path)) return undefined;
  const found = files.find(path);
  return found?.type === 'file' ? (files.text(found.uri) ?? undefined) : undefined;
}

import type { Files } from '../../model/rule';
import { isResolvablePath } from './visitPaths';

/** The text of the file at a path; undefined if there is none or it is not known yet. */
export function textOnDisk(path: string, files: Files | undefined): string | undefined {
  if (!files || !isResolvablePath(path)) return undefined;
  const found = files.find(path);
  return found?.type === 'file' ? (files.text(found.uri) ?? undefined) : undefined;
}

/** Returns whether there is a file at a path whose text is not to be had: it is too large, or can't be read. */
export function isUnreadable(path: string, files: Files | undefined): boolean {
  if (!files || !isResolvablePath(path)) return false;
  const found = files.find(path);
  return found?.type === 'file' && files.text(found.uri) === null;
}

import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { URI } from 'vscode-uri';

/**
 * Returns the URI of a file or folder in its normal spelling: URIs are compared as text.
 *
 * @param path absolute
 */
export function toFileUri(path: string): string {
  return PLAIN.test(path) ? `file://${path}` : URI.file(path).toString();
}

/** Returns the path of a file URI. */
export function toFilePath(uri: string): string {
  const path = uri.slice('file://'.length);
  if (uri.startsWith('file:///') && PLAIN.test(path)) return path;
  const { fsPath } = URI.parse(uri);
  // A drive letter without a slash would mean the drive's working folder.
  return /^[a-z]:$/i.test(fsPath) ? `${fsPath}\\` : fsPath;
}

// Fast path: nearly all paths are plain.
const PLAIN = /^[\w./-]*$/;

/** A file directly in a folder. */
export interface FileInFolder {
  name: string;
  size: number;
  /** Milliseconds since 1970. */
  changedAt: number;
}

/** Returns the regular files directly in a folder whose names match, without links. Empty if there is no such folder. */
export function filesIn(folder: string, pattern: RegExp): FileInFolder[] {
  return namesIn(folder)
    .filter(name => pattern.test(name))
    .flatMap(name => {
      try {
        const stats = lstatSync(join(folder, name));
        return stats.isFile() ? [{ name, size: stats.size, changedAt: stats.mtimeMs }] : [];
      } catch {
        // It was removed meanwhile.
        return [];
      }
    });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

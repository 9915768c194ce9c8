import { URI } from 'vscode-uri';

/**
 * Returns the URI of a file or folder from its path, in the normal spelling that the server uses, so that URIs can be compared as texts.
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

import { URI } from 'vscode-uri';

/** The URI of a file or folder, spelt as everywhere here: URIs are compared letter by letter. @param path absolute */
export function toFileUri(path: string): string {
  return PLAIN.test(path) ? `file://${path}` : URI.file(path).toString();
}

/** The path that a URI of a file or folder stands for. */
export function toFilePath(uri: string): string {
  const path = uri.slice('file://'.length);
  if (uri.startsWith('file:///') && PLAIN.test(path)) return path;
  const { fsPath } = URI.parse(uri);
  // Without a slash a drive means the working folder on it.
  return /^[a-z]:$/i.test(fsPath) ? `${fsPath}\\` : fsPath;
}

// Nearly all paths are plain, and there are many.
const PLAIN = /^[\w./-]*$/;

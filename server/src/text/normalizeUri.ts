import { URI, Utils } from 'vscode-uri';
import { hasLoneSurrogate } from './characters';

/**
 * Returns the normal spelling of a URI, so that the server can compare URIs as texts. Clients spell URIs differently: in percent-encoding, in
 * upper or lower case of drive letters, and in network shares.
 *
 * @param windows whether `file:////server/share` is a network share, as on Windows; otherwise superfluous slashes are removed
 */
export function normalizeUri(uri: string, windows = globalThis.process?.platform === 'win32'): string {
  if (PLAIN.test(uri) || !SCHEME.test(uri)) return uri;
  try {
    return URI.parse(withoutExtraSlashes(uri, windows)).toString();
  } catch {
    // A client can send anything.
    return uri;
  }
}

/** Returns the canonical spelling of a folder's URI: clients differ in whether it ends with a slash. */
export function normalizeFolderUri(uri: string, windows?: boolean): string {
  return normalizeUri(uri, windows).replace(/\/$/, '');
}

function withoutExtraSlashes(uri: string, windows: boolean): string {
  const isShare = windows && /^file:\/{4,}(?![a-z](:|%3a))/i.test(uri);
  return uri.replace(/^file:\/\/(localhost(?=\/))?\/*/i, start => {
    // An authority follows.
    if (start.length === 'file://'.length) return start;
    return isShare ? 'file://' : 'file:///';
  });
}

/**
 * Resolves a path against a folder; undefined if it can't be a file. A path on another machine (`//server/share`) is never resolved: opening
 * it would reveal the user to that machine.
 */
export function resolveUri(folder: string, path: string): string | undefined {
  const parsed = URI.parse(folder);
  const slashed = path.replaceAll('\\', '/');
  if (slashed.startsWith('//') || hasLoneSurrogate(slashed)) return undefined;
  if (slashed.startsWith('/')) return parsed.with({ path: slashed }).toString();
  return Utils.joinPath(parsed, slashed).toString();
}

// Fast path: nearly all of the many URIs are plain.
const PLAIN = /^file:\/\/(\/[\w.-]+)+$/;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;

/** Returns a file name as case-insensitive file systems compare it: two names with the same fold are one file there. */
export function foldFileName(name: string): string {
  if (IS_ASCII.test(name)) return name.toLowerCase();
  // First to lower case: the capital ẞ has no upper case of its own, and would not become "ss" as ß does.
  return name.normalize('NFC').toLowerCase().toUpperCase().toLowerCase();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const IS_ASCII = /^[\x00-\x7f]*$/;

/** Decodes a URI component; returns an invalid one unchanged. */
export function decodeUri(piece: string): string {
  try {
    // Fast path, called for each file of a workspace: nearly all are plain. A client may also send values other than
    // text.
    return piece.includes('%') ? decodeURIComponent(piece) : piece;
  } catch {
    return piece;
  }
}

/** Returns the file name of a URI. */
export function fileNameOf(uri: string): string {
  return decodeUri(uri.slice(uri.lastIndexOf('/') + 1));
}

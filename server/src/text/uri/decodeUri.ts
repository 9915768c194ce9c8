/** A piece of a URI as people write it; as it is where it is escaped wrongly. */
export function decodeUri(piece: string): string {
  try {
    // Nearly all are plain, and each file of a workspace is asked for. A client's may be no text at all.
    return piece.includes('%') ? decodeURIComponent(piece) : piece;
  } catch {
    return piece;
  }
}

/** What a file is called, by its URI. */
export function fileNameOf(uri: string): string {
  return decodeUri(uri.slice(uri.lastIndexOf('/') + 1));
}

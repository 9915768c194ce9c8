/** In milliseconds: a log may be written to many times a second. */
const PAUSE = 500;

/**
 * Tells that logs on the disk have grown, not more often than twice a second: of what is open beside them the runs may be others.
 *
 * @param lookAt is given the folders that they lie in, by their URIs
 * @returns takes the URI of a log that has grown
 */
export function batchLogGrowth(lookAt: (folders: ReadonlySet<string>) => void): (uri: string) => void {
  let folders = new Set<string>();
  return uri => {
    // No later for what comes meanwhile: a log that never rests is told of as well.
    if (folders.size === 0) {
      setTimeout(() => {
        const grown = folders;
        folders = new Set();
        lookAt(grown);
      }, PAUSE);
    }
    folders.add(parentFolder(uri));
  };
}

/** The URI of the folder that a file lies in. */
export function parentFolder(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/'));
}

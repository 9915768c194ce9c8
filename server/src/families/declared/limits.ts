/** The maximum number of protocols, or of catalogues, below one folder. */
export const MAX_DECLARED_FILES = 100;

/** The cache size for declaring files of several folders. */
export const MAX_CACHED_FILES = 4 * MAX_DECLARED_FILES;

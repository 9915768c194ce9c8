/** Of more protocols, or catalogues, below one folder the others are left out. */
export const MAX_DECLARED_FILES = 100;

/** What is remembered of such files: of those of several folders. */
export const MAX_CACHED_FILES = 4 * MAX_DECLARED_FILES;

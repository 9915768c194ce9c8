/** Of more protocols, or catalogues, below one folder the others are left out. */
export const MOST_DECLARED = 100;

/** What is remembered of such files: of those of several folders. */
export const MOST_KNOWN = 4 * MOST_DECLARED;

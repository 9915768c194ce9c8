/** The minimum score of a certain match, which gets diagnostics. */
export const SURE = 4;

/** The minimum score of a possible match, which gets completion and hover. */
export const MAYBE = 2;

/** What a root key that the schema does not declare, or a value of the wrong type, takes from the score. */
export const STRANGE = 0.75;
/** So many strange root keys count: a whole envelope may be written with the fields of a logger around it. */
export const MOST_STRANGE = 6;

/** What a key that the schema does not declare takes in an object below the root, and how many of these count. */
export const STRANGE_MEMBER = 0.25;
export const MOST_STRANGE_MEMBERS = 4;

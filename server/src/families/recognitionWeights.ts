/** The lowest score at which a JSON value is surely an envelope of a kind. Only sure envelopes get diagnostics. */
export const SURE = 4;

/** The minimum score of a match that is a maybe: it gets only completion and hover. */
export const MAYBE = 2;

/** The penalty of an undeclared root key, or of a value of the wrong type. */
export const STRANGE = 0.75;
/** The maximum number of penalised root keys: an envelope may be mixed with the fields of a logger. */
export const MOST_STRANGE = 6;

/** The penalty of an undeclared key in a nested object, and the maximum number of those. */
export const STRANGE_MEMBER = 0.25;
export const MOST_STRANGE_MEMBERS = 4;

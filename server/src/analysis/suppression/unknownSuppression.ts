/** The rule by which a suppression is reported that names no rule. */
export const UNKNOWN_SUPPRESSION = 'envelope/unknown-suppression';

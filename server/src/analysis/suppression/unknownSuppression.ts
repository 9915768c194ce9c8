/** The rule that reports suppressions of unknown rules. */
export const UNKNOWN_SUPPRESSION = 'envelope/unknown-suppression';

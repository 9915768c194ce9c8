/**
 * What a line of text from a file must not hold: whitespace beyond a blank, control characters, lone surrogates,
 * characters without width, and those that change the direction of writing. Global, for `replace`.
 */
export const UNPRINTABLE = /[\s\p{Cc}\p{Cs}\p{Bidi_Control}\u200B\u2060-\u206F\uFEFF]+/gu;

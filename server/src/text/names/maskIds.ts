/**
 * Masks what changes between repetitions of the same action: ids, hashes, times, numbers. Texts that differ only in
 * these become equal.
 */
export function maskIds(text: string): string {
  return DIGIT.test(text) ? text.replace(WORD, maskWord).replace(NUMBER, '#') : text;
}

/** Masks ids and times, but keeps other numbers. */
export function maskUniqueValues(text: string): string {
  return DIGIT.test(text) ? text.replace(TIME, '#').replace(WORD, maskWord) : text;
}

const DIGIT = /\d/;
const WORD = /\w+(?:-\w+)*/g;
// `agent-a5c0ffee`: a name and an id.
const PIECE = /[a-z\d]+/gi;
const NUMBER = /\d+(?:[.,:T-]\d+)*Z?/g;
const TIME = /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g;

function maskWord(word: string): string {
  if (word.length > LONGEST) return word;
  return isId(word) ? '#' : word.replace(PIECE, piece => (isId(piece) ? '#' : piece));
}

function isId(word: string): boolean {
  return UUID.test(word) || HASH.test(word) || RANDOM.test(word);
}

// No id is longer; also bounds the regular expressions' backtracking.
const LONGEST = 64;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
// Contains a letter and a digit: a word or a number alone is no hash.
const HASH = /^(?=.{7})(?=.*\d)(?=.*[a-f])[\da-f]+$/i;
// Letters and digits alternate: `t_k3j9x0a1b2`.
const RANDOM = /^(?=.{8})(?:[a-z]+_)?(?=\d*[a-z]+\d+[a-z]+\d|[a-z]*\d+[a-z]+\d+[a-z])[a-z\d]+$/i;

/**
 * A text without what is another one each time that something is done again: ids, hashes, times, numbers. Two texts that
 * differ in these alone become the same.
 */
export function maskIds(text: string): string {
  return DIGIT.test(text) ? text.replace(WORD, covered).replace(NUMBER, '#') : text;
}

/** The same, but numbers stay that are no part of an id or a time. */
export function maskUniqueValues(text: string): string {
  return DIGIT.test(text) ? text.replace(TIME, '#').replace(WORD, covered) : text;
}

const DIGIT = /\d/;
const WORD = /\w+(?:-\w+)*/g;
const NUMBER = /\d+(?:[.,:T-]\d+)*Z?/g;
const TIME = /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g;

function covered(word: string): string {
  return word.length <= LONGEST && (UUID.test(word) || HASH.test(word) || RANDOM.test(word)) ? '#' : word;
}

// An id is no longer, and expressions that go to and fro in a word stay fast.
const LONGEST = 64;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
// A letter and a digit are in it: a word or a number alone is none.
const HASH = /^(?=.{7})(?=.*\d)(?=.*[a-f])[\da-f]+$/i;
// Letters and digits take turns: `t_k3j9x0a1b2`.
const RANDOM = /^(?=.{8})(?:[a-z]+_)?(?=\d*[a-z]+\d+[a-z]+\d|[a-z]*\d+[a-z]+\d+[a-z])[a-z\d]+$/i;

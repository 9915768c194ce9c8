/**
 * Returns the word that a misspelt word probably means. This is the word with the fewest edits; undefined if it has too many edits for its
 * length. Two exchanged letters are one edit, and differences of case count little.
 */
export function nearestWord(word: string, words: Iterable<string>): string | undefined {
  if (word.length > LONGEST) return undefined;
  const allowed = Math.max(1, Math.floor(word.length / 3));
  const lower = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = allowed + 1;
  let left = MOST_STEPS;
  for (const candidate of words) {
    if (candidate === word || Math.abs(candidate.length - word.length) > allowed) continue;
    const most = Math.min(bestDistance, candidate.length) - 1;
    left -= word.length * (2 * most + 1);
    if (left < 0) break;
    const slips = distance(lower, candidate.toLowerCase(), most);
    if (slips !== undefined) {
      best = candidate;
      bestDistance = slips;
    }
  }
  return best;
}

// Nobody mistypes longer words. Called for each finding: with thousands of short words, or a hundred long ones.
const LONGEST = 100;
const MOST_STEPS = 300_000;

/** Returns the key of an object that resembles a given one. */
export function misspeltKey(key: string, object: Record<string, unknown>): string | undefined {
  return Object.keys(object).find(other => other !== key && nearestWord(other, [key]) !== undefined);
}

/**
 * Returns whether a typo is certain: the words differ only in case, `_` and `-`, or by one edit while no other word is near. A plural is no
 * typo.
 */
export function isLikelyTypo(word: string, meant: string, words: Iterable<string>): boolean {
  const others = [...words].filter(one => one !== meant);
  if (bare(word) === bare(meant)) return !others.some(one => bare(one) === bare(meant));
  if (meant.length < SHORTEST || isPlural(word, meant) || isPlural(meant, word)) return false;
  if (distance(word.toLowerCase(), meant.toLowerCase(), 1) !== 1) return false;
  return word.length <= LONGEST && nearestWord(word, others) === undefined;
}

function bare(word: string): string {
  return word.toLowerCase().replace(/[\s_-]/g, '');
}

function isPlural(many: string, one: string): boolean {
  return many === `${one}s` && !one.endsWith('s');
}

// In shorter words, one letter more or less makes another word.
const SHORTEST = 4;

/** Returns the alignment distance of two words; undefined if it exceeds `most`. */
function distance(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined;
  let before: number[] = [];
  let row: number[] = [];
  let next: number[] = [];
  for (let j = 0; j <= b.length; j++) row.push(j);
  let leastBefore = 0;
  for (let i = 1; i <= a.length; i++) {
    next[0] = i;
    // Cells further from the diagonal exceed `most` by their length difference alone.
    const from = Math.max(1, i - most);
    const to = Math.min(b.length, i + most);
    if (from > 1) next[from - 1] = most + 1;
    let leastOfRow = from > 1 ? most + 1 : i;
    for (let j = from; j <= to; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      const above = j === i + most ? most + 1 : (row[j] as number);
      let least = Math.min(above + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + change);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, (before[j - 2] as number) + 1);
      next[j] = least;
      if (least < leastOfRow) leastOfRow = least;
    }
    // A transposition looks two rows back.
    if (leastOfRow > most && leastBefore >= most) return undefined;
    leastBefore = leastOfRow;
    const free = before;
    before = row;
    row = next;
    next = free;
  }
  const slips = row[b.length] as number;
  return slips > most ? undefined : slips;
}

/** The highest number after a stem among ids of other files; 0 for none. */
export type LastNumber = (stem: string) => number;

/**
 * Returns the next id of a numbered series: the next number, zero-padded to as many digits, after the stem of the first id.
 *
 * @param first the id if no seen id is numbered
 */
export function nextId(seen: Iterable<string>, first: string, elsewhere: LastNumber = () => 0): string {
  const next = nextIds(seen)(first);
  const number = numberIn(next);
  if (number === undefined) return next;
  const last = elsewhere(number.stem);
  return last < Number(number.digits) ? next : number.stem + padded(last + 1, number.digits.length);
}

/** Returns the digits at the end of an id, and the stem before them. */
export function numberIn(id: string): { stem: string; digits: string } | undefined {
  const [digits] = /\d{1,15}$/.exec(id.slice(-15)) ?? [];
  return digits === undefined ? undefined : { stem: id.slice(0, id.length - digits.length), digits };
}

function padded(number: number, length: number): string {
  return String(number).padStart(length, '0');
}

/** Generates several ids in sequence: each counts among the existing ones. */
export function nextIds(seen: Iterable<string>): (first: string) => string {
  let numbered: { stem: string; digits: number } | undefined;
  let last = 0;
  const take = (id: string) => {
    const number = numberIn(id);
    if (!number) return;
    numbered ??= { stem: number.stem, digits: number.digits.length };
    last = Math.max(last, Number(number.digits));
  };
  for (const id of seen) take(id);
  return first => {
    const id = numbered ? numbered.stem + padded(last + 1, numbered.digits) : first;
    take(id);
    return id;
  };
}

/**
 * Returns a name as a careless reader perceives it: without case, separators and invisible characters, and with Latin letters for their
 * lookalikes. Names with equal skeletons are confusable.
 */
export function confusableSkeleton(name: string): string {
  // Fast path, called for each key of each envelope: nearly all names are plain.
  if (PLAIN.test(name)) return name;
  const bare = name
    .normalize('NFKD')
    .replace(/[\p{C}\p{M}\p{Z}_.-]/gu, '')
    .toLowerCase();
  return bare.replace(/[^\0-\x7f]/gu, letter => LATIN.get(letter) ?? letter);
}

const PLAIN = /^[a-z0-9]*$/;

const LATIN: ReadonlyMap<string, string> = new Map(
  [
    ['аɑαａ', 'a'],
    ['ЬьƄ', 'b'],
    ['сϲ', 'c'],
    ['ԁ', 'd'],
    ['еєε', 'e'],
    ['ց', 'g'],
    ['һн', 'h'],
    ['іıιӏ', 'i'],
    ['јϳ', 'j'],
    ['кκ', 'k'],
    ['ⅼ', 'l'],
    ['м', 'm'],
    ['пո', 'n'],
    ['оοσօ', 'o'],
    ['рρ', 'p'],
    ['ԛ', 'q'],
    ['г', 'r'],
    ['ѕ', 's'],
    ['тτ', 't'],
    ['υս', 'u'],
    ['ѵν', 'v'],
    ['ԝω', 'w'],
    ['хχ', 'x'],
    ['уүγ', 'y'],
    ['ᴢ', 'z'],
  ].flatMap(([letters = '', latin = '']) => [...letters].map(letter => [letter, latin] as const)),
);

/**
 * Masks the words that change between repetitions of the same action: ids, hashes, times, numbers. Texts that differ only in
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
  if (word.length > LONGEST_ID) return word;
  return isId(word) ? '#' : word.replace(PIECE, piece => (isId(piece) ? '#' : piece));
}

function isId(word: string): boolean {
  return UUID.test(word) || HASH.test(word) || RANDOM.test(word);
}

// No id is longer; also bounds the regular expressions' backtracking.
const LONGEST_ID = 64;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
// Contains a letter and a digit: a word or a number alone is no hash.
const HASH = /^(?=.{7})(?=.*\d)(?=.*[a-f])[\da-f]+$/i;
// Letters and digits alternate: `t_k3j9x0a1b2`.
const RANDOM = /^(?=.{8})(?:[a-z]+_)?(?=\d*[a-z]+\d+[a-z]+\d|[a-z]*\d+[a-z]+\d+[a-z])[a-z\d]+$/i;

/**
 * The word that was likely meant: the nearest of `words` by optimal string alignment distance (a transposition is one
 * edit), if it is near enough for its length. Case counts for little: `Proceed` is near `proceed`.
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

/**
 * Whether a typo is certain: the words differ only in case, `_` and `-`, or by one edit while no other word is near. A
 * plural is no typo.
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

/** Undefined where it exceeds `most`: most words already differ in their first letters. */
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

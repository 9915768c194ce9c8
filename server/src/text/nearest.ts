/**
 * The word that was likely meant: the nearest of `words` by optimal string alignment distance (a swap of neighbours is
 * one slip), when it is near enough for its length. Case counts for little: `Proceed` is near `proceed`.
 */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  const allowed = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let bestDistance = allowed + 1;
  for (const candidate of words) {
    if (candidate === word || Math.abs(candidate.length - word.length) > allowed) continue;
    const same = candidate.toLowerCase() === word.toLowerCase();
    const slips = same ? 0 : distance(word.toLowerCase(), candidate.toLowerCase());
    if (slips < bestDistance && slips < candidate.length) {
      best = candidate;
      bestDistance = slips;
    }
  }
  return best;
}

/**
 * Is it beyond doubt that a word was meant for another: the two are the same but for case, `_` and `-`, or one slip apart
 * where no other of the words is near? A plural is no slip.
 */
export function isSlip(word: string, meant: string, words: Iterable<string>): boolean {
  const others = [...words].filter(one => one !== meant);
  if (bare(word) === bare(meant)) return !others.some(one => bare(one) === bare(meant));
  if (meant.length < SHORTEST || isPlural(word, meant) || isPlural(meant, word)) return false;
  return distance(word.toLowerCase(), meant.toLowerCase()) === 1 && nearest(word, others) === undefined;
}

function bare(word: string): string {
  return word.toLowerCase().replace(/[\s_-]/g, '');
}

function isPlural(many: string, one: string): boolean {
  return many === `${one}s` && !one.endsWith('s');
}

// A letter more or less makes other words of short ones.
const SHORTEST = 4;

function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + change);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) least = Math.min(least, (before[j - 2] as number) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[b.length] as number;
}

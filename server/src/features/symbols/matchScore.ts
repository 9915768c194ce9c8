/**
 * How near a text is to what was typed, 0 where it has not all of its letters in order. Whole, at the start, at the start
 * of a word, anywhere, scattered: each counts less than the one before; and of equals the shorter text is nearer.
 */
export function matchScore(typed: string, text: string): number {
  const wanted = typed.toLowerCase();
  const within = text.toLowerCase();
  const rank = rankOf(wanted, within);
  return rank === 0 ? 0 : rank + 1 / (1 + text.length);
}

function rankOf(wanted: string, within: string): number {
  if (within === wanted) return 5;
  const at = within.indexOf(wanted);
  if (at === 0) return 4;
  if (at > 0) return WORD.test(within[at - 1] ?? '') ? 2 : 3;
  return isScatteredIn(wanted, within) ? 1 : 0;
}

const WORD = /[\p{L}\p{N}]/u;

function isScatteredIn(wanted: string, within: string): boolean {
  let at = -1;
  for (const letter of wanted) {
    if (letter === ' ') continue;
    at = within.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}

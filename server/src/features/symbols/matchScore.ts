/**
 * How well a text matches a query; 0 if it does not have all letters in order. In descending order: exact, prefix, start of a
 * word, substring, scattered letters. Among equals, shorter texts score higher.
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

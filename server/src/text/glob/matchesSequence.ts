/** Steps of matching that may still be taken. */
export interface MatchBudget {
  left: number;
}

/**
 * Whether items fit a pattern in which a star stands for any number of them. It never goes back further than to the last star, which
 * is enough: so it takes at most as many steps as pattern and items multiplied. Without any work left nothing fits.
 *
 * @param length how many items there are
 * @param fits whether the item at a place fits a piece that is no star
 */
export function matchesSequence<P>(
  pattern: readonly P[],
  length: number,
  { isStar, fits, work }: { isStar(piece: P): boolean; fits(piece: P, at: number): boolean; work: MatchBudget },
): boolean {
  let piece = 0;
  let at = 0;
  let star = -1;
  let from = 0;
  while (at < length) {
    if (work.left-- <= 0) return false;
    const next = pattern[piece];
    if (next !== undefined && isStar(next)) {
      star = piece++;
      from = at;
    } else if (next !== undefined && fits(next, at)) {
      piece++;
      at++;
    } else if (star >= 0) {
      piece = star + 1;
      at = ++from;
    } else return false;
  }
  return pattern.slice(piece).every(isStar);
}

/** The matching steps that remain. */
export interface MatchBudget {
  left: number;
}

/**
 * Whether items match a pattern in which a star stands for any number of them. Backtracks to the last star only, which
 * is enough: it takes at most pattern length times item count steps. Without steps left nothing matches.
 *
 * @param length the number of items
 * @param fits whether the item at an index matches a piece other than a star
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

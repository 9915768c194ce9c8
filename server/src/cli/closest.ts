/** How a sentence about an unknown word ends: with the known word that was likely meant, or with a full stop. */
export function suggestion(word: string, known: readonly string[]): string {
  const meant = closest(word, known);
  return meant === undefined ? '.' : `; did you mean "${meant}"?`;
}

/** The known word that differs least from a word, if that is little for its length. */
export function closest(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, edits: editsBetween(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  const [best] = ranked;
  return best && best.edits <= Math.max(1, Math.floor(best.candidate.length / 3)) ? best.candidate : undefined;
}

/** The fewest letters to insert, remove, replace or swap with their neighbour that make one word the other. */
function editsBetween(from: string, to: string): number {
  let above: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = at(row, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1] ? at(above, j - 2) + 1 : replaced;
      next.push(Math.min(replaced, swapped, at(row, j) + 1, at(next, j - 1) + 1));
    }
    above = row;
    row = next;
  }
  return at(row, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

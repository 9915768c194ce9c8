import { nearestWord } from '../text/names/nearestWord';

/** How a sentence about an unknown word ends: with the known word that was likely meant, or with a full stop. */
export function suggestion(word: string, known: readonly string[]): string {
  const meant = nearestWord(word, known);
  return meant === undefined ? '.' : `; did you mean "${meant}"?`;
}

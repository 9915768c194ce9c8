import { nearestWord } from '../text/names/nearestWord';

/** The end of a message about an unknown word: the nearest known word, or a full stop. */
export function suggestion(word: string, known: readonly string[]): string {
  const meant = nearestWord(word, known);
  return meant === undefined ? '.' : `; did you mean "${meant}"?`;
}

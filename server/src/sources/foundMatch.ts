import { plain } from '../features/runs/words';
import type { SaidMatch } from '../model/runSource';
import { excerptOf } from './containedWords';

/** A match in a text of a store: the words with some text around; names that the server chose become short lines. */
export function foundMatch(
  { title, field, ...place }: Pick<SaidMatch, 'run' | 'family' | 'step' | 'title' | 'field'>,
  text: string,
  words: readonly string[],
): SaidMatch {
  return {
    ...place,
    title: plain(title, LONGEST_TITLE),
    field: plain(field, LONGEST_FIELD),
    ...excerptOf(text, words),
  };
}

const LONGEST_TITLE = 160;
const LONGEST_FIELD = 120;

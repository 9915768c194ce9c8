import type { Path } from '../../model/text';
import { formatPointer } from '../../text/pointer';

/** What supports one guess of an inferred declaration. */
export interface Guess {
  /** The number of samples that agree. */
  seen: number;
  /** The number of samples that were asked. */
  of: number;
  /** What was guessed, in a few words. */
  note: string;
}

/** The guesses of a declaration, by JSON pointers into it. */
export type Support = ReadonlyMap<string, Guess>;

/** Notes a guess at a path of the declaration. */
export type NoteGuess = (path: Path, guess: Guess) => void;

export function guessList(): { support: Support; note: NoteGuess } {
  const support = new Map<string, Guess>();
  return {
    support,
    note(path, guess) {
      if (support.size < MAX_GUESSES) support.set(formatPointer(path), guess);
    },
  };
}

const MAX_GUESSES = 20_000;

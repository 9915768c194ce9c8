import type { Path } from '../../model/text';
import { formatPointer } from '../../text/jsonPointer';

/** A guess about a protocol that is inferred from sample files, and how many of the samples support it. */
export interface Guess {
  /** The number of samples that support the guess. */
  seen: number;
  /** The number of samples that were examined. */
  of: number;
  /** The guess in a few words. */
  note: string;
}

/** The evidence of all guesses, by JSON pointers into the declaration. */
export type Support = ReadonlyMap<string, Guess>;

/** Records a guess about the value at a path of the declaration. */
export type NoteGuess = (path: Path, guess: Guess) => void;

/** Creates a list of guesses, and the function that adds a guess to it. Guesses beyond a limit are dropped. */
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

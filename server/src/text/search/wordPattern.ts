import type { Span } from '../../model/text';
import { sliceStart } from '../../shared/truncate';
import { classAt, WORD } from './characterClass';
import { foldedOffsets, foldText } from './foldText';
import { hashesOfWords, longestWord } from './wordHashes';

/** What to search texts for. */
export interface WordPattern {
  /** Nothing is searched for. */
  isEmpty: boolean;
  /** Whether the words are in a text, all of them. */
  isIn(text: string): boolean;
  /** Whether they may be in a string of a JSON text, by a look at the text alone. Never denies a string that they are in. */
  mayBeInJson(json: string): boolean;
  /** The hashes of `eachWordHash` that each text has in which the words are. */
  hashes: readonly number[];
  /** The places of the words in a text that has them: from the first on, as far as they begin within a length. */
  places(text: string, within: number): Span[];
}

/**
 * Parses words, and phrases in quotes, all of which must be in one text. A word is found at the beginning of a word, a phrase as it is
 * written, whole words, wherever lines break. Case and equal characters (NFKC) make no difference. A leading `-` excludes texts, a
 * quote that is still open is a phrase of which the last word has only begun.
 */
export function wordPattern(words: string): WordPattern {
  const terms = termsOf(sliceStart(words, LONGEST));
  const wanted = terms.filter(({ isNot }) => !isNot);
  const unwanted = terms.filter(({ isNot }) => isNot);
  const needles = wanted.flatMap(({ pieces }) => longestWord(pieces.join(' ')) || []);
  return {
    isEmpty: wanted.length === 0,
    isIn(text) {
      const folded = foldText(text);
      return (
        wanted.every(term => nextPlace(folded, term, 0) !== undefined) &&
        unwanted.every(term => nextPlace(folded, term, 0) === undefined)
      );
    },
    mayBeInJson(json) {
      // Escapes may stand for any character.
      if (needles.length === 0 || json.includes('\\u')) return wanted.length > 0;
      const folded = foldText(json);
      return needles.every(needle => folded.includes(needle));
    },
    hashes: [...new Set(wanted.flatMap(({ pieces }) => hashesOfWords(pieces.join(' '))))],
    places(text, within) {
      const folded = foldText(text);
      const firsts = wanted.flatMap(term => nextPlace(folded, term, 0) ?? []);
      const from = Math.min(...firsts.map(({ start }) => start));
      const places = wanted.flatMap(term => [...placesOf(folded, term, from, from + within)]);
      const original = foldedOffsets(text, folded);
      return places
        .map(({ start, end }) => ({ start: original(start), end: original(end) }))
        .sort((one, other) => one.start - other.start);
    },
  };
}

/** UTF-16 units. */
const LONGEST = 1000;

interface Term {
  isNot: boolean;
  /** Folded, without the blanks between them. */
  pieces: string[];
  /** A word must end where it does. */
  endsWord: boolean;
}

function termsOf(words: string): Term[] {
  return [...words.matchAll(/(-?)(?:"([^"]*)("?)|([^\s"]+))/g)].flatMap(([, minus, phrase, close, word = '']) => {
    const text = phrase ?? (word.length > 1 ? word.replace(/\*$/, '') : word);
    const pieces = foldText(text).split(/\s+/).filter(Boolean);
    return pieces.length > 0 ? { isNot: minus === '-', pieces, endsWord: phrase !== undefined && close !== '' } : [];
  });
}

function* placesOf(folded: string, term: Term, from: number, to: number): Generator<Span> {
  for (let at = from; ; ) {
    const place = nextPlace(folded, term, at);
    if (!place || place.start > to) return;
    yield place;
    at = place.end;
  }
}

function nextPlace(folded: string, { pieces, endsWord }: Term, from: number): Span | undefined {
  const [first = '', ...rest] = pieces;
  const beginsWord = classAt(first, 0) === WORD;
  for (let start = folded.indexOf(first, from); start >= 0; start = folded.indexOf(first, start + 1)) {
    if (beginsWord && start > 0 && classAt(folded, start - 1) === WORD) continue;
    const end = endOf(folded, start + first.length, rest);
    if (end === undefined) continue;
    const isInWord = end < folded.length && classAt(folded, end - 1) === WORD && classAt(folded, end) === WORD;
    if (!endsWord || !isInWord) return { start, end };
  }
  return undefined;
}

/** Where the pieces end that follow each other, with blanks between them. */
function endOf(folded: string, from: number, pieces: readonly string[]): number | undefined {
  let end = from;
  for (const piece of pieces) {
    const start = endOfBlanks(folded, end);
    if (start === end || !folded.startsWith(piece, start)) return undefined;
    end = start + piece.length;
  }
  return end;
}

function endOfBlanks(text: string, from: number): number {
  BLANKS.lastIndex = from;
  return BLANKS.test(text) ? BLANKS.lastIndex : from;
}

const BLANKS = /\s+/y;

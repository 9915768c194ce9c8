import type { Span } from '../model/text';
import { sliceStart } from '../shared/shownText';
import { findLastAtOrBefore } from './lines';

/** The words that a user searches for in texts, prepared for matching. */
export interface WordPattern {
  /** There are no words to search for. */
  isEmpty: boolean;
  /** Whether a text contains all of the words. */
  isIn(text: string): boolean;
  /** Whether a string in a JSON text may contain the words. Quick, without parsing; never false if a string does contain them. */
  mayBeInJson(json: string): boolean;
  /** Hashes that `eachWordHash` yields for every text with the words. */
  hashes: readonly number[];
  /** The places of the words in a text that contains them: from the first place, those that begin within the given length. */
  places(text: string, within: number): Span[];
}

/**
 * Parses words and quoted phrases, all of which must be in one text. A word matches the beginning of a word; a phrase matches whole
 * words, across line breaks. Case and equivalent characters (NFKC) make no difference. A leading `-` excludes texts. An unclosed
 * quote is a phrase whose last word may be incomplete.
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

/** The maximum length of a query, in UTF-16 units. */
const LONGEST = 1000;

interface Term {
  isNot: boolean;
  /** Folded, without the blanks between them. */
  pieces: string[];
  /** A match must end at the end of a word. */
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

/** Returns the end of consecutive pieces with blanks between them; undefined if they are not at this offset. */
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

/**
 * Calls `add` with the search hashes of a folded text: of the beginnings of its words, in the lengths of `LENGTHS`, and, in scripts
 * without spaces between words, of each character and each two consecutive characters.
 */
export function eachWordHash(folded: string, add: (hash: number) => void): void {
  let before: CharacterClass = BETWEEN;
  let hash = SEED;
  let length = 0;
  let last = 0;
  for (let at = 0; at < folded.length; ) {
    const unit = folded.charCodeAt(at);
    const isPair = (unit & 0xfc00) === 0xd800 && at + 1 < folded.length;
    const kind = (unit & 0xf800) === 0xd800 ? classAt(folded, at) : classOfUnit(unit);
    const width = isPair && (folded.charCodeAt(at + 1) & 0xfc00) === 0xdc00 ? 2 : 1;
    if (kind === WORD) {
      if (before !== WORD) {
        hash = SEED;
        length = 0;
      }
      for (let i = 0; i < width; i++) {
        hash = Math.imul(hash ^ folded.charCodeAt(at + i), PRIME);
        length++;
        if (length <= LONGEST_BEGINNING && IS_STORED[length]) add(mixed(hash));
      }
    } else if (kind === UNSPACED) {
      const character = folded.codePointAt(at) ?? 0;
      add(hashOfCharacter(character));
      if (before === UNSPACED) add(hashOfPair(last, character));
      last = character;
    }
    before = kind;
    at += width;
  }
}

/** Returns the most selective hashes among those that every folded text with these words has. */
export function hashesOfWords(folded: string): number[] {
  const hashes = new Set<number>();
  for (const { 0: run } of folded.matchAll(RUNS)) {
    for (const piece of piecesOf(run)) for (const hash of hashesOfPiece(piece)) hashes.add(hash);
  }
  return [...hashes];
}

/** Returns the longest run of characters within one word whose spelling does not depend on its neighbours; empty if there is none. */
function longestWord(folded: string): string {
  const pieces = [...folded.matchAll(RUNS)].flatMap(({ 0: run }) => piecesOf(run));
  // A mark may be composed with the character before it.
  return pieces
    .map(piece => piece.replace(/^\p{M}+/u, ''))
    .reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
}

/** The lengths of beginnings that are stored, in UTF-16 units. Shorter words are in nearly every text. */
const LENGTHS = [3, 4, 5, 6, 8, 12, 20];
const LONGEST_BEGINNING = 20;
const IS_STORED: readonly boolean[] = Array.from({ length: LONGEST_BEGINNING + 1 }, (_, length) =>
  LENGTHS.includes(length),
);

const RUNS = /[\p{L}\p{M}\p{N}]+/gu;

/** Splits a run at the bounds of scripts that are written without spaces. */
function piecesOf(run: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (let at = 1; at <= run.length; at++) {
    if (at < run.length && classAt(run, at) === classAt(run, at - 1)) continue;
    pieces.push(run.slice(start, at));
    start = at;
  }
  return pieces;
}

function hashesOfPiece(piece: string): number[] {
  if (classAt(piece, 0) === UNSPACED) {
    const characters = Array.from(piece, character => character.codePointAt(0) ?? 0);
    const [first = 0] = characters;
    if (characters.length === 1) return [hashOfCharacter(first)];
    return characters.slice(1).map((character, index) => hashOfPair(characters[index] ?? 0, character));
  }
  const length = LENGTHS.findLast(one => one <= piece.length);
  if (length === undefined) return [];
  let hash = SEED;
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ piece.charCodeAt(at), PRIME);
  return [mixed(hash)];
}

// FNV-1a, whose bits are mixed as MurmurHash 3 does.
const SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

function mixed(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  // A signed number of 32 bits is kept without an object of its own.
  return h ^ (h >>> 16);
}

function hashOfCharacter(character: number): number {
  return mixed(Math.imul(character ^ 0x5bd1e995, PRIME));
}

function hashOfPair(first: number, second: number): number {
  return mixed(Math.imul(Math.imul(first ^ 0x2545f491, PRIME) ^ second, PRIME));
}

/**
 * Returns the form of a text that searches compare: without case, and with one spelling of equal characters (NFKC), such as full-width
 * letters and composed accents.
 */
export function foldText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are ASCII, too
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  // A sigma at the end of a word has a form of its own, which depends on what follows.
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}

/** Maps offsets of a folded text back to the text; only approximately in very long texts. */
function foldedOffsets(text: string, folded: string): (offset: number) => number {
  const clamp = (offset: number) => Math.min(offset, text.length);
  if (folded.length === text.length && (text.length > LONGEST_MAPPED || text.normalize('NFKC') === text)) return clamp;
  if (text.length > LONGEST_MAPPED) return clamp;
  const starts: number[] = [];
  const foldedStarts: number[] = [];
  let end = 0;
  let length = 0;
  for (const { 0: cluster, index } of text.matchAll(CLUSTERS)) {
    starts.push(index);
    foldedStarts.push(length);
    length += foldText(cluster).length;
    end = index + cluster.length;
  }
  if (length !== folded.length) return clamp;
  return offset => {
    const at = findLastAtOrBefore(foldedStarts.length, place => foldedStarts[place] as number, offset);
    if (at < 0) return 0;
    if (offset >= length) return end;
    return starts[at] as number;
  };
}

/** The maximum length of a text with exact offsets, in characters. */
const LONGEST_MAPPED = 1_000_000;
// A character with everything that may be composed with it: marks, the vowels and final consonants of Hangul, half-width voice marks.
const CLUSTERS = /[\u1100-\u11ff\uac00-\ud7a3][\u1100-\u11ff\p{M}]*|.[\p{M}\uff9e\uff9f]*/gsu;

/** The search class of a character: outside words, in a word, or of a script without spaces between words. */
type CharacterClass = typeof BETWEEN | typeof WORD | typeof UNSPACED;
const BETWEEN = 0;
const WORD = 1;
const UNSPACED = 2;

/** Returns the class of the character at an offset. */
function classAt(text: string, offset: number): CharacterClass {
  const unit = text.charCodeAt(offset);
  if ((unit & 0xf800) !== 0xd800) return classOfUnit(unit);
  const isLow = (unit & 0xfc00) === 0xdc00;
  return classOf(String.fromCodePoint(text.codePointAt(isLow ? offset - 1 : offset) ?? 0));
}

/** Returns the class of a UTF-16 unit that is a character by itself; `BETWEEN` for NaN, which is after the end of a text. */
function classOfUnit(unit: number): CharacterClass {
  if (Number.isNaN(unit)) return BETWEEN;
  const known = classes[unit] as CharacterClass | typeof UNKNOWN;
  if (known !== UNKNOWN) return known;
  const found = classOf(String.fromCharCode(unit));
  classes[unit] = found;
  return found;
}

const UNKNOWN = 255;
const classes = new Uint8Array(1 << 16).fill(UNKNOWN);

function classOf(character: string): CharacterClass {
  if (!WORDS.test(character)) return BETWEEN;
  return SCRIPTS.test(character) ? UNSPACED : WORD;
}

const WORDS = /^[\p{L}\p{M}\p{N}]/u;
const SCRIPTS =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

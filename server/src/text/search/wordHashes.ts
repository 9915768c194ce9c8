import { BETWEEN, type CharacterClass, classAt, classOfUnit, UNSPACED, WORD } from './characterClass';

/**
 * Calls with the hashes by which a search finds a folded text: of the beginnings of its words, in lengths of `LENGTHS`, and, in scripts
 * that write words without spaces, of each character and each two that follow each other.
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
        if (length <= LONGEST && IS_STORED[length]) add(mixed(hash));
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

/** The hashes that a folded text has which contains these words: fewer than all, but those say the most. */
export function hashesOfWords(folded: string): number[] {
  const hashes = new Set<number>();
  for (const { 0: run } of folded.matchAll(RUNS)) {
    for (const piece of piecesOf(run)) for (const hash of hashesOfPiece(piece)) hashes.add(hash);
  }
  return [...hashes];
}

/** The longest run of characters of one word, which has one spelling wherever it stands; empty without any. */
export function longestWord(folded: string): string {
  const pieces = [...folded.matchAll(RUNS)].flatMap(({ 0: run }) => piecesOf(run));
  // A mark may be composed with what stands before it.
  return pieces
    .map(piece => piece.replace(/^\p{M}+/u, ''))
    .reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
}

/** The lengths of beginnings that are stored, in UTF-16 units. Shorter words are in nearly every text. */
const LENGTHS = [3, 4, 5, 6, 8, 12, 20];
const LONGEST = 20;
const IS_STORED: readonly boolean[] = Array.from({ length: LONGEST + 1 }, (_, length) => LENGTHS.includes(length));

const RUNS = /[\p{L}\p{M}\p{N}]+/gu;

/** Splits a run where a script that is written without spaces begins or ends. */
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

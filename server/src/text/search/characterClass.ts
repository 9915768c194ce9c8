/** What a character is to a search: no part of a word, of a word, or of a script that writes words without spaces. */
export type CharacterClass = typeof BETWEEN | typeof WORD | typeof UNSPACED;
export const BETWEEN = 0;
export const WORD = 1;
export const UNSPACED = 2;

/** The class of the character at an offset. */
export function classAt(text: string, offset: number): CharacterClass {
  const unit = text.charCodeAt(offset);
  if ((unit & 0xf800) !== 0xd800) return classOfUnit(unit);
  const isLow = (unit & 0xfc00) === 0xdc00;
  return classOf(String.fromCodePoint(text.codePointAt(isLow ? offset - 1 : offset) ?? 0));
}

/** The class of a UTF-16 unit that is a character by itself; for NaN, which is behind the end of a text, `BETWEEN`. */
export function classOfUnit(unit: number): CharacterClass {
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

import type { Span } from '../../model/text';

/**
 * Runs a finder on a text as written and on a decoded copy, so that encoded secrets are found, too. In the copy, escapes of URLs and HTML are
 * resolved, invisible characters are removed, letters that look Latin become Latin, and words in base64 or hexadecimal are decoded. Text that was
 * encoded twice is missed. All returned spans are those of the text as written.
 */
export function findInDecodedText<T extends Span>(text: string, find: (text: string) => T[]): T[] {
  const spans = find(text);
  const readable = readableText(text);
  if (readable) {
    for (const span of find(readable.text)) {
      spans.push({ ...span, start: readable.start(span.start), end: readable.end(span.end) });
    }
  }
  for (const { start, end, decoded } of decodedBlobs(text)) {
    const [first] = find(decoded);
    if (first) spans.push({ ...first, start, end });
  }
  return spans;
}

/** Finds words that encode a text in base64 or hexadecimal digits, with the decoded text. */
function decodedBlobs(text: string): (Span & { decoded: string })[] {
  const blobs: (Span & { decoded: string })[] = [];
  if (text.length < SHORTEST) return blobs;
  for (const { pattern, decode } of CODES) {
    for (const { 0: word, index } of text.matchAll(pattern)) {
      const decoded = decode(word.slice(0, LONGEST));
      if (!UNREADABLE.test(decoded)) blobs.push({ start: index, end: index + word.length, decoded });
    }
  }
  return blobs;
}

const SHORTEST = 12;
// Images are longer than any text that is worth decoding.
const LONGEST = 200_000;

const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true });

// Not `Buffer`: browsers have none.
function fromHex(word: string): string {
  const digits = word.replace(/^0x/, '');
  return UTF_8.decode(
    Uint8Array.from({ length: digits.length >> 1 }, (_, at) => Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16)),
  );
}

function fromBase64(word: string): string {
  const digits = word.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  // A single digit left over says nothing.
  const bytes = atob(digits.length % 4 === 1 ? digits.slice(0, -1) : digits);
  return UTF_8.decode(Uint8Array.from(bytes, character => character.charCodeAt(0)));
}

/** Four base64 characters that encode three of ASCII. */
const QUAD = '[I-Za-f][C-HS-Xi-nyz0-3][ABEFIJMNQRUVYZcdghklopstwx014589][\\w+/-]';

// Both patterns begin with what only encoded text begins with, so that hardly any other word is decoded.
const CODES = [
  { pattern: /(?<![\w+/-])(?:0x)?(?:[2-7][\da-f]|0[9ad]){6,}(?!\w)/gi, decode: fromHex },
  { pattern: new RegExp(`(?<![\\w+/-])(?:${QUAD}){3}[\\w+/-]*={0,2}`, 'g'), decode: fromBase64 },
];

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches bytes that no text has
const UNREADABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\uFFFD]/;

/** A decoded text, with a map to the original. */
interface ReadableText {
  text: string;
  start(at: number): number;
  end(at: number): number;
}

/** Decodes a text; undefined if it contains nothing to decode. */
function readableText(text: string): ReadableText | undefined {
  if (!mayDiffer(text)) return undefined;
  const pieces: string[] = [];
  /** For each changed piece: its offset and length in the decoded text, and its offset in the original. */
  const changes: Change[] = [];
  let copied = 0;
  let length = 0;
  for (const { 0: written, index } of text.matchAll(PIECE)) {
    const read = readOf(written);
    if (read === written) continue;
    pieces.push(text.slice(copied, index), read);
    length += index - copied;
    changes.push({ at: length, length: read.length, start: index, end: index + written.length });
    length += read.length;
    copied = index + written.length;
  }
  if (changes.length === 0) return undefined;
  pieces.push(text.slice(copied));
  return {
    text: pieces.join(''),
    start: at => writtenPlace(changes, at, change => change.start),
    end: at => (at === 0 ? 0 : writtenPlace(changes, at - 1, change => change.end - 1) + 1),
  };
}

interface Change {
  at: number;
  length: number;
  start: number;
  end: number;
}

/** Returns the offset of a character in the original; for a character of a decoded escape, the result of `placeIn`. */
function writtenPlace(changes: readonly Change[], at: number, placeIn: (change: Change) => number): number {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  // Of changes at the same offset, only the last counts.
  const change = changes[low - 1];
  if (!change) return at;
  return at < change.at + change.length ? placeIn(change) : at - change.at - change.length + change.end;
}

function mayDiffer(text: string): boolean {
  return (
    text.includes('%') ||
    text.includes('&') ||
    text.includes('\\u00') ||
    text.includes('\u001b[') ||
    text.includes('\\x1b[') ||
    NOT_ASCII.test(text)
  );
}

const NOT_ASCII = /[^\0-\x7f]/;
const PIECE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a colour of a terminal begins with one
  /(?:%[\da-f]{2})+|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,5});|[^\0-\x7f]|\\u00[2-7][\da-f]|(?:\u001b|\\(?:u001b|x1b|033|e))\[[\d;]{0,20}[a-z]/giu;

function readOf(written: string): string {
  const [first] = written;
  if (first === '%') return percentDecoded(written);
  if (first === '\u001b' || written.includes('[')) return '';
  if (first === '\\') return String.fromCharCode(Number.parseInt(written.slice(2), 16));
  if (first === '&') return entityOf(written);
  if (UNSEEN.test(written)) return '';
  return LOOK_ALIKES.get(written) ?? plainOf(written);
}

function percentDecoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

function entityOf(written: string): string {
  const name = written.slice(1, -1).toLowerCase();
  if (!name.startsWith('#')) return ENTITIES.get(name) ?? written;
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : written;
}

// Only characters that may occur in a secret, an address or a number: other letters have variants, too.
function plainOf(written: string): string {
  const plain = written.normalize('NFKC');
  return /^[!-~]{1,3}$/.test(plain) ? plain : written;
}

const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;

const ENTITIES = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    num: '#',
    colon: ':',
    equals: '=',
    period: '.',
    comma: ',',
    sol: '/',
    bsol: '\\',
    lowbar: '_',
    plus: '+',
    hyphen: '-',
    dash: '-',
    commat: '@',
    excl: '!',
    ast: '*',
    nbsp: ' ',
    shy: '',
    zwj: '',
    zwnj: '',
  }),
);

/** Cyrillic and Greek letters that look like Latin ones. */
const LOOK_ALIKES = new Map(
  [
    ['АВЕЅІЈКМНОРСТХУԌԚԜ', 'ABESIJKMHOPCTXYGQW'],
    ['аеѕіјорсухһԁԛԝԍ', 'aesijopcyxhdqwg'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
    ['ονϲϳ', 'ovcj'],
  ].flatMap(([from = '', to = '']) => [...from].map((letter, index) => [letter, to[index] ?? letter] as const)),
);

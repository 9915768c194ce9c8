import type { Span } from './spans';

/** Finds words that encode a text in base64 or hexadecimal digits, with the decoded text. */
export function decodedBlobs(text: string): (Span & { decoded: string })[] {
  const blobs: (Span & { decoded: string })[] = [];
  if (text.length < SHORTEST) return blobs;
  for (const { pattern, encoding } of CODES) {
    for (const { 0: word, index } of text.matchAll(pattern)) {
      const decoded = Buffer.from(word.slice(0, LONGEST).replace(/^0x/, ''), encoding).toString();
      if (!UNREADABLE.test(decoded)) blobs.push({ start: index, end: index + word.length, decoded });
    }
  }
  return blobs;
}

const SHORTEST = 12;
// Images are longer than any text that is worth decoding.
const LONGEST = 200_000;

/** Four base64 characters that encode three of ASCII. */
const QUAD = '[I-Za-f][C-HS-Xi-nyz0-3][ABEFIJMNQRUVYZcdghklopstwx014589][\\w+/-]';

// Both begin as only encoded text does: hardly any other word is decoded.
const CODES = [
  { pattern: /(?<![\w+/-])(?:0x)?(?:[2-7][\da-f]|0[9ad]){6,}(?!\w)/gi, encoding: 'hex' },
  { pattern: new RegExp(`(?<![\\w+/-])(?:${QUAD}){3}[\\w+/-]*={0,2}`, 'g'), encoding: 'base64' },
] as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: what is looked for are bytes that no text has
const UNREADABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\uFFFD]/;

import { replaceJsonValues } from '../../text/json/replaceJsonValues';
import { certainSecrets } from './secretPatterns';
import type { Span } from './spans';

/**
 * Finds secrets that are split across neighbouring texts of a JSON text: those of a list, or of properties with similar
 * names. Returns the pieces by the ordinal of their text.
 */
export function splitSecrets(json: string): ReadonlyMap<number, Span[]> {
  const pieces = new Map<number, Span[]>();
  for (const texts of neighbours(json)) {
    if (texts.length < 2) continue;
    const joined = texts.map(({ text }) => text).join('');
    const starts: number[] = [];
    let length = 0;
    for (const { text } of texts) {
      starts.push(length);
      length += text.length;
    }
    for (const { start, end } of certainSecrets(joined)) {
      const parts: { ordinal: number; piece: Span; text: string }[] = [];
      for (let index = lastUpTo(starts, start); index < texts.length && (starts[index] ?? 0) < end; index++) {
        const { ordinal = 0, text = '' } = texts[index] ?? {};
        const from = starts[index] ?? 0;
        const piece = { start: Math.max(0, start - from), end: Math.min(text.length, end - from) };
        parts.push({ ordinal, piece, text: text.slice(piece.start, piece.end) });
      }
      // A secret within a single text is found there.
      if (parts.length < 2 || !isOne(parts.map(({ text }) => text))) continue;
      for (const { ordinal, piece } of parts) pieces.set(ordinal, [...(pieces.get(ordinal) ?? []), piece]);
    }
  }
  return pieces;
}

/** Whether parts form one token. A token that ends with its text may be followed by a word in the next. */
function isOne(parts: readonly string[]): boolean {
  const whole = parts.join('');
  if (whole.startsWith('-----BEGIN')) return whole.includes('-----END');
  return !/\s/.test(whole) && parts.slice(1).every(part => part.length >= 4 && /\d/.test(part) && /[a-z]/i.test(part));
}

interface Neighbour {
  ordinal: number;
  text: string;
}

function neighbours(json: string): Iterable<Neighbour[]> {
  const byName = new Map<string, Neighbour[]>();
  let ordinal = -1;
  replaceJsonValues(json, {
    covers: () => false,
    cover: value => value,
    string(text, name) {
      ordinal++;
      // Longer texts are no pieces of a token.
      if (text.length === 0 || text.length > LONGEST) return text;
      const alike = name.replace(/\d+/g, '#');
      const others = byName.get(alike);
      if (others) others.push({ ordinal, text });
      else byName.set(alike, [{ ordinal, text }]);
      return text;
    },
  });
  return byName.values();
}

const LONGEST = 2000;

function lastUpTo(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

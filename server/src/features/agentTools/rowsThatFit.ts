import { INVISIBLE, sliceStart, visibleEscape } from '../../shared/shownText';

/** The maximum size of a tool's answer to an agent: its JSON in bytes of UTF-8. */
export const MOST_BYTES = 20_000;
/** The bytes of an answer that the rows of a list may take. */
const ROOM = 13_000;

/**
 * Takes rows from an iterable until the next one would make the answer too large. The list is the only part of an answer whose length
 * varies.
 *
 * @param rows created one by one on demand; the size of each is bounded
 * @returns `isCut`: there were further rows
 */
export function rowsThatFit<T>(
  rows: Iterable<T>,
  { limit = Number.POSITIVE_INFINITY, room = ROOM }: { limit?: number | undefined; room?: number } = {},
): { rows: T[]; isCut: boolean } {
  const taken: T[] = [];
  let left = room;
  for (const row of rows) {
    left -= sizeOf(row);
    // One row is always taken, or a list would never go on.
    if (taken.length > 0 && (left < 0 || taken.length >= Math.max(1, limit))) return { rows: taken, isCut: true };
    taken.push(row);
  }
  return { rows: taken, isCut: false };
}

/** Returns the size of a value as it is sent: in bytes of JSON, with escapes for invisible characters. */
export function sizeOf(value: unknown): number {
  return ENCODER.encode(JSON.stringify(visibleTexts(value))).length;
}

const ENCODER = new TextEncoder();

/** Copies a JSON value with escapes for invisible characters in its texts. Drops members that JSON can't represent. */
export function visibleTexts(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value);
  if (Array.isArray(value)) return value.map(visibleTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (isAbsent(member) ? [] : [[name, visibleTexts(member)]])),
  );
}

// A sum of hostile numbers may be infinite.
function isAbsent(member: unknown): boolean {
  return member === undefined || (typeof member === 'number' && !Number.isFinite(member));
}

/** Replaces characters that are invisible, control a terminal or reorder text by their escapes. Keeps line ends and tabs. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, character =>
    character === '\n' || character === '\t' ? character : visibleEscape(character),
  );
}

/** Truncates a text to a number of bytes as it is sent. A cut text ends with `…`. */
export function beginningOf(text: string, bytes: number): string {
  const shown = prefixOf(text, bytes);
  return shown.length < text.length ? `${shown}…` : shown;
}

/** Like `beginningOf`, but without `…`: the length of the result is the offset of the rest. */
export function prefixOf(text: string, bytes: number): string {
  let shown = sliceStart(text, bytes);
  while (sizeOf(shown) > bytes + QUOTES) shown = sliceStart(shown, Math.floor(shown.length * SHORTER));
  return shown;
}

const QUOTES = 2;
const SHORTER = 0.7;

/** Returns a count with its noun for a model, in English: `1 step`, `2 steps`. */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
}

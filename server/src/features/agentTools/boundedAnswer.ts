import { INVISIBLE, sliceStart, visibleEscape } from '../../shared/shownText';

/** The limit of an answer as JSON, in bytes of UTF-8. */
export const MOST_BYTES = 20_000;
/** The share of it that the rows of a list may take. */
const ROOM = 13_000;

/**
 * Takes rows while they fit into an answer: the list of an answer is the only part of it that grows.
 *
 * @param rows made one by one, so that no row is made that doesn't fit; each is bounded by itself
 * @returns `isCut` if there were more rows than were taken
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

/** The bytes of a value as JSON, as it is sent: with escapes for what is invisible. */
export function sizeOf(value: unknown): number {
  return ENCODER.encode(JSON.stringify(visibleTexts(value))).length;
}

const ENCODER = new TextEncoder();

/** Copies a JSON value with its texts made visible, without members that JSON does not have. */
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

/**
 * Replaces characters that nobody sees, that control a terminal or reorder text by their escapes. Keeps the ends of lines and
 * tabs.
 */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, character =>
    character === '\n' || character === '\t' ? character : visibleEscape(character),
  );
}

/** The beginning of a text that takes so many bytes as it is sent, with a mark where it is cut. */
export function beginningOf(text: string, bytes: number): string {
  const shown = prefixOf(text, bytes);
  return shown.length < text.length ? `${shown}…` : shown;
}

/** The same without a mark: the rest begins at its length. */
export function prefixOf(text: string, bytes: number): string {
  let shown = sliceStart(text, bytes);
  while (sizeOf(shown) > bytes + QUOTES) shown = sliceStart(shown, Math.floor(shown.length * SHORTER));
  return shown;
}

const QUOTES = 2;
const SHORTER = 0.7;

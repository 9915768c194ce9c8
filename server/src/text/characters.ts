import { truncate } from '../shared/shownText';
import { computeOnce } from './memoize';

const segmenter = computeOnce(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/** Returns the width of a text in columns of a monospaced font: East Asian letters and emoji take two, combining marks none. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter().segment(text)) width += UNSEEN.test(segment) ? 0 : WIDE.test(segment) ? 2 : 1;
  return width;
}

const PLAIN = /^[\x20-\x7E]*$/;
const UNSEEN = /^[\p{M}\p{Cf}]+$/u;
const WIDE =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]|[\u{20000}-\u{3FFFD}])/u;

/** Returns whether a text has a lone surrogate. JSON can contain one, but encoding it in a URI throws. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** Quotes a name from a file for a message or a title, and truncates a long one. */
export function quoteName(name: string): string {
  return `"${escapeLoneSurrogates(truncate(name, 60, 57))}"`;
}

/** Replaces lone surrogates, which UTF-8 can't encode, by their JSON escapes. */
export function escapeLoneSurrogates(text: string): string {
  return text.replace(/\p{Surrogate}/gu, half => `\\u${half.charCodeAt(0).toString(16)}`);
}

/**
 * Removes what a terminal takes for commands from the output of a program: colours, links, moves of the cursor. A return of the cursor to the
 * start of a line begins a new line.
 */
export function withoutTerminalCodes(text: string): string {
  if (!text.includes('\x1b') && !text.includes('\r')) return text;
  const [before = '', ...after] = text.split('\x1b');
  return (before + after.map(piece => piece.replace(TERMINAL_CODE, '')).join('')).replace(/\r+\n|\r/g, '\n');
}

/** What follows an escape character: a sequence of parameters and a letter; a text that ends with a control character; a letter. */
const TERMINAL_CODE = /^(?:\[[0-?]*[ -/]*[@-~]|\][^\p{Cc}]*(?!\n)\p{Cc}?|[ -/]*[0-Z\\^-~])/u;

import { displayWidth } from '../../text/displayWidth';
import { escapeInvisible } from './escapeInvisible';
import type { Paint, Style } from './paint';

/** Text of a line, in a style of its own. */
export type Piece = string | readonly [text: string, style: Style];

/** Where lines go: how they are painted, and how many columns they may take. */
export interface Page {
  paint: Paint;
  /** Infinity where nothing is to be cut. */
  width: number;
}

/** One line for a terminal, without its line end, cut with `…` where it is too long. Nothing in it steers the terminal. */
export function terminalLine(pieces: readonly Piece[], { paint, width }: Page): string {
  let room = width;
  let line = '';
  for (const piece of pieces) {
    const [text, style] = typeof piece === 'string' ? [piece] : piece;
    const { shown, cut } = fitted(escapeInvisible(text), room);
    line += style && shown !== '' ? paint(shown, style) : shown;
    if (cut) break;
    // To measure takes longer than all else, and what is not cut need not be.
    if (room < Number.POSITIVE_INFINITY) room -= displayWidth(shown);
  }
  return line.trimEnd();
}

function fitted(text: string, room: number): { shown: string; cut: boolean } {
  // A text takes a column at least for each two of its UTF-16 units, or nearly so: of a long one only the front is measured.
  if (room === Number.POSITIVE_INFINITY || (text.length <= 8 * room && displayWidth(text) <= room))
    return { shown: text, cut: false };
  let shown = '';
  for (const character of text) {
    if (displayWidth(shown + character) > room - 1) break;
    shown += character;
  }
  return { shown: `${shown}…`, cut: true };
}

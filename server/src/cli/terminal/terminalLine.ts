import { displayWidth } from '../../text/displayWidth';
import { escapeInvisible } from './escapeInvisible';
import type { Paint, Style } from './paint';

/** A piece of a line, optionally with a style. */
export type Piece = string | readonly [text: string, style: Style];

/** The output of lines: its styling and width in columns. */
export interface Page {
  paint: Paint;
  /** Infinity for no truncation. */
  width: number;
}

/** One line for a terminal, without its newline, truncated with `…` if too long. Control characters are escaped. */
export function terminalLine(pieces: readonly Piece[], { paint, width }: Page): string {
  let room = width;
  let line = '';
  for (const piece of pieces) {
    const [text, style] = typeof piece === 'string' ? [piece] : piece;
    const { shown, cut } = fitted(escapeInvisible(text), room);
    line += style && shown !== '' ? paint(shown, style) : shown;
    if (cut) break;
    // Measuring is the slowest step, and unnecessary without truncation.
    if (room < Number.POSITIVE_INFINITY) room -= displayWidth(shown);
  }
  return line.trimEnd();
}

function fitted(text: string, room: number): { shown: string; cut: boolean } {
  // Nearly any text takes at least one column per two UTF-16 units: only the front of a long one is measured.
  if (room === Number.POSITIVE_INFINITY || (text.length <= 8 * room && displayWidth(text) <= room))
    return { shown: text, cut: false };
  let shown = '';
  for (const character of text) {
    if (displayWidth(shown + character) > room - 1) break;
    shown += character;
  }
  return { shown: `${shown}…`, cut: true };
}

import { INVISIBLE, visibleEscape } from '../shared/shownText';
import { displayWidth } from '../text/characters';

/** A text within a line of terminal output, with a style such as bold if needed. */
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

/** JSON with a final newline, and without characters that control a terminal or reorder its text. */
export function escapedJsonLine(json: string): string {
  return `${escapeControls(json)}\n`;
}

/** JSON.stringify does not escape DEL, C1 controls, separators and bidirectional controls. */
export function escapeControls(json: string): string {
  return json.replace(/[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu, character => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/**
 * Makes text safe for one line of a terminal: replaces each character that would control the terminal, reorder text, or be
 * invisible by its escape (`\u001b`). Content of files is untrusted and never printed raw.
 */
export function escapeInvisible(text: string): string {
  return text.replace(INVISIBLE, visibleEscape);
}

export type Style = keyof typeof STYLES;

export type Paint = (text: string, style: Style) => string;

/** Creates a function that styles text with escape codes, or returns it unchanged if `colour` is false. */
export function painter(colour: boolean): Paint {
  return colour ? painted : plain;
}

const STYLES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
} as const;

/** Not util.styleText: since Node 22 it decides itself whether to use colour. */
function painted(text: string, style: Style): string {
  const [on, off] = STYLES[style];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

function plain(text: string): string {
  return text;
}

/** Renders the Markdown of our docs for a terminal: styles in place of the markup, lines unchanged. */
export function terminalMarkdown(markdown: string, paint: Paint): string {
  let isCode = false;
  const lines = markdown.trimEnd().split('\n');
  const shown = lines.flatMap(line => {
    const text = escapeInvisible(line);
    if (text.startsWith('```')) {
      isCode = !isCode;
      return [];
    }
    if (isCode) return paint(`  ${text}`, 'cyan');
    const heading = /^#+ (.*)$/.exec(text)?.[1];
    return heading === undefined ? withMarks(text, paint) : paint(heading, 'bold');
  });
  return `${shown.join('\n')}\n`;
}

function withMarks(line: string, paint: Paint): string {
  return line.replace(/`([^`]+)`|\*\*([^*]+)\*\*/g, (_, code?: string, strong?: string) =>
    code === undefined ? paint(strong ?? '', 'bold') : paint(code, 'cyan'),
  );
}

import type { FileReport, ReportedProblem, UnreadFile } from '../../model/analysis';
import type { Severity } from '../../model/schema';
import { counted, summaryOf } from '../commandIo';
import { escapeInvisible, type Page, painter, type Style } from '../terminalLine';
import type { FileChange } from '../watchedFiles';

interface PrettyOptions {
  colour: boolean;
  width: number;
  /** Files that could not be checked, counted in the summary. */
  unread?: readonly UnreadFile[];
}

/**
 * Formats the problems of files as text for people. Each problem has one line, with the line of the file below it. The last line is a
 * summary.
 *
 * @param fileLines the lines of each file that has problems, by the name in its report
 */
export function* formatPretty(
  reports: readonly FileReport[],
  fileLines: ReadonlyMap<string, readonly string[]>,
  options: PrettyOptions,
): Generator<string> {
  const page: Page = { paint: painter(options.colour), width: options.width };
  for (const { file, problems } of reports) {
    const lines = fileLines.get(file);
    for (const problem of problems) yield `${headline(file, problem, page)}\n${quotation(lines, problem, page)}\n`;
  }
  const { unread = [] } = options;
  const left = unread.length > 0 ? `, ${page.paint(`${unread.length} not checked`, 'red')}` : '';
  yield `${conclusion(reports, page)}${left}\n`;
}

/** Formats a problem as one line. */
export function headline(file: string, { range, severity, message, rule }: ReportedProblem, { paint }: Page): string {
  const place = `${escapeInvisible(file)}:${range.start.line + 1}:${range.start.character + 1}`;
  return `${paint(place, 'bold')} ${paint(severity, COLOURS[severity])} ${escapeInvisible(message)} ${paint(escapeInvisible(rule), 'dim')}`;
}

const COLOURS: Record<Severity, Style> = { error: 'red', warning: 'yellow', info: 'blue' };

/** Formats the line of the problem, after its number. Without the number, the line could start like a command to the CI that shows it. */
export function quotation(
  lines: readonly string[] | undefined,
  { range: { start, end }, severity }: ReportedProblem,
  { paint, width }: Page,
): string {
  const line = lines?.[start.line];
  if (line === undefined) return '';
  const number = String(start.line + 1);
  const margin = number.length + 5;
  const { text, marks } = excerpt(line, {
    start: start.character,
    end: end.line > start.line ? line.length : end.character,
    width: Math.max(width - margin, 20),
  });
  const squiggle = marks.trimStart();
  const indent = marks.slice(0, marks.length - squiggle.length);
  const first = `${paint(`  ${number} |`, 'dim')} ${text}`;
  const second = `${paint(`  ${' '.repeat(number.length)} |`, 'dim')} ${indent}${paint(squiggle, COLOURS[severity])}`;
  return `${first}\n${second}\n`;
}

/** Formats a one-line summary: the numbers of checked files and of problems. */
export function conclusion(reports: readonly FileReport[], { paint }: Page): string {
  const { files, parts, errors, warnings, infos } = summaryOf(reports);
  const checked = `${counted(files, 'file')}, ${counted(parts, 'envelope')}`;
  const found = [
    errors > 0 && paint(counted(errors, 'error'), 'red'),
    warnings > 0 && paint(counted(warnings, 'warning'), 'yellow'),
    infos > 0 && paint(counted(infos, 'info'), 'blue'),
  ].filter(piece => piece !== false);
  return `${checked}: ${found.length > 0 ? found.join(', ') : paint('no problems', 'green')}`;
}

/** The available width, and the span to mark in UTF-16 units; `end` is exclusive. */
interface Excerpt {
  start: number;
  end: number;
  /** Terminal columns, at least 10. */
  width: number;
}

/**
 * Formats a line of a file for a terminal, and a line of marks below its span. Truncates with `…` so that the start of the span stays
 * visible. The cost depends only on the length of the shown portion.
 */
export function excerpt(line: string, { start, end, width }: Excerpt): { text: string; marks: string } {
  const at = Math.min(start, line.length);
  const all = cells(line, Math.max(0, at - width), Math.min(line.length, at + 2 * width));
  const marked = all.findIndex(cell => cell.to > at);
  const { before, after } = window(all, marked === -1 ? all.length : marked, { line, width });

  const shown = [...before, ...after];
  const cutLeft = (shown.at(0)?.from ?? 0) > 0;
  const cutRight = (shown.at(-1)?.to ?? line.length) < line.length;
  const under = after.filter(cell => cell.from < end);
  return {
    text: (cutLeft ? '…' : '') + shown.map(cell => cell.text).join('') + (cutRight ? '…' : ''),
    marks: ' '.repeat((cutLeft ? 1 : 0) + total(before)) + '~'.repeat(Math.max(1, total(under))),
  };
}

/** The displayed form of one character, and its width in columns. */
interface Cell {
  from: number;
  to: number;
  text: string;
  width: number;
}

const TAB = 4;

/** Returns the cells of a section of a line. Tabs become blanks up to the next tab stop, since terminals have different tab stops. */
function cells(line: string, from: number, to: number): Cell[] {
  // Do not start inside a surrogate pair.
  const begin = isLow(line, from) ? from - 1 : from;
  const stop = isLow(line, to) ? to + 1 : to;
  const found: Cell[] = [];
  let column = 0;
  let at = begin;
  for (const character of line.slice(begin, stop)) {
    const text = character === '\t' ? ' '.repeat(TAB - (column % TAB)) : escapeInvisible(character);
    const width = text === character ? columnsOf(character) : text.length;
    found.push({ from: at, to: at + character.length, text, width });
    at += character.length;
    column += width;
  }
  return found;
}

function isLow(line: string, at: number): boolean {
  return at > 0 && /[\udc00-\udfff]/.test(line.charAt(at)) && /[\ud800-\udbff]/.test(line.charAt(at - 1));
}

function columnsOf(character: string): number {
  if (character >= ' ' && character <= '~') return 1;
  if (ZERO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

const ZERO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;
/** Unicode's East Asian Width W and F, by whole blocks, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;

/**
 * Returns the cells to show, before the first marked one and from it on. If the line is too long, a third of the width goes before the
 * first marked cell, and more if the rest of the line is short.
 */
function window(all: readonly Cell[], first: number, { line, width }: { line: string; width: number }) {
  const before = all.slice(0, first);
  const after = all.slice(first);
  const whole = (all.at(0)?.from ?? 0) === 0 && (all.at(-1)?.to ?? 0) === line.length;
  if (whole && total(all) <= width) return { before, after };

  const room = width - 2; // both ends may be cut
  const left = fitting(before.toReversed(), Math.max(Math.floor(room / 3), room - total(after))).toReversed();
  return { before: left, after: fitting(after, room - total(left)) };
}

/** Returns the first cells that fit. */
function fitting(some: readonly Cell[], width: number): readonly Cell[] {
  let used = 0;
  const over = some.findIndex(cell => {
    used += cell.width;
    return used > width;
  });
  return over === -1 ? some : some.slice(0, over);
}

function total(some: readonly Cell[]): number {
  return some.reduce((sum, cell) => sum + cell.width, 0);
}

/** Formats changes as text: each new problem with its line, each problem that is gone, and a summary of all files. */
export function formatChanges(changes: readonly FileChange[], reports: readonly FileReport[], page: Page): string {
  const { paint } = page;
  const sections = changes.flatMap(({ file, lines, added, fixed }) => [
    ...added.map(
      problem => `${paint('new', 'bold')}  ${headline(file, problem, page)}\n${quotation(lines, problem, page)}`,
    ),
    ...fixed.map(problem => `${paint('gone', 'dim')} ${headline(file, problem, page)}\n`),
  ]);
  return `\n${sections.join('')}${conclusion(reports, page)}\n`;
}

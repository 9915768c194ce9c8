import { isSyntaxProblem } from '../../rules/ruleNames';
import { formatNumber, t } from '../../shared/l10n';
import type { ReplayAnswer, ReplayParams } from '../../shared/replay/index';
import { truncate } from '../../shared/shownText';
import { COLON, COMMA, endOfToken, isClosing, isOpening, SLASH, skipWhitespace } from '../../text/json/jsonScanner';
import { parseJson, type SyntaxFault } from '../../text/json/parseJson';
import { findLastAtOrBefore } from '../../text/lines';
import { memoizeByVersion } from '../../text/memoize';
import { type EnvelopeContent, type EnvelopeProblem, type ReplayedRun, windowRows } from './replayedRun';
import { envelopeLocation, jsonSpansOf } from './stepFamilies';

/** The lines of an envelope's text, for the replay page. The string of a line is created on request, since an envelope may have megabytes. */
export interface TextLines {
  count: number;
  /** The text has more lines than `count`: the rest is cut. */
  isCut: boolean;
  /**
   * Returns a line.
   *
   * @param most the maximum number of characters; a longer line ends with `…`
   */
  line(index: number, most: number): string;
  /** Converts an offset in the text to a position in the lines. */
  placeOf(offset: number): { line: number; character: number };
}

/**
 * Formats JSON with one value per line, indented by two spaces. Tokens stay as written, digit by digit. Keeps only the start
 * offset and depth of each line, so that ten megabytes stay cheap.
 *
 * @param most the maximum number of lines; the rest of the text is left out
 */
export function envelopeTextLines(text: string, most = MOST_LINES): TextLines {
  const starts: number[] = [];
  const depths: number[] = [];
  let depth = 0;
  let before = NONE;
  let at = skipWhitespace(text, 0);
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const closes = isClosing(code);
    if (closes && depth > 0) depth--;
    if (beginsLine(before, code)) {
      if (starts.length === most) break;
      starts.push(at);
      depths.push(depth);
    }
    if (isOpening(code)) depth++;
    before = code;
    at = skipWhitespace(text, endOfToken(text, at));
  }
  const end = at;
  const endOf = (index: number) => starts[index + 1] ?? end;
  return {
    count: starts.length,
    isCut: end < text.length,
    line: (index, most) => formatLine(text, starts[index] ?? text.length, endOf(index), depths[index] ?? 0, most),
    placeOf(offset) {
      const line = Math.max(
        0,
        findLastAtOrBefore(starts.length, index => starts[index] as number, offset),
      );
      return { line, character: characterOf(text, starts[line] ?? 0, offset, depths[line] ?? 0) };
    },
  };
}

/** Splits a text into its own lines, without formatting. */
export function plainLines(text: string, most = MOST_LINES): TextLines {
  const starts = [0];
  let last = text.length;
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) {
    if (starts.length === most) {
      last = index;
      break;
    }
    starts.push(index + end.length);
  }
  const endOf = (index: number) => starts[index + 1] ?? last;
  return {
    count: starts.length,
    isCut: last < text.length,
    line(index, most) {
      const start = starts[index] ?? text.length;
      return truncateLine(text.slice(start, Math.min(endOf(index), start + most + 3)).replace(/[\r\n]+$/, ''), most);
    },
    placeOf(offset) {
      const line = Math.max(
        0,
        findLastAtOrBefore(starts.length, index => starts[index] as number, offset),
      );
      return { line, character: offset - (starts[line] ?? 0) };
    },
  };
}

/** Truncates a line without splitting a surrogate pair. */
export function truncateLine(text: string, most: number): string {
  return truncate(text, most, most);
}

// A text of sixty megabytes may consist of brackets and commas only.
const MOST_LINES = 2_000_000;

const NONE = -1;

function beginsLine(before: number, code: number): boolean {
  if (before === NONE || before === COMMA || before === SLASH || code === SLASH) return true;
  if (isOpening(before)) return !isClosing(code);
  return isClosing(code);
}

function formatLine(text: string, start: number, end: number, depth: number, most: number): string {
  let line = ' '.repeat(Math.min(2 * depth, most));
  for (let at = start; at < end && line.length <= most; ) {
    const next = endOfToken(text, at);
    line += text.slice(at, Math.min(next, at + most + 1));
    if (text.charCodeAt(at) === COLON) line += ' ';
    at = skipWhitespace(text, next);
  }
  // A comment may span several lines.
  return truncateLine(line.replace(/\s*[\r\n]\s*/g, ' '), most);
}

function characterOf(text: string, start: number, offset: number, depth: number): number {
  let character = 2 * depth;
  for (let at = start; at < offset; ) {
    const next = endOfToken(text, at);
    if (next > offset) return character + offset - at;
    character += next - at + (text.charCodeAt(at) === COLON ? 1 : 0);
    at = skipWhitespace(text, next);
  }
  return character;
}

type Answer = ReplayAnswer<'envelope'>;

/** Returns a window of an envelope's formatted lines; unformatted if the envelope has a syntax error. */
export function envelopeText(replay: ReplayedRun, params: ReplayParams<'envelope'>): Answer {
  const location = envelopeLocation(replay, params);
  const read = replay.reader.text(location);
  if ('fault' in read) return { rows: [], from: 0, total: 0, fault: read.fault, problems: [] };
  const layout = LAYOUTS(read.text, read.lang, () => layoutOf(read));
  const { lines, fault } = layout;
  const notice = fault?.message ?? (lines.isCut ? t`Only the first ${formatNumber(lines.count)} lines are shown.` : '');
  const rows = windowRows(params, lines.count, MOST_TEXT_LINES, index => lines.line(index, LONGEST_LINE));
  const problems = replay.reader.problems(location).map(problem => placed(problem, read.text, layout));
  const visible = problems.filter(({ line }) => line >= rows.from && line < rows.from + rows.rows.length);
  return { ...rows, problems: visible.slice(0, MOST_PROBLEMS), ...(notice && { fault: notice }) };
}

const MOST_TEXT_LINES = 400;
const LONGEST_LINE = 2000;
const MOST_PROBLEMS = 200;

interface Layout {
  lines: TextLines;
  fault?: SyntaxFault;
}

// Memoized: scrolling a text of ten megabytes must not format it again.
const LAYOUTS = memoizeByVersion<Layout>(4);

function layoutOf({ text, lang }: Exclude<EnvelopeContent, { fault: string }>): Layout {
  if (lang === 'markdown') return { lines: plainLines(text) };
  const { fault } = parseJson(text, lang);
  return fault ? { lines: plainLines(text), fault } : { lines: envelopeTextLines(text) };
}

function placed(
  { severity, message, rule, path }: EnvelopeProblem,
  text: string,
  { lines, fault }: Layout,
): Answer['problems'][number] {
  const isSyntax = fault !== undefined && isSyntaxProblem({ rule });
  const span = isSyntax ? fault.span : (jsonSpansOf(text).at(path) ?? { start: 0, end: text.length });
  const start = lines.placeOf(span.start);
  const end = lines.placeOf(Math.max(span.start, span.end - 1));
  // Marks only the first line of a range over several lines.
  const length = lines.line(start.line, LONGEST_LINE).length;
  const from = Math.min(start.character, length);
  const to = end.line === start.line ? Math.min(end.character + 1, length) : length;
  return { line: start.line, from, to: Math.max(from, to), severity, message, rule };
}

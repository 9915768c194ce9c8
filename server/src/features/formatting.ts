import { createScanner, type Edit, format } from 'jsonc-parser';
import type { AnalysedPart, Analysis } from '../model/analysis';
import type { Part, Range, Span, Table, TextChange } from '../model/text';
import { offsetAt, rangeOf, rangeOfPart } from '../parts/positions';
import { partTree } from '../parts/rootPart';
import { isSyntaxProblem } from '../rules/ruleNames';
import { displayWidth } from '../text/characters';
import { comparePositions, rangesTouch } from '../text/lines';
import { memoizeByObject } from '../text/memoize';

interface Options {
  tabSize: number;
  insertSpaces: boolean;
  insertFinalNewline?: boolean;
}

/**
 * Formats the envelopes of a file: spreads an envelope in a JSON file over several lines, and keeps a line of a log on one line, with single
 * spaces. Each value stays as written, digit by digit. JSON that is no envelope, or has syntax errors, stays unchanged. In registries and in
 * Markdown files with lists of checks, the columns of tables are aligned.
 *
 * @param within if given, only the envelopes and tables that touch this range are formatted
 */
export function formatting({ file, parts }: Analysis, options: Options, within?: Range): TextChange[] {
  const isBroken = ({ problems }: AnalysedPart) => problems.some(isSyntaxProblem);
  const isReadable = !parts.some(isBroken);
  const whole = new Set<Part>();
  for (const analysed of parts) {
    const { part, recognition } = analysed;
    if (!recognition || isBroken(analysed) || (within && !touches(rangeOfPart(part), within))) continue;
    if (!part.parent) whole.add(part);
    // Formats a root array with its brackets, which requires valid JSON; of a range of it, each element where it stands.
    else if (isReadable && (!within || contains(within, part.parent))) whole.add(part.parent);
    else if (isReadable && within && rangesTouch(rangeOfPart(part), within)) whole.add(part);
  }
  const envelopes = [...whole].flatMap(part => (part.oneLine ? lineChanges(part) : blockChanges(part, options)));
  const isOurs = envelopes.length > 0 || whole.size > 0;
  const end = options.insertFinalNewline === true && isOurs && !within ? finalNewline(file.lines) : [];
  return [...parts.flatMap(part => tableChanges(part, within)), ...envelopes, ...end];
}

function finalNewline(lines: readonly string[]): TextChange[] {
  const last = lines.at(-1) ?? '';
  const end = { line: lines.length - 1, character: last.length };
  return last === '' ? [] : [{ range: { start: end, end }, text: '\n' }];
}

// Leaves a table within a JSON string, which is on one line.
function tableChanges({ part, document }: AnalysedPart, within?: Range): TextChange[] {
  if (!document || part.parent) return [];
  const { tables, text: whole } = document.content.markdown;
  const touched = tables.filter(table => !within || touches(rangeOf(part, table), within));
  return touched.flatMap(table => alignTable(table, whole).map(({ at, text }) => ({ range: rangeOf(part, at), text })));
}

function touches(one: Range, two: Range): boolean {
  return one.start.line <= two.end.line && two.start.line <= one.end.line;
}

function contains({ start, end }: Range, part: Part): boolean {
  const own = rangeOfPart(part);
  return comparePositions(start, own.start) <= 0 && comparePositions(own.end, end) <= 0;
}

function blockChanges(part: Part, { tabSize, insertSpaces }: Options): TextChange[] {
  // Brackets nested by the thousand would need gigabytes of indentation.
  // Formatting YAML is left to other extensions.
  if (part.lang === 'yaml' || !partTree(part)) return [];
  const edits = format(part.text, undefined, { tabSize, insertSpaces, eol: '\n' });
  const indent = part.parent ? indentAt(part, 0) : '';
  return (edits.length > MOST_EDITS ? joined(edits, part.text) : edits).map(({ offset, length, content }) => ({
    range: rangeOf(part, { start: offset, end: offset + length }),
    text: part.encode(indent === '' ? content : content.replaceAll('\n', `\n${indent}`)),
  }));
}

// An editor takes a hundred times as long for millions of small edits as for one edit with the same result.
const MOST_EDITS = 20_000;

/** Formats JSON over several lines. */
export function formatJson(text: string, { tabSize, insertSpaces }: Options): string {
  const [whole] = joined(format(text, undefined, { tabSize, insertSpaces, eol: '\n' }), text);
  if (!whole) return text;
  return text.slice(0, whole.offset) + whole.content + text.slice(whole.offset + whole.length);
}

/** Merges many sorted edits into one. */
function joined(edits: readonly Edit[], text: string): Edit[] {
  const [first] = edits;
  if (!first) return [];
  const pieces: string[] = [];
  let at = first.offset;
  for (const { offset, length, content } of edits) {
    pieces.push(text.slice(at, offset), content);
    at = offset + length;
  }
  return [{ offset: first.offset, length: at - first.offset, content: pieces.join('') }];
}

function lineChanges(part: Part): TextChange[] {
  const text = toOneLine(part.text);
  return text === part.text ? [] : [{ range: rangeOfPart(part), text }];
}

/** Formats JSON on one line, with a space after each colon and comma, and none elsewhere. */
export function toOneLine(json: string): string {
  const scanner = createScanner(json, true);
  let line = '';
  // The last token is empty: the end of the text.
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const token = json.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + scanner.getTokenLength());
    line += token === ':' || token === ',' ? `${token} ` : token;
  }
  return line;
}

/** Returns one level of indentation, from the first indented line of a part; two spaces if no line is indented. */
export function indentUnit(part: Part): string {
  return firstIndent(part.parent ?? part) ?? '  ';
}

// Each fix in a large file needs it, and a file on one line is searched to its end.
const firstIndent = memoizeByObject(({ text }: Part) => /^([ \t]+)\S/m.exec(text)?.[1]);

/** Returns the indentation of the line at an offset. */
export function indentAt({ text, parent, map }: Part, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  if (lineStart > 0 || !parent) return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
  // The first line of an element begins before the element.
  const before = parent.text.slice(0, offsetAt(parent, map.at(0) ?? START) ?? 0);
  return /^[ \t]*/.exec(before.slice(before.lastIndexOf('\n') + 1))?.[0] ?? '';
}

const START = { line: 0, character: 0 };

interface RowChange {
  at: Span;
  text: string;
}

// A longer cell sticks out and does not widen its column.
const WIDEST = 120;
const NARROWEST = 3;

/** Aligns the columns of a table. Keeps the text of cells, the text before rows, and the number of cells. */
function alignTable({ header, delimiter, rows }: Table, text: string): RowChange[] {
  const cellsOf = ({ cells }: Table['header']) => cells.map(({ start, end }) => text.slice(start, end));
  const lines = [header, ...rows].map(row => ({ at: row, cells: cellsOf(row) }));
  const marks = marksOf(text.slice(delimiter.start, delimiter.end));
  const columns = marks.marks.map((mark, index): ColumnOfTable => {
    const widths = lines.map(({ cells }) => displayWidth(cells[index] ?? '')).filter(width => width <= WIDEST);
    return { mark, width: widths.reduce((one, two) => Math.max(one, two), NARROWEST) };
  });
  const dashes = columns.map(column => dashesOf(column, marks.spaced));
  const changes = [
    ...lines.map(({ at, cells }) => ({ at, text: rowOf(cells.map((cell, index) => padded(cell, columns[index]))) })),
    { at: delimiter, text: marks.spaced ? rowOf(dashes) : `|${dashes.join('|')}|` },
  ];
  return changes.filter(({ at, text: aligned }) => text.slice(at.start, at.end) !== aligned);
}

interface ColumnOfTable {
  /** `---`, with the colons for the alignment. */
  mark: string;
  width: number;
}

// Returns the marks of a delimiter row, and whether the author wrote spaces around them.
function marksOf(line: string): { marks: string[]; spaced: boolean } {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return { marks: inner.split('|').map(mark => mark.trim()), spaced: /[ \t]/.test(inner) };
}

function dashesOf({ mark, width }: ColumnOfTable, spaced: boolean): string {
  const left = mark.startsWith(':') ? ':' : '';
  const right = mark.endsWith(':') ? ':' : '';
  return left + '-'.repeat(width + (spaced ? 0 : 2) - left.length - right.length) + right;
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function padded(cell: string, column: ColumnOfTable | undefined): string {
  const free = column ? Math.max(0, column.width - displayWidth(cell)) : 0;
  const toRight = column?.mark.endsWith(':');
  const before = !toRight ? 0 : column?.mark.startsWith(':') ? free >> 1 : free;
  return ' '.repeat(before) + cell + ' '.repeat(free - before);
}

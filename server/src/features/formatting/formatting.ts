import { createScanner, type Edit, format } from 'jsonc-parser';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import type { Part } from '../../model/part';
import type { Range, TextChange } from '../../model/text';
import { partTree } from '../../parts/partTree';
import { rangeOf, rangeOfPart } from '../../parts/positions';
import { isSyntaxProblem } from '../../rules/isSyntaxProblem';
import { alignTable } from './tableFormatting';

interface Options {
  tabSize: number;
  insertSpaces: boolean;
  insertFinalNewline?: boolean;
}

/**
 * Formats the envelopes of a file: blocks over several lines, lines of a log on one line with single spaces. Values are
 * kept digit by digit. Other and invalid JSON stays unchanged. In registries and check modules, aligns the columns of
 * tables.
 *
 * @param within formats only what touches this range
 */
export function formatting({ file, parts }: Analysis, options: Options, within?: Range): TextChange[] {
  const isBroken = ({ problems }: AnalysedPart) => problems.some(isSyntaxProblem);
  const isReadable = !parts.some(isBroken);
  const whole = new Set<Part>();
  for (const analysed of parts) {
    const { part, recognition } = analysed;
    if (!recognition || isBroken(analysed) || (within && !touches(rangeOfPart(part), within))) continue;
    // The elements of a root array are formatted together with it, which requires valid JSON.
    if (!part.parent) whole.add(part);
    else if (isReadable) whole.add(part.parent);
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

// A table within a JSON string is on one line, and stays.
function tableChanges({ part, document }: AnalysedPart, within?: Range): TextChange[] {
  if (!document || part.parent) return [];
  const { tables, text: source } = document.content.markdown;
  const touched = tables.filter(table => !within || touches(rangeOf(part, table), within));
  return touched.flatMap(table =>
    alignTable(table, source).map(({ at, text }) => ({ range: rangeOf(part, at), text })),
  );
}

function touches(one: Range, two: Range): boolean {
  return one.start.line <= two.end.line && two.start.line <= one.end.line;
}

function blockChanges(part: Part, { tabSize, insertSpaces }: Options): TextChange[] {
  // Brackets nested by the thousand would need gigabytes of indentation.
  if (!partTree(part)) return [];
  const edits = format(part.text, undefined, { tabSize, insertSpaces, eol: '\n' });
  return (edits.length > MOST_EDITS ? joined(edits, part.text) : edits).map(({ offset, length, content }) => ({
    range: rangeOf(part, { start: offset, end: offset + length }),
    text: part.encode(content),
  }));
}

// An editor takes a hundred times as long for millions of small edits as for the text that they produce.
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

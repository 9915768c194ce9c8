import type { FoldingRange, SelectionRange } from 'vscode-languageserver-types';
import type { Analysis } from '../model/analysis';
import type { Markdown, Part, Position } from '../model/text';
import { positionAt, rangeOf, rangeOfPart } from '../parts/positions';
import { isOpening, nextBracket } from '../text/json/jsonScanner';
import type { JsonNode } from '../text/json/parseJson';
import { lineEnd } from '../text/lines';
import { narrowCursorAt } from './cursor';

/** Returns folding ranges for multi-line objects and arrays of envelopes, and for sections and tables of state registries and the like. */
export function foldingRanges({ parts }: Analysis): FoldingRange[] {
  const envelopes = parts.flatMap(({ part, recognition }) => {
    return recognition && !part.oneLine ? bracketFolds(part) : [];
  });
  // The content of a string is on one line, and can't be folded.
  const documents = parts.flatMap(({ part, document }) =>
    document ? documentFolds(part, document.content.markdown) : [],
  );
  return [...documents, ...envelopes];
}

function documentFolds(part: Part, { text, headings, tables }: Markdown): FoldingRange[] {
  const sections = headings.map((heading, index) => {
    const next = headings.slice(index + 1).find(({ level }) => level <= heading.level);
    return { start: heading.start, end: next?.start ?? text.length };
  });
  return [...sections, ...tables].flatMap(({ start, end }) => {
    const last = start + text.slice(start, end).trimEnd().length;
    const lines = { startLine: positionAt(part, start).line, endLine: positionAt(part, last).line };
    return lines.endLine > lines.startLine ? [lines] : [];
  });
}

// Scans brackets without a tree, which would take seconds for ten megabytes: called after each key.
function bracketFolds(part: Part): FoldingRange[] {
  const { text } = part;
  const folds: (FoldingRange | undefined)[] = [];
  const open: { at: number; line: number; index: number }[] = [];
  let line = 0;
  let end = lineEnd(text, 0);
  for (let at = nextBracket(text, 0); at < text.length; at = nextBracket(text, at + 1)) {
    for (; end < at; end = lineEnd(text, end + 1)) line++;
    if (isOpening(text.charCodeAt(at))) {
      open.push({ at, line, index: folds.push(undefined) - 1 });
      continue;
    }
    const from = open.pop();
    // The line of the closing bracket stays visible.
    if (!from || line - from.line < 2) continue;
    folds[from.index] = { startLine: positionAt(part, from.at).line, endLine: positionAt(part, at).line - 1 };
  }
  return folds.filter(fold => fold !== undefined);
}

/** Returns, for each position, the ranges of expanding the selection: value, property, object, up to the envelope. */
export function selectionRanges(analysis: Analysis, positions: readonly Position[]): SelectionRange[] {
  return positions.map(position => {
    const cursor = narrowCursorAt(analysis, position);
    if (!cursor?.kind) return { range: { start: position, end: position } };
    const { root, at, whole } = cursor;
    const outermost: SelectionRange = { range: rangeOfPart(whole.part) };
    return root ? inwards(root, cursor.offset, at.part, outermost) : outermost;
  });
}

function inwards(node: JsonNode, offset: number, part: Part, parent: SelectionRange): SelectionRange {
  const own = { range: rangeOf(part, { start: node.offset, end: node.offset + node.length }), parent };
  const child = node.children?.find(one => one.offset <= offset && offset <= one.offset + one.length);
  return child ? inwards(child, offset, part, own) : own;
}

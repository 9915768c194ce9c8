import type { FoldingRange } from 'vscode-languageserver-types';
import type { Analysis } from '../model/analysis';
import type { Part } from '../model/part';
import { positionAt } from '../parts/place';
import { type JsonNode, jsonTree } from '../text/json';
import { type TabledDocument, tabledDocuments } from './checkModule';

/** The objects and arrays of envelopes that run over several lines; the sections and tables of registries. */
export function folding(analysis: Analysis): FoldingRange[] {
  const envelopes = analysis.parts.flatMap(({ part, recognition }) => {
    const root = recognition && !part.oneLine ? jsonTree(part.text) : undefined;
    return root ? foldsOf(root, part) : [];
  });
  // A document in a string is on one line.
  const documents = tabledDocuments(analysis).filter(({ part }) => !part.parent);
  return [...documents.flatMap(documentFolds), ...envelopes];
}

function documentFolds({ part, markdown: { text, headings, tables } }: TabledDocument): FoldingRange[] {
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

function foldsOf(node: JsonNode, part: Part): FoldingRange[] {
  const below = (node.children ?? []).flatMap(child => foldsOf(child, part));
  if (node.type !== 'object' && node.type !== 'array') return below;
  const startLine = positionAt(part, node.offset).line;
  // The line of the closing bracket stays in sight.
  const endLine = positionAt(part, node.offset + node.length - 1).line - 1;
  return endLine > startLine ? [{ startLine, endLine }, ...below] : below;
}

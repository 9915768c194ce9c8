import type { FoldingRange } from 'vscode-languageserver-types';
import type { Analysis } from '../../model/analysis';
import type { Markdown } from '../../model/markdown';
import type { Part } from '../../model/part';
import { partTree } from '../../parts/partTree';
import { positionAt } from '../../parts/positions';
import type { JsonNode } from '../../text/json/parseJson';

/** Folds the multi-line objects and arrays of envelopes, and the sections and tables of documents. */
export function foldingRanges({ parts }: Analysis): FoldingRange[] {
  const envelopes = parts.flatMap(({ part, recognition }) => {
    const root = recognition && !part.oneLine ? partTree(part) : undefined;
    return root ? foldsOf(root, part) : [];
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

function foldsOf(node: JsonNode, part: Part): FoldingRange[] {
  const below = (node.children ?? []).flatMap(child => foldsOf(child, part));
  if (node.type !== 'object' && node.type !== 'array') return below;
  const startLine = positionAt(part, node.offset).line;
  // The line of the closing bracket stays visible.
  const endLine = positionAt(part, node.offset + node.length - 1).line - 1;
  return endLine > startLine ? [{ startLine, endLine }, ...below] : below;
}

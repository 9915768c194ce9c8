import type { FoldingRange } from 'vscode-languageserver-types';
import type { Analysis } from '../model/analysis';
import type { Part } from '../model/part';
import { positionAt } from '../parts/place';
import { type JsonNode, jsonTree } from '../text/json';

/** The objects and arrays of envelopes that run over several lines. */
export function folding({ parts }: Analysis): FoldingRange[] {
  return parts.flatMap(({ part, recognition }) => {
    const root = recognition && !part.oneLine ? jsonTree(part.text) : undefined;
    return root ? foldsOf(root, part) : [];
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

import type { SelectionRange } from 'vscode-languageserver-types';
import type { Analysis } from '../../model/analysis';
import type { Part } from '../../model/part';
import type { Position } from '../../model/text';
import { rangeOf, rangeOfPart } from '../../parts/positions';
import type { JsonNode } from '../../text/json/parseJson';
import { narrowCursorAt } from '../cursor';

/** For each position, the ranges of successive expansions: the value, its property, its object, up to the envelope. */
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

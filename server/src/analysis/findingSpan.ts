import type { Part } from '../model/part';
import type { Finding } from '../model/rule';
import type { Path, Span } from '../model/text';
import { type JsonNode, keyNodeAt, nodeAt } from '../text/json/parseJson';

/** Where a finding stands in the text of its part. @param root of the part's text; without one it is at its start */
export function findingSpan(finding: Pick<Finding, 'path' | 'on'>, root: JsonNode | undefined, part: Part): Span {
  if (!root) return { start: 0, end: Math.min(1, part.text.length) };
  const { path, on = 'value' } = finding;
  const node = nodeAt(root, path);
  // What is missing is missed at the key of the object that lacks it, else at its opening brace.
  if (on === 'open') return keySpan(root, path) ?? openingBrace(node ?? root);
  if (on === 'key') return keySpan(root, path) ?? openingBrace(node ?? root);
  return node ? { start: node.offset, end: node.offset + node.length } : openingBrace(root);
}

function keySpan(root: JsonNode, path: Path): Span | undefined {
  const key = path.length > 0 ? keyNodeAt(root, path) : undefined;
  return key && { start: key.offset, end: key.offset + key.length };
}

function openingBrace(node: JsonNode): Span {
  return { start: node.offset, end: node.offset + 1 };
}

import type { Part } from '../model/part';
import type { Finding } from '../model/rule';
import type { Path, Span } from '../model/text';
import { type JsonNode, keyNodeAt, nodeAt } from '../text/json/parseJson';

/**
 * The span of a finding in its part's text.
 *
 * @param root tree of the part's text; without one the span is at the start
 */
export function findingSpan(
  finding: Pick<Finding, 'path' | 'on'>,
  root: JsonNode | undefined,
  part: Pick<Part, 'text'>,
): Span {
  if (!root) return { start: 0, end: Math.min(1, part.text.length) };
  const { path, on = 'value' } = finding;
  const node = nodeAt(root, path);
  // A missing property is reported at the key of its object, else at the opening brace.
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

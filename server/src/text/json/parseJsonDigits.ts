import { type JsonNode, jsonTree } from './parseJson';
import { parseJsonBigInts } from './parseJsonBigInts';

/**
 * As `parseJsonBigInts`, and a number beyond what a double can hold becomes a string as well. For values that are shown: a log has too
 * many lines to look for such numbers in each.
 */
export function parseJsonDigits(text: string): unknown {
  const value = parseJsonBigInts(text);
  if (!BEYOND.test(text)) return value;
  const numbers = infiniteNumbers(jsonTree(text));
  if (numbers.length === 0) return value;
  let quoted = '';
  let copied = 0;
  for (const { offset, length } of numbers) {
    quoted += `${text.slice(copied, offset)}"${text.slice(offset, offset + length)}"`;
    copied = offset + length;
  }
  return parseJsonBigInts(quoted + text.slice(copied));
}

const BEYOND = /\de\+?\d{3}/i;

function infiniteNumbers(root: JsonNode | undefined): JsonNode[] {
  const found: JsonNode[] = [];
  const waiting = root ? [root] : [];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'number' && !Number.isFinite(node.value)) found.push(node);
    for (const child of node.children ?? []) waiting.push(child);
  }
  return found.sort((one, other) => one.offset - other.offset);
}

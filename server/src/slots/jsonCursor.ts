import type { Path, Span } from '../model/text';
import { isClosedString } from '../text/json/jsonScanner';
import { nodeSpan } from '../text/json/jsonSpans';
import {
  childAt,
  childIndexAt,
  type JsonLocation,
  type JsonNode,
  jsonLocationAt,
  nodeAt,
} from '../text/json/parseJson';

/** Where the user types in an incomplete JSON text: the path of the value, and the span of text that a completion replaces. */
export interface JsonCursor {
  path: Path;
  /** The cursor is at the place of a property's name. */
  atKey: boolean;
  /** The span to replace. Contains the cursor, and is empty if there is no value yet. */
  at: Span;
}

/**
 * Finds the location that a cursor means in incomplete JSON: after a complete value the next one begins, even if the comma
 * is still missing, and a half-typed token ends at the cursor. Undefined at the brackets of an object or array, where
 * nothing can be inserted.
 */
export function jsonCursor(text: string, offset: number, root: JsonNode | undefined): JsonCursor | undefined {
  const location = scalarAt(text, offset, root) ?? jsonLocationAt(text, offset);
  if (!location || location.path.length === 0) return undefined;
  const { path, atKey, token } = location;
  if (token && token.start < offset) {
    const at = isUnclosed(text, token) ? { start: token.start, end: offset } : token;
    // Without the comma before it, a property's name is parsed as a second value.
    const isName = typeof path.at(-1) === 'string' && !text.slice(0, at.start).trimEnd().endsWith(':');
    return isName && !atKey ? { ...nextTo(path), at } : { path, atKey, at };
  }
  const at = token ? { start: offset, end: offset } : bareWord(text, offset);
  if (atKey && token) return { ...nextTo(path), at };
  const node = atKey ? undefined : root && nodeAt(root, path);
  if (!node) return { path, atKey, at };
  const end = node.offset + node.length;
  if (end < offset && text.slice(end, at.start).trim() === '') return { ...nextTo(path), at };
  if (offset <= node.offset) return cursorBefore(node, { text, offset, path, at });
  return isScalar(node) ? { path, atKey, at } : undefined;
}

/**
 * Returns the span of a token that is being typed at an offset and has no meaning yet: a property's name without its colon, with or without
 * quotes, or an empty string as the last value.
 */
export function typedToken(text: string, offset: number): Span | undefined {
  const token = jsonLocationAt(text, offset)?.token;
  const isQuoted = token && text[token.start] === '"' && token.start < offset;
  const at = isQuoted
    ? isUnclosed(text, token)
      ? { start: token.start, end: offset }
      : token
    : bareWord(text, offset);
  const after = text.slice(at.end, at.end + 100).trimStart();
  if (at.start === at.end || after.startsWith(':')) return undefined;
  const before = text.slice(0, at.start).trimEnd().slice(-1);
  if (before === ':') return isQuoted && isEmptyString(text, at) && /^(?:[,}\]]|$)/.test(after) ? at : undefined;
  // After a value without its comma, a name comes next.
  if (!/[{,"\]}\w]/.test(before)) return undefined;
  const location = jsonLocationAt(text, at.start);
  const isInArray = typeof location?.path.at(-1) === 'number';
  return location && location.path.length > 0 && !isInArray ? at : undefined;
}

function isEmptyString(text: string, { start, end }: Span): boolean {
  return /^"\s*"?$/.test(text.slice(start, end));
}

/** Returns the scalar in the tree at an offset. Uses the tree's positions instead of scanning the text again. */
function scalarAt(text: string, offset: number, root: JsonNode | undefined): JsonLocation | undefined {
  const path: (string | number)[] = [];
  let node = root;
  while (node && !isScalar(node)) {
    const index: number = childIndexAt(node, offset);
    const touched: JsonNode | undefined = childAt(node, index);
    const isInside = touched && touched.offset < offset && offset < touched.offset + touched.length;
    const child: JsonNode | undefined = isInside ? touched : undefined;
    if (child && node.type === 'array') path.push(index);
    if (child && node.type === 'property' && index === 1) path.push(String(node.children?.[0]?.value));
    if (child && node.type === 'property' && index === 0) {
      // After a missing comma, the name may be meant as a value.
      return isAfterComma(node, text)
        ? { path: [...path, String(child.value)], atKey: true, token: nodeSpan(child) }
        : undefined;
    }
    node = child;
  }
  if (!node || offset <= node.offset || node.offset + node.length <= offset) return undefined;
  const token = nodeSpan(node);
  return /^\s*:/.test(text.slice(token.end, token.end + 100)) ? undefined : { path, atKey: false, token };
}

function isAfterComma(property: JsonNode, text: string): boolean {
  const siblings: JsonNode[] = property.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(property) - 1];
  return !previous || text.slice(previous.offset + previous.length, property.offset).includes(',');
}

// An unclosed string extends to the end of the line, or to the opening quote of the next string.
function isUnclosed(text: string, span: Span): boolean {
  if (text[span.start] !== '"') return false;
  return !isClosedString(text, span) || /\w/.test(text[span.end] ?? '');
}

function bareWord(text: string, offset: number): Span {
  const before = /[\w.+-]*$/.exec(text.slice(Math.max(0, offset - 100), offset))?.[0] ?? '';
  const after = /^[\w.+-]*/.exec(text.slice(offset, offset + 100))?.[0] ?? '';
  return { start: offset - before.length, end: offset + after.length };
}

function nextTo(path: Path): Pick<JsonCursor, 'path' | 'atKey'> {
  const last = path.at(-1);
  const parent = path.slice(0, -1);
  return typeof last === 'number'
    ? { path: [...parent, last + 1], atKey: false }
    : { path: [...parent, ''], atKey: true };
}

// After a colon, the node is the value to replace, unless it is the name of the next property.
function cursorBefore(
  node: JsonNode,
  { text, offset, path, at }: { text: string; offset: number; path: Path; at: Span },
): JsonCursor | undefined {
  const end = node.offset + node.length;
  const isInArray = typeof path.at(-1) === 'number';
  if (isInArray || /^\s*:/.test(text.slice(end, end + 100))) return { path, atKey: false, at };
  if (!isScalar(node) || text.slice(offset, end).includes('\n')) return undefined;
  return { path, atKey: false, at: { start: offset, end } };
}

function isScalar({ type }: JsonNode): boolean {
  return type !== 'object' && type !== 'array' && type !== 'property';
}

import {
  findNodeAtOffset,
  getLocation,
  getNodePath,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
  visit,
} from 'jsonc-parser';
import type { Path, Span } from '../../model/text';
import { t } from '../../shared/l10n';
import { truncate } from '../../shared/shownText';
import { memoizeByObject, memoizeLastTree } from '../memoize';
import { endsInString, isOpening, nextBracket } from './jsonScanner';
import { elementAt, type LargeArray, type Slice, shellToText, withoutObjects } from './largeArrays';

/** JSON, or JSON with comments and trailing commas. */
export type JsonLang = 'json' | 'jsonc';

/** A parsed JSON text: the value, and the syntax error if there is one. */
export interface ParsedJson {
  /** The parsed value; with a syntax error, as much as could be parsed before and around it. */
  value: unknown;
  fault?: SyntaxFault;
}

/** The syntax error of a text that is not JSON. */
export interface SyntaxFault {
  span: Span;
  message: string;
  /** A likely correction: the text to put in place of the span, and its title. */
  meant?: { title: string; text: string };
}

/**
 * Parses JSON. Never throws. Valid text costs one `JSON.parse`; `jsonTree` computes positions on demand.
 */
export function parseJson(text: string, lang: JsonLang): ParsedJson {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return parseWithFaults(text, lang);
  }
}

/**
 * Parses a text from an untrusted author: JSON that other parsers reject, or that is nested too deeply for positions,
 * is an error, too.
 */
export function parseStrictJson(text: string, lang: JsonLang): ParsedJson {
  const parsed = parseJson(text, lang);
  if (parsed.fault) return parsed;
  if (isTooDeep(text)) return { ...parsed, fault: tooDeep(text) };
  if (lang === 'jsonc' || isJson(text)) return parsed;
  const start = Math.max(0, text.search(/\S/));
  const message = t`This is not JSON; blanks around values must be spaces, tabs or line breaks.`;
  return { ...parsed, fault: { span: { start, end: start + 1 }, message } };
}

function parseWithFaults(text: string, lang: JsonLang): ParsedJson {
  const { root, errors } = tree(text, lang);
  const value = root && nodeValue(root);
  const first = errors[0];
  if (!first) return root ? { value } : { value, fault: tooDeep(text) };
  return { value, fault: faultOf(first, text) };
}

/**
 * Returns the syntax error of a text with many objects, as `parseJson` finds it. Parses only the text around the objects.
 *
 * @param many the objects in text order, and the index of the first one with a syntax error, or -1
 */
export function faultAround(
  text: string,
  { objects, firstBroken }: { objects: readonly Span[]; firstBroken: number },
  lang: JsonLang,
): SyntaxFault | undefined {
  const short = withoutObjects(text, objects, firstBroken);
  const { fault } = parseJson(short.text, lang);
  if (!fault) return undefined;
  const start = short.toWhole(fault.span.start);
  return { ...fault, span: { start, end: start + fault.span.end - fault.span.start } };
}

/** Returns the path of the array that begins at an offset of a text, which may be malformed; undefined if none does. */
export function arrayPathAt(text: string, offset: number): Path | undefined {
  const root = jsonTree(text);
  const node = root && findNodeAtOffset(root, offset);
  const path = node?.type === 'array' && node.offset === offset ? getNodePath(node) : undefined;
  return root && path && nodeAt(root, path) === node ? path : undefined;
}

/**
 * Returns the syntax tree; for malformed text, a tree of the intact values. Undefined for text without a value, and for brackets nested too
 * deeply to walk.
 */
export const jsonTree = memoizeLastTree(parsePiece);

/** Parses a piece of a text to a tree. */
export function parsePiece(text: string): JsonNode | undefined {
  return tree(text, 'jsonc').root;
}

function tree(text: string, lang: JsonLang): { root: JsonNode | undefined; errors: ParseError[] } {
  const errors: ParseError[] = [];
  if (isTooDeep(text)) return { root: undefined, errors };
  try {
    const options = {
      disallowComments: lang === 'json',
      allowTrailingComma: lang === 'jsonc',
      allowEmptyContent: false,
    };
    return { root: parseTree(text, errors, options), errors };
  } catch (error) {
    if (error instanceof RangeError) return { root: undefined, errors: [] };
    throw error;
  }
}

// Tree walkers recurse and must not overflow the stack, however little the caller has left.
function isTooDeep(text: string): boolean {
  if (text.length < 2 * DEEPEST) return false;
  let depth = 0;
  for (let at = nextBracket(text, 0); at < text.length; at = nextBracket(text, at + 1)) {
    if (!isOpening(text.charCodeAt(at))) depth--;
    else if (++depth > DEEPEST) return true;
  }
  return false;
}

const DEEPEST = 500;

function tooDeep(text: string): SyntaxFault {
  const start = Math.max(0, text.search(/\S/));
  return { span: { start, end: start + 1 }, message: t`The brackets are nested too deeply to be read.` };
}

/**
 * Returns the value of a node. Keys such as `__proto__` become ordinary properties.
 *
 * @param plainValue returns the value of a node that is no object and no array; by default the parsed one
 */
export function nodeValue(node: JsonNode, plainValue = parsedValue): unknown {
  if (node.type === 'array') return (node.children ?? []).map(child => nodeValue(child, plainValue));
  if (node.type !== 'object') return plainValue(node);
  const object: Record<string, unknown> = {};
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? [];
    if (!key || !value) continue;
    if (key.value === '__proto__')
      Object.defineProperty(object, key.value, { value: nodeValue(value, plainValue), ...PLAIN });
    else object[key.value] = nodeValue(value, plainValue);
  }
  return object;
}

function parsedValue({ value }: JsonNode): unknown {
  return value;
}

const PLAIN = { enumerable: true, configurable: true, writable: true };

function faultOf(error: ParseError, text: string): SyntaxFault {
  const end = text.trimEnd().length;
  const unfinished = unfinishedAt(error, text, end);
  if (unfinished) return { span: { start: Math.max(0, end - 1), end }, message: unfinished };
  const start = Math.min(error.offset, Math.max(0, text.length - 1));
  const span = { start, end: Math.min(text.length, start + Math.max(1, error.length)) };
  return {
    span,
    message: MESSAGES[printParseErrorCode(error.error)]?.(text.slice(span.start, span.end)) ?? fallback(error),
  };
}

// A truncated file has several errors at once; only its early end is reported.
function unfinishedAt(error: ParseError, text: string, end: number): string | undefined {
  if (error.offset + error.length < end) return undefined;
  if (endsInString(text)) return t`The text ends inside a string: its closing quote is missing.`;
  const closing = closingBrackets(text);
  if (closing.length === 0) return undefined;
  const shown = closing.length > 8 ? `${closing.slice(0, 8).join(' ')} …` : closing.join(' ');
  return closing.length === 1
    ? t`The text ends too early: ${shown} is missing.`
    : t`The text ends too early: ${shown} are missing.`;
}

function closingBrackets(text: string): string[] {
  const closing: string[] = [];
  for (let at = nextBracket(text, 0); at < text.length; at = nextBracket(text, at + 1)) {
    if (isOpening(text.charCodeAt(at))) closing.push(text[at] === '{' ? '}' : ']');
    else closing.pop();
  }
  return closing.reverse();
}

const MESSAGES: Record<string, (found: string) => string> = {
  InvalidSymbol: found => t`${quoteToken(found)} is not a JSON value; a string needs double quotes around it.`,
  InvalidNumberFormat: found => t`${quoteToken(found)} is not a number as JSON writes them.`,
  PropertyNameExpected: found =>
    found.trim() === '}'
      ? t`A comma comes before the closing brace; remove it.`
      : t`A property name in double quotes is expected here.`,
  ValueExpected: found =>
    /[\]}]/.test(found)
      ? t`A value is missing before ${quoteToken(found)}; or remove the comma before it.`
      : t`A value is missing here.`,
  ColonExpected: () => t`A colon is expected between a name and its value.`,
  CommaExpected: () => t`A comma is missing before this.`,
  CloseBraceExpected: () => t`A closing brace is missing before this.`,
  CloseBracketExpected: () => t`A closing bracket is missing before this.`,
  EndOfFileExpected: () => t`The JSON ended before this; nothing may follow it.`,
  InvalidCommentToken: () => t`JSON has no comments.`,
  UnexpectedEndOfComment: () => t`This comment never ends.`,
  UnexpectedEndOfString: () => t`This string never ends: its closing quote is missing on this line.`,
  InvalidUnicode: found => t`${quoteToken(found)} has a \\u escape without four hexadecimal digits.`,
  InvalidEscapeCharacter: found => t`${quoteToken(found)} has an invalid escape; write a backslash twice.`,
  InvalidCharacter: () => t`A control character in a string must be escaped.`,
};

function quoteToken(found: string): string {
  return `\`${truncate(found, 30, 30)}\``;
}

function fallback(error: ParseError): string {
  return t`This is not JSON: ${printParseErrorCode(error.error)}.`;
}

/** Returns the node at a path; undefined if there is none. If a key is duplicate, the last one counts, as in the value. */
export function nodeAt(root: JsonNode, path: Path): JsonNode | undefined {
  let here: JsonNode | undefined = root;
  for (const step of path) {
    if (here?.type === 'array') here = typeof step === 'number' ? childAt(here, step) : undefined;
    else if (here?.type === 'object') here = propertyNamed(here, step)?.children?.[1];
    else return undefined;
  }
  return here;
}

function propertyNamed(object: JsonNode, name: string | number): JsonNode | undefined {
  const children = object.children ?? [];
  if (children.length <= FEW) return children.findLast(one => isWhole(one) && keyOf(one) === name);
  return propertiesByName(object).get(name);
}

// Cached: in an object with very many properties, each may be looked up.
const propertiesByName = memoizeByObject(
  ({ children = [] }: JsonNode) => new Map(children.filter(isWhole).map(one => [keyOf(one), one])),
);
const FEW = 16;

function isWhole({ children }: JsonNode): boolean {
  return children?.length === 2;
}

function keyOf({ children }: JsonNode): unknown {
  return children?.[0]?.value;
}

/** Returns the key of the property at a path, as a node with its quotes. */
export function keyNodeAt(root: JsonNode, path: Path): JsonNode | undefined {
  const property = nodeAt(root, path)?.parent;
  return property?.type === 'property' ? property.children?.[0] : undefined;
}

/** Returns the path of the innermost object that contains an offset; undefined outside all objects. */
export function objectPathAt(root: JsonNode, offset: number): Path | undefined {
  let here: JsonNode | undefined = root;
  let path: Path = [];
  let found: Path | undefined;
  while (here && here.offset <= offset && offset <= here.offset + here.length) {
    if (here.type === 'object') found = path;
    const index: number = childIndexAt(here, offset);
    const child: JsonNode | undefined = childAt(here, index);
    if (here.type === 'object') path = [...path, String(child?.children?.[0]?.value)];
    if (here.type === 'array') path = [...path, index];
    here = here.type === 'object' ? child?.children?.[1] : child;
  }
  return found;
}

/** Returns the path of the innermost value that contains an offset, in itself or in its key. */
export function valuePathAt(root: JsonNode, offset: number): (string | number)[] {
  const path: (string | number)[] = [];
  let here: JsonNode | undefined = root;
  while (here) {
    const index: number = childIndexAt(here, offset);
    const child: JsonNode | undefined = childAt(here, index);
    if (child && here.type === 'array') path.push(index);
    if (child && here.type === 'object') path.push(String(child.children?.[0]?.value));
    here = here.type === 'object' ? child?.children?.[1] : child;
  }
  return path;
}

/** Returns the path of the innermost value that contains a whole span, in itself or in its key. */
export function spanPathIn(root: JsonNode, { start, end }: Span): (string | number)[] {
  const contains = (node: JsonNode | undefined) =>
    node !== undefined && node.offset <= start && end <= node.offset + node.length;
  const path: (string | number)[] = [];
  let here: JsonNode | undefined = root;
  while (here) {
    const index: number = childIndexAt(here, start);
    const child: JsonNode | undefined = childAt(here, index);
    const [key, value]: readonly (JsonNode | undefined)[] =
      here.type === 'object' ? (child?.children ?? []) : [undefined, child];
    // In YAML, an object begins where its first property does.
    if (!contains(key) && !contains(value)) return path;
    path.push(key ? String(key.value) : index);
    here = contains(value) ? value : undefined;
  }
  return path;
}

export interface JsonLocation {
  /** If a new property may begin here, ends with the empty string; in an array, with the next index. */
  path: (string | number)[];
  /** The cursor is where a property's name goes. */
  atKey: boolean;
  /** The token that contains or ends at the cursor, with its quotes. */
  token?: Span;
}

/** Returns the location of an offset, also in incomplete text. */
export function jsonLocationAt(text: string, offset: number): JsonLocation | undefined {
  try {
    const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
    const within = previousNode && previousNode.offset <= offset && offset <= previousNode.offset + previousNode.length;
    const token = within ? { start: previousNode.offset, end: previousNode.offset + previousNode.length } : undefined;
    return { path, atKey: isAtPropertyKey, ...(token && { token }) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns whether a text is valid JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export type JsonNode = Node;

/** A text with large arrays, which need not be one string. */
interface LargeText {
  arrays: readonly LargeArray[];
  /** The text without the elements. */
  shell: string;
  slice: Slice;
}

/** Parses a piece of a text to a tree, with offsets in the piece. */
type ParsePiece = (text: string) => JsonNode | undefined;

/**
 * Returns the tree of a text with large arrays. Parses each element on first access of its children, which most elements never need.
 * Undefined if the text around the elements can't be read.
 */
export function largeJsonTree({ arrays, shell, slice }: LargeText, parse: ParsePiece): JsonNode | undefined {
  const root = parse(shell);
  if (!root) return undefined;
  const read = (span: Span) => parse(slice(span));
  return movedNode(root, shellToText(arrays), undefined, node => {
    const array = node.type === 'array' ? arrays.find(({ open }) => open === node.offset) : undefined;
    return array && elementsOf(node, array, read);
  });
}

/** The elements of a large array, each created on first access. */
interface Elements {
  count: number;
  at(index: number): JsonNode | undefined;
  /** The index of the element that contains or touches an offset. */
  indexAt(offset: number): number | undefined;
}

const elementsByNode = new WeakMap<JsonNode, Elements>();

/** Returns a child of a node. In a large array, creates only this child. */
export function childAt(node: JsonNode, index: number): JsonNode | undefined {
  const elements = elementsByNode.get(node);
  return elements ? elements.at(index) : node.children?.[index];
}

/** Returns the index of the first child that contains or touches an offset; -1 if none does. */
export function childIndexAt(node: JsonNode, at: number): number {
  const elements = elementsByNode.get(node);
  if (elements) return elements.indexAt(at) ?? -1;
  return (node.children ?? []).findIndex(({ offset, length }) => offset <= at && at <= offset + length);
}

function elementsOf(list: JsonNode, array: LargeArray, read: (span: Span) => JsonNode | undefined): Elements {
  const { starts, ends } = array;
  const made = new Map<number, JsonNode>();
  return {
    count: starts.length,
    indexAt: offset => elementAt(array, offset),
    at(index) {
      const [start, end] = [starts[index], ends[index]];
      if (start === undefined || end === undefined) return undefined;
      const known = made.get(index) ?? elementNode(list, { start, end }, () => read({ start, end }));
      made.set(index, known);
      return known;
    },
  };
}

function elementNode(parent: JsonNode, { start, end }: Span, read: () => JsonNode | undefined): JsonNode {
  const node: JsonNode = { type: 'object', offset: start, length: end - start, parent };
  return withLazyChildren(node, () =>
    (read()?.children ?? []).map(child => movedNode(child, offset => offset + start, node)),
  );
}

/** Copies a node with other offsets. `elementsIn` gives the elements of large arrays. */
function movedNode(
  node: JsonNode,
  move: (offset: number) => number,
  parent: JsonNode | undefined,
  elementsIn: (moved: JsonNode) => Elements | undefined = () => undefined,
): JsonNode {
  const { type, value, offset, length, colonOffset, children } = node;
  const start = move(offset);
  const moved: JsonNode = {
    type,
    ...(value !== undefined && { value }),
    offset: start,
    length: move(offset + length) - start,
    ...(colonOffset !== undefined && { colonOffset: colonOffset < 0 ? colonOffset : move(colonOffset) }),
    ...(parent && { parent }),
  };
  if (!children) return moved;
  const elements = elementsIn(moved);
  if (!elements)
    return Object.assign(moved, { children: children.map(child => movedNode(child, move, moved, elementsIn)) });
  elementsByNode.set(moved, elements);
  return withLazyChildren(moved, () => Array.from({ length: elements.count }, (_, at) => elements.at(at) as JsonNode));
}

function withLazyChildren(node: JsonNode, read: () => JsonNode[]): JsonNode {
  let children: JsonNode[] | undefined;
  const get = () => {
    children ??= read();
    return children;
  };
  return Object.defineProperty(node, 'children', { enumerable: true, get });
}

/** Returns the comments of JSONC, with their delimiters, in order. Never throws. */
export function jsonComments(text: string): Span[] {
  const comments: Span[] = [];
  try {
    visit(text, { onComment: (start, length) => comments.push({ start, end: start + length }) });
  } catch (error) {
    // Nested too deeply: returns the comments before that place.
    if (!(error instanceof RangeError)) throw error;
  }
  return comments;
}

/** Replaces the comments of JSONC by blanks, and keeps all positions. (`stripComments` with a replacement moves them.) */
export function blankComments(text: string): string {
  let [blanked, at] = ['', 0];
  for (const { start, end } of jsonComments(text)) {
    blanked += text.slice(at, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ');
    at = end;
  }
  return blanked + text.slice(at);
}

import type { Node } from 'jsonc-parser';
import type { Span } from '../../model/text';
import { elementAt, type LargeArray, type Slice, shellToText } from './largeArrays';

export type JsonNode = Node;

/** A text with large arrays, which need not be one string. */
export interface LargeText {
  arrays: readonly LargeArray[];
  /** The text without the elements. */
  shell: string;
  slice: Slice;
}

/** Parses a piece of a text to a tree, with offsets in the piece. */
export type ParsePiece = (text: string) => { root: JsonNode | undefined; isWhole: boolean };

/**
 * The tree of a text with large arrays, in which an element is parsed when its children are first asked for: most are
 * never. Undefined if the text around the elements can't be read.
 */
export function largeJsonTree({ arrays, shell, slice }: LargeText, parse: ParsePiece): JsonNode | undefined {
  const { root, isWhole } = parse(shell);
  if (!root || !isWhole) return undefined;
  const read = (span: Span) => parse(slice(span)).root;
  return movedNode(root, shellToText(arrays), undefined, node => {
    const array = node.type === 'array' ? arrays.find(({ open }) => open === node.offset) : undefined;
    return array && elementsOf(node, array, read);
  });
}

/** The elements of a large array: each is made when it is asked for. */
interface Elements {
  count: number;
  at(index: number): JsonNode | undefined;
  /** The index of the element that contains or touches an offset. */
  indexAt(offset: number): number | undefined;
}

const elementsByNode = new WeakMap<JsonNode, Elements>();

/** A child of a node. Of a large array, only this one is made. */
export function childAt(node: JsonNode, index: number): JsonNode | undefined {
  const elements = elementsByNode.get(node);
  return elements ? elements.at(index) : node.children?.[index];
}

/** The index of the first child that contains or touches an offset; -1 if none does. */
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

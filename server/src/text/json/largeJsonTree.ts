import type { Node } from 'jsonc-parser';
import type { Span } from '../../model/text';
import { largeArrays, shellText, shellToText } from './largeArrays';

export type JsonNode = Node;

/** Parses a piece of a text to a tree, with offsets in the piece. */
type ParsePiece = (text: string) => { root: JsonNode | undefined; isWhole: boolean };

/**
 * The tree of a text with large arrays, in which an element is parsed when its children are first asked for: most are
 * never. Undefined for a text without large arrays, or one that can't be read around them.
 */
export function largeJsonTree(text: string, parse: ParsePiece): JsonNode | undefined {
  const arrays = largeArrays(text);
  if (arrays.length === 0) return undefined;
  const { root, isWhole } = parse(shellText(text, arrays));
  if (!root || !isWhole) return undefined;
  return movedNode(root, shellToText(arrays), undefined, node => {
    const array = node.type === 'array' ? arrays.find(({ open }) => open === node.offset) : undefined;
    return (
      array &&
      (() => Array.from(array.starts, (start, at) => elementNode(node, { start, end: array.ends[at] as number })))
    );
  });

  function elementNode(parent: JsonNode, { start, end }: Span): JsonNode {
    let children: JsonNode[] | undefined;
    return {
      type: 'object',
      offset: start,
      length: end - start,
      parent,
      get children() {
        const { root: own } = children ? {} : parse(text.slice(start, end));
        children ??= (own?.children ?? []).map(child => movedNode(child, offset => offset + start, this));
        return children;
      },
    };
  }
}

/** Copies a node with other offsets. `childrenOf` gives the children of a node that has others than the original. */
function movedNode(
  node: JsonNode,
  move: (offset: number) => number,
  parent: JsonNode | undefined,
  childrenOf: (moved: JsonNode) => (() => JsonNode[]) | undefined = () => undefined,
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
  const others = childrenOf(moved);
  if (others) return withLazyChildren(moved, others);
  return Object.assign(moved, { children: children.map(child => movedNode(child, move, moved, childrenOf)) });
}

function withLazyChildren(node: JsonNode, read: () => JsonNode[]): JsonNode {
  let children: JsonNode[] | undefined;
  const get = () => {
    children ??= read();
    return children;
  };
  return Object.defineProperty(node, 'children', { enumerable: true, get });
}

import { expect, test } from 'vitest';
import type { PlacedNode } from '../../../client/webview/graph/curves';
import { moveGraphToOrigin } from '../../../client/webview/graph/moveGraphToOrigin';

/** The numbers of the nodes after fitting, from left to right. */
function leftToRight(places: readonly { x: number; y: number }[], order: readonly number[]): number[] {
  const nodes = places.map(place => ({ ...place, width: 20, height: 10 })) as unknown as PlacedNode[];
  const size = { width: 0, height: 0 };
  moveGraphToOrigin({ nodes, edges: [], label: size, isDense: false, direction: 'down', order });
  return [...nodes.keys()].sort((one, other) => (nodes[one]?.x ?? 0) - (nodes[other]?.x ?? 0));
}

test.each<[string, { x: number; y: number }[], number[], number[]]>([
  [
    'moves the later of two nodes side by side to the right',
    [
      { x: 100, y: 0 },
      { x: 0, y: 0 },
    ],
    [0, 1],
    [0, 1],
  ],
  [
    'keeps nodes that are in order',
    [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ],
    [0, 1],
    [0, 1],
  ],
  [
    'keeps nodes below each other',
    [
      { x: 0, y: 0 },
      { x: 100, y: 50 },
    ],
    [0, 1],
    [0, 1],
  ],
  [
    'keeps the order if as many pairs are for as against turning',
    [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 10, y: 50 },
      { x: 90, y: 50 },
    ],
    [0, 1, 3, 2],
    [0, 2, 3, 1],
  ],
])('%s', (_, places, order, expected) => {
  expect(leftToRight(places, order)).toEqual(expected);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GraphLayout, pointsAlong } from '../../../client/webview/graph/curves';
import {
  backboneEdges,
  type Drawable,
  layoutGraph,
  nodeOrder,
  shortened,
} from '../../../client/webview/graph/layoutGraph';
import { labelBox } from '../../../client/webview/graph/moveGraphToOrigin';

const measure = (text: string) => text.length * 7;

/** The run of the sketch: one agent hands off to two, and they to a fourth, which passes work on and gets it back. */
const sketch = graphOf(
  ['vision', 'compete', 'trends', 'build', 'review'],
  [
    [0, 1],
    [0, 2],
    [1, 4],
    [2, 4],
    [4, 3],
    [3, 4],
  ],
);

test('places earlier nodes first, and marks edges that lead back', () => {
  const down = layoutGraph(sketch, 'down', measure);
  const [vision, compete, trends, build, review] = down.nodes.map(({ y }) => y);
  expect([vision, compete, review, build]).toEqual([vision, compete, review, build].sort((a = 0, b = 0) => a - b));
  expect(compete).toBe(trends);
  expect(down.edges.map(({ back }) => back)).toEqual([false, false, false, false, false, true]);
  const across = layoutGraph(sketch, 'across', measure);
  expect(across.width).toBeGreaterThan(across.height);
  expect(down.height / down.width).toBeGreaterThan(across.height / across.width);
});

test.each(['down', 'across'] as const)(
  'of two nodes in a layer, the earlier one is on the left or above: %s',
  direction => {
    const { nodes } = layoutGraph(sketch, direction, measure);
    const axis = direction === 'down' ? 'x' : 'y';
    expect(nodes[1]?.[axis]).toBeLessThan(nodes[2]?.[axis] ?? 0);
  },
);

test.each(['down', 'across'] as const)('each hand-off of a graph with enough space has its label: %s', direction => {
  const { edges } = layoutGraph(sketch, direction, measure);
  expect(edges.map(({ label }) => label !== undefined)).toEqual(edges.map(() => true));
});

test('two opposite edges are two lines', () => {
  const { edges } = layoutGraph(sketch, 'down', measure);
  const middle = (edge: number) => edges[edge]?.points[Math.floor((edges[edge]?.points.length ?? 0) / 2)];
  expect(Math.abs((middle(4)?.x ?? 0) - (middle(5)?.x ?? 0))).toBeGreaterThan(20);
});

test.each([
  ['a single agent', graphOf(['one'], [])],
  ['an agent that hands off to itself', graphOf(['one'], [[0, 0]])],
  [
    'names of objects',
    graphOf(
      ['__proto__', 'constructor', ''],
      [
        [0, 1],
        [1, 2],
        [2, 0],
      ],
    ),
  ],
  ['a name of a million characters', graphOf(['x'.repeat(1e6), '😀'.repeat(100)], [[0, 1]])],
  ['edges to missing nodes', graphOf(['one'], [[0, 7]])],
])('%s is drawn', (_, graph) => {
  const { nodes, width, height } = layoutGraph(graph, 'down', measure);
  expect(nodes).toHaveLength(graph.nodes.length);
  expect(Math.max(width, height)).toBeLessThan(2000);
  for (const { x, y } of nodes) expect([Number.isFinite(x), Number.isFinite(y)]).toEqual([true, true]);
});

describe('any graph', () => {
  test.each([
    ['small', graphs(8, 12), 25],
    ['dense', graphs(60, 300), 6],
  ])(
    '%s: nodes and labels do not overlap and are inside the frame, edges end at the borders of their nodes',
    (_, anyGraph, numRuns) => {
      fc.assert(
        fc.property(anyGraph, fc.constantFrom('down' as const, 'across' as const), (graph, direction) => {
          const layout = layoutGraph(graph, direction, measure);
          expect(overlaps(layout)).toEqual([]);
          for (const [index, { points, label }] of layout.edges.entries()) {
            const edge = graph.edges[index];
            const corners = label ? cornersOf(labelBox(label, LABEL)) : [];
            for (const { x, y } of [...pointsAlong(points), ...corners]) {
              expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
              expect(x).toBeGreaterThanOrEqual(0);
              expect(x).toBeLessThanOrEqual(layout.width);
              expect(y).toBeGreaterThanOrEqual(0);
              expect(y).toBeLessThanOrEqual(layout.height);
            }
            expect(outside(layout, edge?.from ?? -1, points[0])).toBeLessThan(1);
            expect(outside(layout, edge?.to ?? -1, points.at(-1))).toBeLessThan(1);
          }
        }),
        { numRuns },
      );
    },
  );

  test('has the same layout each time', () => {
    fc.assert(
      fc.property(graphs(20, 60), graph => {
        expect(layoutGraph(graph, 'down', measure)).toEqual(layoutGraph(graph, 'down', measure));
      }),
      { numRuns: 5 },
    );
  });
});

test('nodes are ordered by the first steps of their edges', () => {
  const graph = { nodes: ['a', 'b', 'c', 'd'], edges: [edgeOf(2, 0, 5), edgeOf(1, 2, 1)] };
  expect(nodeOrder(graph)).toEqual([2, 0, 1, 3]);
});

test('a backbone reaches every node with an incoming edge, and has few edges', () => {
  fc.assert(
    fc.property(graphs(60, 300), graph => {
      const chosen = backboneEdges(graph).map(index => graph.edges[index]);
      const joined = new Set(chosen.flatMap(edge => [edge?.from, edge?.to]));
      for (const { from, to } of graph.edges) if (from !== to) expect(joined.has(to)).toBe(true);
      expect(chosen.length).toBeLessThanOrEqual(Math.ceil(graph.nodes.length * 1.3));
    }),
    { numRuns: 30 },
  );
});

test('truncates names between characters', () => {
  expect(shortened('abc', 3)).toBe('abc');
  expect(shortened('abcd', 3)).toBe('ab…');
  expect(shortened('😀😀😀😀', 3)).toBe('😀😀…');
});

function graphOf(names: string[], edges: [number, number][]): Drawable {
  return { nodes: names.map(name => ({ name, steps: 1 })), edges: edges.map(([from, to], at) => edgeOf(from, to, at)) };
}

function edgeOf(from: number, to: number, first: number): Drawable['edges'][number] {
  return { from, to, count: 1, first, last: first };
}

/** Graphs with limited numbers of nodes and edges; no two edges have the same ends. */
function graphs(nodes: number, edges: number): fc.Arbitrary<Drawable> {
  return fc.integer({ min: 1, max: nodes }).chain(count =>
    fc
      .uniqueArray(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), {
        maxLength: edges,
        selector: ([from, to]) => `${from} ${to}`,
      })
      .map(ends =>
        graphOf(
          Array.from({ length: count }, (_, index) => `agent ${index}`),
          ends,
        ),
      ),
  );
}

function cornersOf({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return [-1, 1].map(side => ({ x: x + (side * width) / 2, y: y + (side * height) / 2 }));
}

/** The minimum size of a label: `1 · 0.00`. */
const LABEL = { width: 50, height: 16 };

function overlaps({ nodes, edges }: GraphLayout): string[] {
  const labels = edges.flatMap(({ label }, edge) =>
    label ? [{ ...labelBox(label, LABEL), shown: `label ${edge}` }] : [],
  );
  const boxes = [...nodes, ...labels];
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter(
        other =>
          Math.abs(one.x - other.x) < (one.width + other.width) / 2 - 1 &&
          Math.abs(one.y - other.y) < (one.height + other.height) / 2 - 1,
      )
      .map(other => `${one.shown} on ${other.shown}`),
  );
}

/** The distance of a point from the border of a node. */
function outside({ nodes }: GraphLayout, index: number, point: { x: number; y: number } | undefined): number {
  const node = nodes[index];
  if (!node || !point) return Infinity;
  const [across, down] = [Math.abs(point.x - node.x) - node.width / 2, Math.abs(point.y - node.y) - node.height / 2];
  return Math.abs(Math.max(across, down));
}

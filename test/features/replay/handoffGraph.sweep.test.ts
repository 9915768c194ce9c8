import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cachedHandoffs } from '../../../server/src/features/replay/cachedHandoffs';
import { graphAt, handoffGraph } from '../../../server/src/features/replay/handoffGraph';
import { replayed } from './replayedGraph';

test('of very many agents those with the most steps are drawn, the others as one', () => {
  const names = Array.from({ length: 1000 }, (_, index) => `agent ${index}`);
  const many = replayed([
    ...names.flatMap((agent, index) => [{ agent, peer: `agent ${(index * 7) % 1000}` }]),
    // These last ones twice.
    ...names.slice(-59).map((agent, index) => ({ agent, peer: `agent ${index * 3}` })),
  ]);
  const { nodes, edges, others } = handoffGraph(many, {});
  expect(nodes).toHaveLength(60);
  expect(others).toBe(941);
  expect(nodes.at(-1)).toEqual({ name: '941 others', lane: -1, steps: 941 });
  expect(nodes.slice(0, -1).every(({ steps, lane }) => steps === 2 && lane >= 941)).toBe(true);
  expect(edges.length).toBeLessThanOrEqual(300);
  expect(edges.every(({ from, to }) => from !== to && from < 60 && to < 60)).toBe(true);
});

test('at the last step all has happened, and at each what steps and handoffs up to it say', () => {
  const anyStep = fc.record({ agent: fc.constantFrom('a', 'b', 'c'), peer: fc.constantFrom('a', 'b', 'c', 'user') });
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 20 }), told => {
      const some = replayed(told);
      const { nodes, edges } = handoffGraph(some, {});
      const { list, open } = cachedHandoffs(some.run);
      for (let step = 0; step < told.length; step++) {
        const state = graphAt(some, { step });
        const sum = (counts: number[]) => counts.reduce((one, other) => one + other, 0);
        expect(sum(state.nodes)).toBe(step + 1);
        expect(sum(state.edges)).toBe(
          list.filter(({ to }) => to <= step).length + open.filter(({ from }) => from <= step).length,
        );
        expect(nodes[state.node ?? -1]?.name).toBe(told[step]?.agent);
        if (state.edge !== undefined) {
          expect(edges[state.edge]?.to).toBe(state.node);
          expect(state.edges[state.edge]).toBeGreaterThan(0);
        }
      }
      const last = graphAt(some, { step: told.length - 1 });
      expect(last.nodes).toEqual(nodes.map(({ steps }) => steps));
      expect(last.edges).toEqual(edges.map(({ count }) => count));
    }),
  );
});

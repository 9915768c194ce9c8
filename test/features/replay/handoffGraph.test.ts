import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { edgeSteps, graphAt, handoffGraph } from '../../../server/src/features/replay/handoffGraph';
import { replayed } from './replayedGraph';
import { replayOf } from './replayOf';

const replay = replayed([
  { agent: 'a', peer: 'b' },
  { agent: 'b', peer: 'c' },
  { agent: 'b' },
  { agent: 'c', peer: 'b' },
  { agent: 'b', peer: 'user' },
  {},
]);

test('agents and whom they hand over to; steps that name no agent make none', () => {
  expect(handoffGraph(replay, {})).toEqual({
    nodes: [
      { name: 'a', lane: 0, steps: 1 },
      { name: 'b', lane: 1, steps: 3 },
      { name: 'c', lane: 2, steps: 1 },
      { name: 'user', lane: -1, steps: 0 },
    ],
    edges: [
      { from: 0, to: 1, count: 1, first: 1, last: 1 },
      { from: 1, to: 2, count: 1, first: 3, last: 3 },
      { from: 2, to: 1, count: 1, first: 4, last: 4 },
      { from: 1, to: 3, count: 1, first: 4, last: 4 },
    ],
    patterns: [
      { is: 'loop', text: 'loop: b and c, 1 round', known: 4, rounds: [4] },
      { is: 'conditional', text: 'conditional: b, then c or user', known: 4 },
    ],
    others: 0,
  });
});

test.each([
  [0, { nodes: [1, 0, 0, 0], edges: [0, 0, 0, 0], node: 0 }],
  [1, { nodes: [1, 1, 0, 0], edges: [1, 0, 0, 0], node: 1, edge: 0 }],
  [2, { nodes: [1, 2, 0, 0], edges: [1, 0, 0, 0], node: 1, edge: 0 }],
  [3, { nodes: [1, 2, 1, 0], edges: [1, 1, 0, 0], node: 2, edge: 1 }],
  [4, { nodes: [1, 3, 1, 0], edges: [1, 1, 1, 1], node: 1, edge: 2 }],
  [5, { nodes: [1, 3, 1, 0], edges: [1, 1, 1, 1] }],
])('by step %i', (step, expected) => {
  expect(graphAt(replay, { step })).toEqual(expected);
});

test('a root that names no agent hands to none, and is in no pattern', () => {
  const traced = replayed([
    { key: 'root' },
    { agent: 'a', parent: 'root', key: 'a' },
    { agent: 'b', parent: 'root', key: 'b' },
    { agent: 'c', parent: 'root', key: 'c' },
  ]);
  const { nodes, edges, patterns } = handoffGraph(traced, {});
  expect(nodes.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  for (const { from, to } of edges) expect([from, to].every(node => node >= 0 && node < 3)).toBe(true);
  for (const { text } of patterns) expect(text).not.toContain('talk');
});

test('the steps of an edge, some of them', () => {
  expect(edgeSteps(replay, { edge: 0 })).toMatchObject({ rows: [{ step: 1, title: 'work 1' }], from: 0, total: 1 });
  expect(edgeSteps(replay, { edge: 0, from: 1, count: 5 })).toEqual({ rows: [], from: 1, total: 1 });
});

test('the patterns of a real run', () => {
  const file = 'messages/wf_team_invites.jsonl';
  const text = readFileSync(new URL(`../../sample/${file}`, import.meta.url), 'utf8');
  expect(handoffGraph(replayOf({ [file]: text }), {}).patterns).toEqual([
    { is: 'parallel', text: 'parallel: trends and compete, joined by scope', known: 5 },
    { is: 'loop', text: 'loop: build and review, 1 round', known: 9, rounds: [9] },
  ]);
});

test('a step or an edge that there is none of', () => {
  expect(() => graphAt(replay, { step: 6 })).toThrow(RangeError);
  expect(() => graphAt(replay, { step: -1 })).toThrow(RangeError);
  expect(() => edgeSteps(replay, { edge: 4 })).toThrow(RangeError);
});

test('an agent in each step, and each hands to all that came before', () => {
  const many = replayed(
    Array.from({ length: 40 }, (_, index) => ({
      agent: `agent ${index}`,
      effects: Array.from({ length: 40 }, (_, to) => ({ do: 'handoff' as const, to: `agent ${to}` })),
    })),
  );
  const { edges } = handoffGraph(many, {});
  expect(edges).toHaveLength(300);
  expect(graphAt(many, { step: 39 }).edges).toHaveLength(300);
});

test('of very many patterns the first are told, and how many there are besides', () => {
  const told = Array.from({ length: 20 }, (_, pair) => {
    const [one, other] = [`a${pair}`, `b${pair}`];
    return [{ agent: one, peer: other }, { agent: other, peer: one }, { agent: one, peer: other }, { agent: other }];
  }).flat();
  const { patterns, morePatterns } = handoffGraph(replayed(told), {});
  expect(patterns).toHaveLength(12);
  expect(morePatterns).toBeGreaterThan(0);
  expect(patterns[0]?.text).toContain('a0 and b0');
});

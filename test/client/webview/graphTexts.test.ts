import { expect, test } from 'vitest';
import {
  currentEdgeLabel,
  edgeText,
  nodeText,
  patternsHeading,
  patternsKnownAt,
  roundsUpTo,
} from '../../../client/webview/graph/graphTexts';
import type { Pattern } from '../../../server/src/shared/lspExtensions';

const parallel: Pattern = { is: 'parallel', text: 'parallel: a and b, joined by c', known: 3 };
const loop: Pattern = { is: 'loop', text: 'loop: c and d', known: 5, rounds: [5, 7] };

test.each<[string, Pattern[], number, string | undefined]>([
  ['nothing before a pattern is known', [loop, parallel], 2, undefined],
  ['one', [loop, parallel], 3, 'parallel'],
  ['in the order in which they become known', [loop, parallel], 5, 'parallel, then loop ×1'],
  ['with the rounds so far', [loop, parallel], 9, 'parallel, then loop ×2'],
  ['a loop without a completed round', [{ ...loop, known: 1 }], 2, 'loop'],
  ['lists a repeated pattern once', [parallel, { ...parallel, known: 4 }], 9, 'parallel'],
  [
    'limits the number of patterns',
    [parallel, loop, { is: 'sequential', text: '', known: 8 }, { is: 'conditional', text: '', known: 9 }],
    9,
    'parallel, then loop ×2, then sequential, and 1 more',
  ],
])('heading: %s', (_, patterns, step, heading) => {
  expect(patternsHeading(patterns, step)).toBe(heading);
});

test('the patterns that are known at a step', () => {
  expect(patternsKnownAt([loop, parallel], 4)).toEqual([parallel]);
  expect(roundsUpTo(loop, 4)).toBe(0);
  expect(roundsUpTo(loop, 5)).toBe(1);
  expect(roundsUpTo(loop, 6)).toBe(1);
  expect(roundsUpTo(loop, 9)).toBe(2);
  expect(roundsUpTo(parallel, 6)).toBe(0);
});

const nodes = [
  { name: 'review', lane: 0, steps: 2 },
  { name: 'build', lane: 1, steps: 1 },
];

test.each([
  [edgeText(nodes, { from: 0, to: 1, count: 1, first: 0, last: 0 }), 'review to build: 1 handoff'],
  [
    edgeText(nodes, { from: 0, to: 0, count: 3, first: 0, last: 0, implied: true }),
    'review to itself: 3 handoffs, by the order of the steps only',
  ],
  [nodeText({ name: 'review', lane: 0, steps: 2 }, 1), 'review 1 of 2 steps so far'],
  [currentEdgeLabel(4, 0.62), '5 · 0.62'],
  [currentEdgeLabel(4, undefined), '5'],
])('%s', (words, expected) => {
  expect(words).toBe(expected);
});

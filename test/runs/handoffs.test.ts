import { expect, test } from 'vitest';
import type { Handoffs } from '../../server/src/runs/handoffs';
import type { EntryFields } from '../kit/fileRecordOf';
import { handoffsIn, SECOND } from './handoffsIn';

/** `a 0 > 1 b` for what a step says, `a 0 / 1 b` for what is nested, `a 0 . 1 b` for what only the order says; `↩` goes back. */
function shown({ list, open, nodes }: Handoffs): string[] {
  const sign = { step: '>', nesting: '/', order: '.' };
  return [
    ...list.map(
      ({ from, to, fromLane, toLane, back, by }) =>
        `${nodes[fromLane]?.name} ${from} ${sign[by]} ${to} ${nodes[toLane]?.name}${back ? ' ↩' : ''}`,
    ),
    ...open.map(({ from, fromLane, node }) => `${nodes[fromLane]?.name} ${from} > ${nodes[node]?.name}`),
  ];
}

const during = (agent: string, from: number, to: number, more: Partial<EntryFields> = {}) => ({
  agent,
  at: BigInt(from) * SECOND,
  duration: BigInt(to - from) * SECOND,
  ...more,
});

test.each<[string, Omit<EntryFields, 'title'>[], string[]]>([
  ['nothing', [{ agent: 'a' }], []],
  ['whom a step is for', [{ agent: 'a', peer: 'b' }, { agent: 'b' }], ['a 0 > 1 b']],
  ['an effect', [{ agent: 'a', effects: [{ do: 'handoff', to: 'b' }] }, { agent: 'b' }], ['a 0 > 1 b']],
  ['oneself', [{ agent: 'a', peer: 'a' }, { agent: 'a' }], []],
  ['the order alone', [{ agent: 'a' }, { agent: 'a' }, { agent: 'b' }, { agent: 'b' }], ['a 1 . 2 b']],
  ['steps of nobody in between', [{ agent: 'a' }, {}, { agent: 'b' }], ['a 0 . 2 b']],
  ['what a step of nobody says', [{ peer: 'b' }, { agent: 'b' }], ['Nobody 0 > 1 b']],
  [
    'who never acts',
    [
      { agent: 'a', peer: 'user' },
      { agent: 'a', peer: 'user' },
    ],
    ['a 0 > user', 'a 1 > user'],
  ],
  ['both ways to say it', [{ agent: 'a', peer: 'x', effects: [{ do: 'handoff', to: 'x' }] }], ['a 0 > x']],
  [
    'who acts no more',
    [
      { agent: 'a', peer: 'b' },
      { agent: 'b', peer: 'a' },
    ],
    ['a 0 > 1 b', 'b 1 > a'],
  ],
  [
    'the last time that it is said',
    [{ agent: 'a', peer: 'b' }, { agent: 'a', peer: 'b' }, { agent: 'b' }],
    ['a 1 > 2 b'],
  ],
  ['others in between', [{ agent: 'a', peer: 'b' }, { agent: 'c' }, { agent: 'b' }], ['a 0 . 1 c', 'a 0 > 2 b']],
  [
    'a fan-out that is said, and its join that is not',
    [{ agent: 'a', peer: 'b' }, { agent: 'a', peer: 'c' }, { agent: 'b' }, { agent: 'c' }, { agent: 'd' }],
    ['a 0 > 2 b', 'a 1 > 3 c', 'b 2 . 4 d', 'c 3 . 4 d'],
  ],
  [
    'one step that names two',
    [
      {
        agent: 'a',
        effects: [
          { do: 'handoff', to: 'b' },
          { do: 'handoff', to: 'c' },
        ],
      },
      { agent: 'c', peer: 'd' },
      { agent: 'b', peer: 'd' },
      { agent: 'd' },
    ],
    ['a 0 > 1 c', 'a 0 > 2 b', 'c 1 > 3 d', 'b 2 > 3 d'],
  ],
  [
    'a fan-out and a join that only times tell',
    [during('a', 0, 10), during('b', 10, 20), during('c', 11, 18), during('d', 21, 25)],
    ['a 0 . 1 b', 'a 0 . 2 c', 'b 1 . 3 d', 'c 2 . 3 d'],
  ],
  [
    'one who goes on beside',
    [during('a', 0, 10), during('b', 10, 30), during('c', 11, 18), during('d', 20, 25), during('e', 31, 32)],
    ['a 0 . 1 b', 'a 0 . 2 c', 'c 2 . 3 d', 'b 1 . 4 e', 'd 3 . 4 e'],
  ],
  ['two who begin together', [during('a', 0, 10), during('b', 1, 5), during('c', 11, 12)], ['a 0 . 2 c', 'b 1 . 2 c']],
  [
    'what is nested',
    [
      during('a', 0, 5, { key: '1' }),
      during('b', 1, 3, { key: '2', parent: '1' }),
      during('b', 2, 3, { parent: '2' }),
      during('c', 3, 4, { parent: '1' }),
      during('a', 4, 5, { parent: '1' }),
      during('d', 5, 6),
    ],
    ['a 0 / 1 b', 'a 0 / 3 c', 'a 0 . 5 d'],
  ],
  [
    'what another agent does one after the other in a call, once; after others, anew',
    [
      { agent: 'a', key: 'r' },
      { agent: 'b', parent: 'r' },
      { agent: 'b', parent: 'r' },
      { agent: 'a', parent: 'r' },
      { agent: 'b', parent: 'r' },
    ],
    ['a 0 / 1 b', 'a 0 / 4 b'],
  ],
  [
    'what is nested in a step of nobody',
    [
      { key: '1', at: 0n },
      { key: '2', parent: '1', at: 1n },
      { agent: 'a', parent: '1', at: 2n },
      { agent: 'b', parent: '2', at: 3n },
      { agent: 'c', parent: '1', at: 4n },
    ],
    ['Nobody 0 / 2 a', 'a 2 . 3 b', 'b 3 . 4 c'],
  ],
  [
    'round and round: only what closes the circle goes back',
    [
      { agent: 'a', peer: 'b' },
      { agent: 'b', peer: 'c' },
      { agent: 'c', peer: 'a' },
      { agent: 'a', peer: 'b' },
      { agent: 'b', peer: 'a' },
      { agent: 'a' },
    ],
    ['a 0 > 1 b', 'b 1 > 2 c', 'c 2 > 3 a ↩', 'a 3 > 4 b', 'b 4 > 5 a ↩'],
  ],
  [
    'odd names',
    [{ agent: '__proto__', peer: 'constructor' }, { agent: 'constructor' }],
    ['__proto__ 0 > 1 constructor'],
  ],
  ['an agent called like nobody', [{ agent: 'a', peer: 'Nobody' }, {}, { agent: 'Nobody' }], ['a 0 > 2 Nobody']],
])('%s', (_, told, expected) => {
  expect(shown(handoffsIn(told))).toEqual(expected);
});

test('edges list their steps, and nodes without a lane never act', () => {
  const { edges, nodes, list, open } = handoffsIn([
    { agent: 'a', peer: 'b' },
    { agent: 'b', peer: 'user' },
    { agent: 'a', peer: 'b' },
    { agent: 'b' },
    { agent: 'b', peer: 'a' },
  ]);
  expect(nodes).toEqual([
    { name: 'a', lane: 0 },
    { name: 'b', lane: 1 },
    { name: 'user', lane: -1 },
  ]);
  expect(edges).toEqual([
    { from: 0, to: 1, steps: [1, 3], implied: false, back: false },
    { from: 1, to: 2, steps: [1], implied: false, back: false },
    { from: 1, to: 0, steps: [2, 4], implied: false, back: true },
  ]);
  expect(list.map(({ edge }) => edge)).toEqual([0, 2, 0]);
  expect(open).toEqual([
    { from: 1, fromLane: 1, node: 2, edge: 1 },
    { from: 4, fromLane: 1, node: 0, edge: 2 },
  ]);
});

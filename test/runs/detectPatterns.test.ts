import { expect, test } from 'vitest';
import { patternsIn, steps } from './patternsIn';

test.each<[string, string[]]>([
  ['a', []],
  ['a>b b', []],
  ['a>b b>c c>user', ['sequential: a, b then c']],
  ['a b c', ['sequential: a, b then c']],
  ['a>b b>c c>d d>e e>f f>g g', ['sequential: a, b, c, d, e and 2 more']],
  ['a>b+c b>d c>d d', ['parallel: b and c, joined by d']],
  ['a>b a>c c b d', ['parallel: c and b, joined by d']],
  ['a>b+c+d b>e d>e c>e e', ['parallel: b, d and c, joined by e']],
  // One of them hands on to another: there is no join.
  ['a>b+c b>d c>e d e', ['parallel: b and c']],
  // Only after b has begun.
  ['a>b b a>c c', []],
  ['a>b b>c c>b b', ['loop: b and c, 1 round']],
  ['a>b b>c c>b b>c c>b b', ['loop: b and c, 2 rounds']],
  ['a>b b>c c>b b>c c>d d', ['loop: b and c, 1 round']],
  // Nobody says so: once may be chance, twice is not.
  ['b c b', []],
  ['b c b c b', ['loop: b and c, 2 rounds']],
  ['a>b b>c c>a a>b b>c c>a a', ['loop: a, b and c, 2 rounds']],
  ['a>b b>c c>a a', []],
  ['a>b b>a a>b b>c c', ['loop: a and b, 1 round']],
  // What comes back by a long way is another matter.
  ['a>b b>c c>b b>c c>d d>b b', ['loop: b and c, 1 round']],
  // Work is handed out and comes back.
  ['m>a a>m m>b b>m m>c c>m m', []],
  ['m>a a>m m>b m>c', []],
  ['m>a a>m m b m', []],
  ['f>r r>f f>user', ['loop: f and r, 1 round', 'conditional: f, then r or user']],
  ['t>a a>x x>t t>b b>x x>t t>a a', ['conditional: t, then a or b']],
  // Once to both: it is no choice.
  ['t>a+b a>x b>x x>t t>a a', ['parallel: a and b, joined by x']],
  [
    'vision>compete+trends compete>review trends>review review>build build>review review>build build',
    ['parallel: compete and trends, joined by review', 'loop: review and build, 1 round'],
  ],
])('%s', (text, expected) => {
  expect(patternsIn(steps(text)).map(({ text }) => text)).toEqual(expected);
});

test('a pattern has the step at which it is recognised, a loop the steps of its rounds', () => {
  expect(patternsIn(steps('a>b+c b>d c>d d>e e>d d>e e>d d'))).toEqual([
    { is: 'parallel', text: 'parallel: b and c, joined by d', known: 3 },
    { is: 'loop', text: 'loop: d and e, 2 rounds', known: 5, rounds: [5, 7] },
  ]);
});

test('calls with overlapping times are parallel', () => {
  const call = (agent: string, from: number, to: number) => ({
    agent,
    parent: 'p',
    at: BigInt(from),
    duration: BigInt(to - from),
  });
  const parent = { agent: 'm', key: 'p', at: 0n, duration: 100n };
  expect(patternsIn([parent, call('a', 1, 10), call('b', 10, 20)])).toEqual([]);
  expect(patternsIn([parent, call('a', 1, 10), call('b', 5, 20)])).toMatchObject([{ text: 'parallel: a and b' }]);
});

test('each round of a loop is counted, with its step', () => {
  const rounds = 7000;
  const [loop] = patternsIn(steps(`a>b ${'b>c c>b '.repeat(rounds)}b`));
  expect(loop).toMatchObject({ is: 'loop', text: `loop: b and c, ${rounds} rounds` });
  expect(loop?.rounds).toHaveLength(rounds);
});

import { expect, test } from 'vitest';
import { jsonPieces, writePieces } from '../../server/src/cli/commandIo';

test.each([
  ['null', null, null],
  ['plain values', { a: [1, { b: [] }], c: undefined, d: 'x\u009b' }, { a: [1, { b: [] }], d: 'x\u009b' }],
  ['an empty sequence', [].values(), []],
  ['a sequence', [1, { a: 2 }].values(), [1, { a: 2 }]],
  [
    'sequences in it',
    { a: { b: [{ c: ['x'].values(), d: undefined }].values() }, e: 1 },
    { a: { b: [{ c: ['x'] }] }, e: 1 },
  ],
])('JSON in pieces of %s', (_, value, whole) => {
  const text = [...jsonPieces(value)].join('');
  expect(JSON.parse(text)).toEqual(whole);
  expect(text).not.toContain('\u009b');
});

test('no more is made than the reader takes', async () => {
  const made: number[] = [];
  let take = () => {};
  const pieces = function* () {
    for (let at = 0; at < 4; at++) {
      made.push(at);
      yield 'x'.repeat(100_000);
    }
  };
  let written = 0;
  const output = {
    write: (text: string) => {
      written += text.length;
      return false;
    },
    drained: () => new Promise<void>(resolve => (take = resolve)),
  };
  const done = writePieces(output, pieces());
  for (const soFar of [1, 2, 3, 4]) {
    expect(made).toHaveLength(soFar);
    take();
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
  }
  await done;
  expect(written).toBe(400_000);
});

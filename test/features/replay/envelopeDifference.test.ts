import { describe, expect, test } from 'vitest';
import { envelopeDifference, valueDifferences } from '../../../server/src/features/replay/envelopeDifference';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { differ, shown } from './differences';
import { replayOf } from './replayOf';

test.each<[string, string, string[]]>([
  ['{"a":1}', '{"a":1}', []],
  ['{"a":1}', '{"a":2}', ['/a: 1 -> 2']],
  ['{"a":1,"b":2}', '{"b":2,"c":"x"}', ['- /a: 1', '+ /c: "x"']],
  ['{"a":{"b":[1,2]}}', '{"a":{"b":{"x":null}}}', ['/a/b: [1,2] -> {"x":null}']],
  ['1', 'null', [': 1 -> null']],
  ['[1,2,3]', '[1,3]', ['- /1: 2']],
  ['[1,2]', '[0,1,2]', ['+ /0: 0']],
  ['["a","b","c"]', '["c","a","b"]', ['/0 moved 2 -> 0']],
  ['[{"x":1},{"x":2}]', '[{"x":1},{"x":3}]', ['/1/x: 2 -> 3']],
  // By what they are, not by where they stand.
  [
    '[{"path":"a.ts","n":1},{"path":"b.ts","n":2}]',
    '[{"path":"c.ts"},{"path":"a.ts","n":3}]',
    ['+ /0: {"path":"c.ts"}', '/1/n: 1 -> 3', '- /1: {"path":"b.ts","n":2}'],
  ],
  // Another id in each run.
  ['[{"id":"t_k3j9x0a1b2","n":1}]', '[{"id":"t_z1y2x3w4v5","n":1}]', ['/0/id: "t_k3j9x0a1b2" -> "t_z1y2x3w4v5"']],
  ['{"a/b":1,"c~d":1}', '{"a/b":2,"c~d":2}', ['/a~1b: 1 -> 2', '/c~0d: 1 -> 2']],
  [
    '{"n":12345678901234567890}',
    '{"n":12345678901234567891}',
    ['/n: "12345678901234567890" -> "12345678901234567891"'],
  ],
  ['{"__proto__":{"x":1}}', '{}', ['- /__proto__: {"x":1}']],
  ['{"__proto__":{"x":1}}', '{"__proto__":{"x":2}}', ['/__proto__/x: 1 -> 2']],
  ['{"_t":"a","constructor":1}', '{"toString":2}', ['- /_t: "a"', '- /constructor: 1', '+ /toString: 2']],
  ['{"a":{"_t":"a"}}', '{"a":{"_t":"b","0":[1]}}', ['/a/_t: "a" -> "b"', '+ /a/0: [1]']],
  ['[null,{"x":1}]', '[{"x":1},null]', ['+ /0: {"x":1}', '- /1: {"x":1}']],
])('%s, %s', (one, other, expected) => {
  expect(differ(one, other)).toEqual(expected);
});

test('what is shown is cut, and in one line', () => {
  const [row] = valueDifferences({ a: 'x\n'.repeat(1000) }, { a: { b: 'y'.repeat(1000), c: [1] } });
  expect(row?.one?.length).toBeLessThanOrEqual(300);
  expect(row?.other).toMatch(/^{"b":"y{290,}/);
  expect(row?.other?.length).toBeLessThanOrEqual(300);
  const [deep] = valueDifferences(JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`), 1);
  expect(deep?.one).toMatch(/^\[{290,}/);
});

describe('the envelopes of two steps', () => {
  const told = (run: string) => [
    { title: 'x', run },
    { title: 'y', run },
  ];
  function replayed(one: string[], other: string[]) {
    return replayOf([fileRecordOf('a.jsonl', told('a')), fileRecordOf('b.jsonl', told('b'))], {
      id: 'a',
      texts: { 'a.jsonl': one.join('\n'), 'b.jsonl': other.join('\n') },
    });
  }
  const keyOf = (replay: ReturnType<typeof replayed>) => replay.others.summaries()[0]?.key ?? '';

  test('some rows', () => {
    const replay = replayed(['{"a":1}', '{"b":[1,2,3]}'], ['{"a":2}', '{"b":[]}']);
    const params = { with: keyOf(replay), step: 0, other: 0 };
    expect(envelopeDifference(replay, params)).toEqual({
      rows: [{ path: '/a', change: 'changed', one: '1', other: '2' }],
      from: 0,
      total: 1,
    });
    expect(envelopeDifference(replay, { ...params, step: 1, other: 1, from: 1, count: 1 })).toEqual({
      rows: [{ path: '/b/1', change: 'removed', one: '2' }],
      from: 1,
      total: 3,
    });
  });

  test('one that is too long, or is gone, or is no JSON', () => {
    const replay = replayed([`{"a":"${'x'.repeat(2_000_000)}"}`], ['{"a":2}', '}{']);
    const params = { with: keyOf(replay), step: 0, other: 0 };
    expect(envelopeDifference(replay, params).rows).toEqual([
      {
        path: '',
        change: 'changed',
        one: 'too long to be compared: 2.0 million characters',
        other: '0.0 million characters',
      },
    ]);
    expect(envelopeDifference(replay, { ...params, step: 1 }).rows).toEqual([
      { path: '', change: 'changed', one: 'not found', other: '{"a":2}' },
    ]);
    expect(envelopeDifference(replay, { ...params, other: 1 }).rows).toHaveLength(1);
  });

  test('a step, or a run, that there is none of', () => {
    const replay = replayed(['{}'], ['{}']);
    const key = keyOf(replay);
    expect(() => envelopeDifference(replay, { with: key, step: 2, other: 0 })).toThrow(RangeError);
    expect(() => envelopeDifference(replay, { with: key, step: 0, other: 2 })).toThrow(RangeError);
    expect(() => envelopeDifference(replay, { with: 'x', step: 0, other: 0 })).toThrow(RangeError);
  });

  test('what is asked and what is answered', () => {
    const log = (tool: string, ok: boolean) =>
      [
        `{"call_id":"t_abcdefghi1","agent":"a","tool":"${tool}","args":{},"ts":"2026-06-01T10:00:00Z","confirm_required":false}`,
        `{"call_id":"t_abcdefghi1","ok":${ok},"result":null,"error":null,"latency_ms":5}`,
      ].join('\n');
    const replay = replayOf({ 'a.jsonl': log('read', true), 'b.jsonl': log('write', false) });
    expect(envelopeDifference(replay, { with: keyOf(replay), step: 0, other: 0 }).rows.map(shown)).toEqual([
      '/ask/tool: "read" -> "write"',
      '/answer/ok: true -> false',
    ]);
  });
});

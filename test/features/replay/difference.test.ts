import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { difference } from '../../../server/src/features/replay/difference';
import { valueDifferences } from '../../../server/src/features/replay/valueDifferences';
import type { DifferenceRow } from '../../../server/src/model/replay';
import { parseExact } from '../../../server/src/text/exactJson';
import { recordOf } from '../../kit/records';
import { replayOf } from './replayOf';

/** `+ /a: 1`, `- /a: 1`, `/a: 1 -> 2`, `/a/2 moved 0 -> 2` */
function shown({ path, change, one, other }: DifferenceRow): string {
  if (change === 'added') return `+ ${path}: ${other}`;
  if (change === 'removed') return `- ${path}: ${one}`;
  return change === 'moved' ? `${path} moved ${one} -> ${other}` : `${path}: ${one} -> ${other}`;
}

const differ = (one: string, other: string) => valueDifferences(parseExact(one), parseExact(other)).map(shown);

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

test('very long lists and very deep values take no time to speak of', () => {
  const list = (start: number, length = 10_000) => Array.from({ length }, (_, place) => start + place);
  const nested = (inner: string) => JSON.parse(`${'{"a":'.repeat(5000)}${inner}${'}'.repeat(5000)}`);
  const before = performance.now();
  expect(valueDifferences({ list: list(0) }, { list: list(1) })).toHaveLength(10_000);
  expect(valueDifferences({ list: list(0) }, { list: { '#': 1 } }).length).toBeGreaterThan(0);
  expect(valueDifferences(nested('1'), nested('2'))).toHaveLength(1);
  expect(valueDifferences(list(0, 60_000), list(1, 2)).map(shown)).toEqual([
    ': too many to be compared: 60,001 values -> 3 values',
  ]);
  // Measured on an idle machine: 0.1 s; with every pair looked at it is more than two.
  expect(performance.now() - before).toBeLessThan(1500);
});

describe('whatever values there are', () => {
  const anyValue = fc.jsonValue({ maxDepth: 4 });

  test('there are rows where they differ, and only there', () => {
    const named = fc.letrec(tie => ({
      value: fc.oneof({ maxDepth: 3 }, fc.constantFrom(null, 1, 'a', true), tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 4 }),
      object: fc.array(fc.tuple(fc.constantFrom('id', '__proto__', 'constructor', '_t', 'a'), tie('value')), {
        maxLength: 4,
      }),
    }));
    // As text, since only so an object has a member of the name `__proto__`.
    const textOf = (value: unknown): string => {
      if (!Array.isArray(value)) return JSON.stringify(value);
      const isObject =
        value.length > 0 && value.every(one => Array.isArray(one) && one.length === 2 && typeof one[0] === 'string');
      if (!isObject) return `[${value.map(textOf).join(',')}]`;
      return `{${value.map(([name, member]) => `${JSON.stringify(name)}:${textOf(member)}`).join(',')}}`;
    };
    fc.assert(
      fc.property(named.value, named.value, (one, other) => {
        const [first, second] = [JSON.parse(textOf(one)), JSON.parse(textOf(other))];
        expect(valueDifferences(first, first)).toEqual([]);
        expect(valueDifferences(first, second).length === 0).toBe(canonical(first) === canonical(second));
      }),
      { numRuns: 150 },
    );
  });

  test('of objects the rows are those that a plain walk finds', () => {
    const anyObject = fc.dictionary(fc.stringMatching(/^[a-c~/]{1,2}$/), anyValue, { maxKeys: 6 });
    fc.assert(
      fc.property(anyObject, anyObject, (one, other) => {
        const paths = valueDifferences(one, other).map(({ path }) => path.split('/')[1]);
        const expected = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
          name => canonical(one[name]) !== canonical(other[name]),
        );
        const names = [...new Set(paths)].sort();
        expect(names).toEqual(expected.map(name => name.replaceAll('~', '~0').replaceAll('/', '~1')).sort());
      }),
    );
  });
});

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return value === undefined ? 'nothing' : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map(name => `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name])}`).join(',')}}`;
}

describe('the envelopes of two steps', () => {
  const told = (run: string) => [
    { title: 'x', run },
    { title: 'y', run },
  ];
  function replayed(one: string[], other: string[]) {
    return replayOf([recordOf('a.jsonl', told('a')), recordOf('b.jsonl', told('b'))], {
      id: 'a',
      texts: { 'a.jsonl': one.join('\n'), 'b.jsonl': other.join('\n') },
    });
  }
  const keyOf = (replay: ReturnType<typeof replayed>) => replay.others.summaries()[0]?.key ?? '';

  test('some rows', () => {
    const replay = replayed(['{"a":1}', '{"b":[1,2,3]}'], ['{"a":2}', '{"b":[]}']);
    const params = { with: keyOf(replay), step: 0, other: 0 };
    expect(difference(replay, params)).toEqual({
      rows: [{ path: '/a', change: 'changed', one: '1', other: '2' }],
      from: 0,
      total: 1,
    });
    expect(difference(replay, { ...params, step: 1, other: 1, from: 1, count: 1 })).toEqual({
      rows: [{ path: '/b/1', change: 'removed', one: '2' }],
      from: 1,
      total: 3,
    });
  });

  test('one that is too long, or is gone, or is no JSON', () => {
    const replay = replayed([`{"a":"${'x'.repeat(2_000_000)}"}`], ['{"a":2}', '}{']);
    const params = { with: keyOf(replay), step: 0, other: 0 };
    expect(difference(replay, params).rows).toEqual([
      {
        path: '',
        change: 'changed',
        one: 'too long to be compared: 2.0 million characters',
        other: '0.0 million characters',
      },
    ]);
    expect(difference(replay, { ...params, step: 1 }).rows).toEqual([
      { path: '', change: 'changed', one: 'not found', other: '{"a":2}' },
    ]);
    expect(difference(replay, { ...params, other: 1 }).rows).toHaveLength(1);
  });

  test('a step, or a run, that there is none of', () => {
    const replay = replayed(['{}'], ['{}']);
    const key = keyOf(replay);
    expect(() => difference(replay, { with: key, step: 2, other: 0 })).toThrow(RangeError);
    expect(() => difference(replay, { with: key, step: 0, other: 2 })).toThrow(RangeError);
    expect(() => difference(replay, { with: 'x', step: 0, other: 0 })).toThrow(RangeError);
  });

  test('what is asked and what is answered', () => {
    const log = (tool: string, ok: boolean) =>
      [
        `{"call_id":"t_abcdefghi1","agent":"a","tool":"${tool}","args":{},"ts":"2026-06-01T10:00:00Z","confirm_required":false}`,
        `{"call_id":"t_abcdefghi1","ok":${ok},"result":null,"error":null,"latency_ms":5}`,
      ].join('\n');
    const replay = replayOf({ 'a.jsonl': log('read', true), 'b.jsonl': log('write', false) });
    expect(difference(replay, { with: keyOf(replay), step: 0, other: 0 }).rows.map(shown)).toEqual([
      '/ask/tool: "read" -> "write"',
      '/answer/ok: true -> false',
    ]);
  });
});

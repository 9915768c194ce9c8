import { describe, expect, test } from 'vitest';
import { isSameEnvelope } from '../../../server/src/features/replay/alignedRuns';
import { runComparison } from '../../../server/src/features/replay/runComparison';
import type { EntryFields } from '../../kit/fileRecordOf';
import { one, other, replayed } from './comparedRuns';
import { replayOf } from './replayOf';

const SECOND = 1_000_000_000n;

test('two runs, row by row', () => {
  const { replay, key } = replayed(one, other);
  const found = runComparison(replay, { with: key, only: 'all' });
  expect(found).toMatchObject({
    one: { id: 'one', steps: 4 },
    other: { id: 'other', steps: 4 },
    counts: { same: 2, changed: 1, added: 1, missing: 1 },
    from: 0,
    total: 5,
  });
  expect(found.rows.map(({ is, one, other, differs }) => [is, one?.title, other?.title, differs.join(' ')])).toEqual([
    ['same', 'plan', 'plan', ''],
    ['changed', 'write', 'write', 'outcome confidence'],
    ['missing', 'check', undefined, ''],
    ['same', 'end', 'end', ''],
    ['added', undefined, 'more', ''],
  ]);
  expect(found.rows[3]).toMatchObject({ one: { step: 3 }, other: { step: 2 } });
});

test('some rows, and those that differ', () => {
  const { replay, key } = replayed(one, other);
  const all = runComparison(replay, { with: key, only: 'all' });
  expect(runComparison(replay, { with: key, only: 'all', from: 1, count: 2 })).toEqual({
    ...all,
    rows: all.rows.slice(1, 3),
    from: 1,
  });
  expect(runComparison(replay, { with: key, only: 'different' })).toEqual({
    ...all,
    rows: all.rows.filter(({ is }) => is !== 'same'),
    total: 3,
  });
  expect(runComparison(replay, { with: key, only: 'different', from: 99 }).rows).toEqual([]);
});

test('envelopes that differ, but for ids and times', () => {
  const texts = {
    'one.jsonl': '{"id":"x1","v":1}\n{"v":2}\n{"v":3}',
    'other.jsonl': '{"id":"x2","v":1}\n{"v":5}\n{"v":3}',
  };
  const steps = [{ title: 'a' }, { title: 'b' }, { title: 'c' }];
  const { replay, key } = replayed(steps, steps, texts);
  const found = runComparison(replay, { with: key, only: 'different' });
  expect(found.counts).toEqual({ same: 2, changed: 1, added: 0, missing: 0 });
  expect(found.rows).toMatchObject([{ is: 'changed', one: { step: 1 }, differs: ['envelope'] }]);
});

describe('two sessions of one task', () => {
  const session = (id: string, start: number, steps: readonly (readonly [role: string, block: object])[]) =>
    steps
      .map(([role, block], index) =>
        JSON.stringify({
          parentUuid: null,
          isSidechain: false,
          sessionId: id,
          cwd: '/home/ada',
          uuid: `${id}-${index}`,
          timestamp: new Date(start + index * (id === 'one' ? 1000 : 90_000)).toISOString(),
          type: role,
          message: {
            role,
            content: [block],
            ...(role === 'assistant' && {
              id: `msg-${id}-${index}`,
              model: 'opus',
              usage: { input_tokens: start % 1000, output_tokens: 5 },
            }),
          },
        }),
      )
      .join('\n');
  const text = (words: string) => ({ type: 'text', text: words });
  const call = (id: string, name: string, command: string) => ({ type: 'tool_use', id, name, input: { command } });
  const result = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, content });
  const task = (id: string, { command = 'ls', listed = 'a.md', answer = 'One file.' } = {}) =>
    [
      ['user', text('Which files?')],
      ['assistant', call(`toolu_${id}`, 'Bash', command)],
      ['user', result(`toolu_${id}`, listed)],
      ['assistant', text(answer)],
    ] as const;
  const compared = (other: readonly (readonly [string, object])[], first = task('1a2b3c4d')) => {
    const replay = replayOf(
      { 'one.jsonl': session('one', 1.78e12, first), 'two.jsonl': session('two', 1.79e12 + 7, other) },
      { id: 'one' },
    );
    return runComparison(replay, { with: replay.others.summaries()[0]?.key ?? '', only: 'all' });
  };

  test('that did the same: ids, times and tokens are no change', () => {
    const found = compared(task('9z8y7x6w'));
    expect(found.counts).toEqual({ same: 3, changed: 0, added: 0, missing: 0 });
    expect(found.changes).toEqual([]);
  });

  test('that differ in arguments, results and answers', () => {
    const found = compared(task('9z8y7x6w', { command: 'find .', listed: './a.md', answer: 'There is one.' }));
    expect(found.rows.map(({ differs }) => differs.join(' '))).toEqual(['', 'arguments result', 'answer']);
    expect(found.changes).toEqual([
      { what: 'arguments', rows: 1 },
      { what: 'result', rows: 1 },
      { what: 'answer', rows: 1 },
    ]);
  });

  test('that did the same in another order', () => {
    const pair = (id: string, name: string) =>
      [
        ['assistant', call(id, name, name)],
        ['user', result(id, 'done')],
      ] as const;
    const found = compared([...pair('t1', 'Write'), ...pair('t2', 'Bash')], [
      ...pair('t1', 'Bash'),
      ...pair('t2', 'Write'),
    ] as never);
    expect(found.rows.map(({ is, differs }) => `${is} ${differs.join(' ')}`).sort()).toEqual([
      'added order',
      'missing order',
      'same ',
    ]);
  });
});

test('of a long run envelopes are read for the rows that are looked at', () => {
  const steps = Array.from({ length: 1000 }, (_, index) => ({ title: `step ${index}` }));
  const { replay, key } = replayed(steps, steps);
  let reads = 0;
  const reader = {
    ...replay.reader,
    text: ({ uri, part }: { uri: string; part: string }) => {
      reads++;
      return { text: uri.includes('other') && part === 'line 3' ? '[1]' : '[2]', lang: 'json' as const };
    },
  };
  const found = runComparison({ ...replay, reader }, { with: key, only: 'all', count: 5 });
  expect(found.rows.map(({ is }) => is)).toEqual(['same', 'same', 'changed', 'same', 'same']);
  expect(found.counts).toEqual({ same: 1000, changed: 0, added: 0, missing: 0 });
  // Five rows, and the first step of each run, which tells whether it is an export.
  expect(reads).toBe(12);
  runComparison({ ...replay, reader }, { with: key, only: 'all', count: 5 });
  expect(reads).toBe(12);
});

describe('in numbers', () => {
  const steps = (confidence: number, more: Partial<EntryFields>): EntryFields[] => [
    { title: 'x', at: 0n, duration: SECOND, confidence, effects: [{ do: 'usage', tokens: 10, cost: 0.5 }] },
    { title: 'y', at: SECOND, duration: SECOND, status: 'succeeded', ...more },
  ];

  test('which is better', () => {
    const { replay, key } = replayed(steps(0.5, {}), steps(0.7, { duration: 60n * SECOND, outcome: 'failed' }));
    expect(runComparison(replay, { with: key, only: 'all' }).metrics).toEqual([
      { name: 'Duration', one: '2 s', other: '1 min', better: 'one' },
      { name: 'Steps', one: '2', other: '2' },
      { name: 'Failed', one: '0', other: '1', better: 'one' },
      { name: 'Retries', one: '0', other: '0' },
      { name: 'Mean confidence', one: '0.5', other: '0.7', better: 'other' },
      { name: 'Tokens', one: '10', other: '10' },
      { name: 'Cost', one: '$0.5', other: '$0.5' },
      { name: 'Problems', one: '0', other: '0' },
    ]);
  });

  test('who gave up is not better for being done soon', () => {
    const { replay, key } = replayed(steps(0.5, { status: 'failed' }), steps(0.5, { duration: 60n * SECOND }));
    expect(runComparison(replay, { with: key, only: 'all' }).metrics[0]).toEqual({
      name: 'Duration',
      one: '2 s',
      other: '1 min',
    });
  });

  test('what is not known', () => {
    const { replay, key } = replayed([{ title: 'x' }], steps(0.5, {}));
    expect(runComparison(replay, { with: key, only: 'all' }).metrics).toContainEqual({
      name: 'Tokens',
      one: '–',
      other: '10',
    });
  });
});

test('a run that there is none of', () => {
  const { replay } = replayed(one, other);
  expect(() => runComparison(replay, { with: 'x', only: 'all' })).toThrow(RangeError);
});

test.each<[unknown, unknown, boolean]>([
  [{ a: 1 }, { a: 1 }, true],
  [{ a: 1 }, { a: 2 }, false],
  [{ a: 1 }, { b: 1 }, false],
  [{ a: 1 }, { a: 1, b: 1 }, false],
  [
    { call_id: 't_1', traceId: 'x', timestamp: 1, latency_ms: 2, startTimeUnixNano: 3 },
    { call_id: 't_2', traceId: 'y', timestamp: 2, latency_ms: 9, startTimeUnixNano: 4 },
    true,
  ],
  [{ id: { a: 1 } }, { id: { a: 2 } }, false],
  [{ format: 'a' }, { format: 'b' }, false],
  [{ a: 'at 2026-06-11T09:00:00Z' }, { a: 'at 2026-06-12T10:00:00Z' }, true],
  [{ a: '3 of 4' }, { a: '4 of 4' }, false],
  [[1, [2]], [1, [2]], true],
  [[1, [2]], [1, [3]], false],
  [[], {}, false],
  [null, {}, false],
  [JSON.parse('{"__proto__":1}'), {}, false],
  [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":2}'), false],
])('the same envelope? %j %j', (one, other, same) => {
  expect(isSameEnvelope(one, other)).toBe(same);
  expect(isSameEnvelope(other, one)).toBe(same);
});

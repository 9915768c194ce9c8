import { describe, expect, test } from 'vitest';
import { envelopeMembers, envelopeValue } from '../../../server/src/features/replay/envelopeMembers';
import type { EnvelopeProblem, ReplayedRun } from '../../../server/src/features/replay/replayedRun';
import type { Path } from '../../../server/src/model/text';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

function showing(text: string, problems: EnvelopeProblem[] = [], lang: 'json' | 'markdown' = 'json'): ReplayedRun {
  return replayOf([fileRecordOf('a.jsonl', [{ title: 't' }])], {
    reader: { text: () => ({ text, lang }), problems: () => problems },
  });
}

const AT = { step: 0, envelope: 0 };
const members = (text: string, path: Path = [], window = {}) =>
  envelopeMembers(showing(text), { ...AT, path, ...window });

describe('the members of a value', () => {
  test.each<[string, string, object]>([
    ['a text', '"x"', { is: 'text', shown: 'x' }],
    ['a text with escapes', '"\\u0061\\"b"', { is: 'text', shown: 'a"b' }],
    ['a text of several lines', '"a\\nb"', { is: 'text', shown: 'a b', size: 3 }],
    ['a long text', `"${'x'.repeat(400)}"`, { is: 'text', shown: `${'x'.repeat(299)}…`, size: 400 }],
    ['text that turns what stands beside it', '"a\\u202eb"', { is: 'text', shown: 'a b', size: 3 }],
    ['a number, digit by digit', '12345678901234567890.50', { is: 'number', shown: '12345678901234567890.50' }],
    ['a number without end', '1'.repeat(5000), { is: 'number', shown: '1'.repeat(300) }],
    ['true', 'true', { is: 'boolean', shown: 'true' }],
    ['null', 'null', { is: 'null', shown: 'null' }],
    ['an object', '{"a": 1, "b": {"c": 2}}', { is: 'object', shown: '{…}', size: 2 }],
    ['a list', '[1, [2, 3]]', { is: 'list', shown: '[…]', size: 2 }],
    ['an empty list', '[ ]', { is: 'list', shown: '[…]', size: 0 }],
  ])('%s', (_, value, member) => {
    expect(members(`{"a": ${value}}`)).toEqual({ rows: [{ name: 'a', ...member }], from: 0, total: 1 });
    expect(members(`[${value}]`).rows).toEqual([{ name: 0, ...member }]);
  });

  test.each<[string, string, Path, (string | number)[]]>([
    ['the root', '{"__proto__": 1, "b": 2}', [], ['__proto__', 'b']],
    ['what is nested', '{"a": [0, {"c": 1}]}', ['a', 1], ['c']],
    ['an index as text', '{"a": [0, {"c": 1}]}', ['a', '1'], ['c']],
    ['a value without members', '{"a": 1}', ['a'], []],
    ['what is gone', '{"a": 1}', ['x', 'y'], []],
    ['broken JSON', '{"a": 1, "b": {"c": 2', [], ['a', 'b']],
    ['no JSON', 'text', [], []],
    ['no path', '{"a": 1}', undefined as unknown as Path, ['a']],
  ])('of %s', (_, text, path, names) => {
    expect(members(text, path).rows.map(({ name }) => name)).toEqual(names);
  });

  test('some of them', () => {
    const text = JSON.stringify(Array.from({ length: 1000 }, (_, index) => index));
    expect(members(text, [], { from: 998, count: 9 })).toEqual({
      rows: [
        { name: 998, is: 'number', shown: '998' },
        { name: 999, is: 'number', shown: '999' },
      ],
      from: 998,
      total: 1000,
    });
    expect(members(text, [], { count: 1e9 }).rows).toHaveLength(200);
  });

  test('the worst of the problems at or in each', () => {
    const problem = (severity: EnvelopeProblem['severity'], path: Path) => ({
      severity,
      message: 'm',
      rule: 'r',
      path,
    });
    const replay = showing('{"a": {"b": [1], "c": 2}, "d": 3, "e": 4}', [
      problem('info', ['a', 'b', 0]),
      problem('error', ['a', 'b']),
      problem('warning', ['a', 'c']),
      problem('info', ['d']),
      problem('error', []),
    ]);
    const marked = (path: Path) =>
      envelopeMembers(replay, { ...AT, path }).rows.map(({ name, problem }) => [name, problem]);
    expect(marked([])).toEqual([
      ['a', 'error'],
      ['d', 'info'],
      ['e', undefined],
    ]);
    expect(marked(['a'])).toEqual([
      ['b', 'error'],
      ['c', 'warning'],
    ]);
    expect(marked(['a', 'b'])).toEqual([[0, 'info']]);
  });

  test('of Markdown, or of what can not be read, none', () => {
    expect(envelopeMembers(showing('{"a": 1}', [], 'markdown'), { ...AT, path: [] }).rows).toEqual([]);
    const gone = replayOf([fileRecordOf('a.jsonl', [{ title: 't' }])], {
      reader: { text: () => ({ fault: 'gone' }) },
    });
    expect(envelopeMembers(gone, { ...AT, path: [] }).rows).toEqual([]);
    expect(envelopeValue(gone, { ...AT, path: [] })).toEqual({ text: '', total: 0 });
  });
});

describe('some characters of a value', () => {
  const text = JSON.stringify({ a: `"${'0123456789'.repeat(10_000)}`, b: [1, { c: 2 }] });

  test.each<[string, Path, object, string, number]>([
    ['its beginning', ['a'], { count: 4 }, '"012', 100_001],
    ['its middle', ['a'], { from: 11, count: 3 }, '012', 100_001],
    ['its end', ['a'], { from: 99_999, count: 10 }, '89', 100_001],
    ['what stands there', ['b', 1], {}, '{"c":2}', 7],
    ['nothing', ['x'], {}, '', 0],
  ])('%s', (_, path, window, expected, total) => {
    expect(envelopeValue(showing(text), { ...AT, path, ...window })).toEqual({ text: expected, total });
  });

  test('no more than are told at once', () => {
    expect(envelopeValue(showing(text), { ...AT, path: ['a'] }).text).toHaveLength(20_000);
  });

  test('a row of a registry', () => {
    expect(envelopeValue(showing('| a |', [], 'markdown'), { ...AT, path: [] }).text).toBe('| a |');
  });
});

test('a step that there is none of', () => {
  expect(() => envelopeMembers(showing('{}'), { step: 9, envelope: 0, path: [] })).toThrow(RangeError);
  expect(() => envelopeValue(showing('{}'), { step: 0, envelope: 9, path: [] })).toThrow(RangeError);
});

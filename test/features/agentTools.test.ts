import { describe, expect, test } from 'vitest';
import { objectSchema } from '../../server/src/features/agentTools/callTool';
import {
  beginningOf,
  prefixOf,
  rowsThatFit,
  sizeOf,
  visibleText,
  visibleTexts,
} from '../../server/src/features/agentTools/rowsThatFit';
import { createCursors } from '../../server/src/features/agentTools/toolContext';
import { distinctNames, findRun } from '../../server/src/features/runs/findRun';
import type { RunSummary } from '../../server/src/model/run';
import {
  described,
  hasFields,
  isCount,
  isFlag,
  isListOf,
  isOneOf,
  isText,
  isTextUpTo,
  optional,
} from '../../server/src/shared/validateShape';

describe('an answer for agents', () => {
  test('takes rows while they fit, and always one', () => {
    const rows = Array.from({ length: 10 }, (_, at) => ({ at, text: 'x'.repeat(100) }));
    expect(rowsThatFit(rows, { room: 400 })).toEqual({ rows: rows.slice(0, 3), isCut: true });
    expect(rowsThatFit(rows, { room: 1 })).toEqual({ rows: rows.slice(0, 1), isCut: true });
    expect(rowsThatFit(rows, { limit: 4 })).toEqual({ rows: rows.slice(0, 4), isCut: true });
    expect(rowsThatFit(rows, { limit: 0 }).rows.length).toBe(1);
    expect(rowsThatFit(rows, { limit: 10 })).toEqual({ rows, isCut: false });
    expect(rowsThatFit([], { room: 1 })).toEqual({ rows: [], isCut: false });
  });

  test('makes no row that it does not show, but one', () => {
    let made = 0;
    function* rows() {
      for (;;) yield { at: made++ };
    }
    rowsThatFit(rows(), { limit: 5 });
    expect(made).toBe(6);
  });

  test('has texts without what nobody sees, and no numbers that JSON lacks', () => {
    expect(visibleText('a\u001b[1m\u202eb\n\tc\r\u{e0041}\ud800 👩‍💻')).toBe(
      'a\\u001b[1m\\u202eb\n\tc\\r\\u{e0041}\\ud800 👩‍💻',
    );
    expect(visibleTexts({ a: ['\u0000'], n: Number.POSITIVE_INFINITY, z: undefined, b: false })).toEqual({
      a: ['\\u0000'],
      b: false,
    });
    // Escapes take room, too.
    expect(sizeOf('\u202e')).toBe(9);
    expect(sizeOf('東')).toBe(5);
  });

  test.each([
    'plain text '.repeat(50),
    '東京'.repeat(300),
    '\u202e'.repeat(300),
    '👩‍💻'.repeat(100),
    '"\\\n'.repeat(200),
  ])('cuts %j by what is sent, never within a character', text => {
    const shown = prefixOf(text, 200);
    expect(sizeOf(shown)).toBeLessThanOrEqual(202);
    expect(text.startsWith(shown)).toBe(true);
    expect(shown).not.toMatch(/\p{Cs}/u);
    expect(beginningOf(text, 200)).toBe(`${shown}…`);
    expect(beginningOf('short', 200)).toBe('short');
  });

  test('goes on by cursors that are forgotten in the end', () => {
    const { keep, find } = createCursors();
    const first = keep({ row: 1 });
    expect([find(first), find('c999'), find('__proto__')]).toEqual([{ row: 1 }, undefined, undefined]);
    for (let at = 0; at < 1000; at++) keep(at);
    expect(find(first)).toBeUndefined();
  });
});

test('a shape has a JSON Schema', () => {
  const schema = objectSchema(
    {
      name: described(isTextUpTo(9), 'A name.'),
      kind: described(optional(isOneOf('a', 'b')), 'A kind.'),
      is: optional(isOneOf(true)),
      rows: described(isListOf(hasFields({ at: isCount, flag: optional(isFlag) })), 'Rows.'),
      text: optional(described(isText, 'A text.')),
    },
    { isClosed: true },
  );
  expect(schema).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: 9, description: 'A name.' },
      kind: { type: 'string', enum: ['a', 'b'], description: 'A kind.' },
      is: { enum: [true] },
      rows: {
        type: 'array',
        description: 'Rows.',
        items: {
          type: 'object',
          properties: { at: { type: 'integer', minimum: 0 }, flag: { type: 'boolean' } },
          required: ['at'],
        },
      },
      text: { type: 'string', description: 'A text.' },
    },
    required: ['name', 'rows'],
    additionalProperties: false,
  });
});

test('a run is found by any of its names', () => {
  const run = (id: string, family: string, file: string) =>
    ({ id, family, files: [`file:///${file}`], key: `${family}/${id}/${file}` }) as RunSummary;
  const runs = [run('wf_1', 'a', 'one.jsonl'), run('wf_1', 'b', 'two.jsonl'), run('wf_2', 'a', 'three.jsonl')];
  const fileOf = (uri: string) => uri.slice('file:///'.length);
  const found = (word: string) => {
    const result = findRun(word, runs, fileOf);
    return 'run' in result ? result.run.key : result.fault;
  };
  expect(found('wf_2')).toBe('a/wf_2/three.jsonl');
  expect(found('b/wf_1')).toBe('b/wf_1/two.jsonl');
  expect(found('one.jsonl')).toBe('a/wf_1/one.jsonl');
  expect(found('two')).toBe('b/wf_1/two.jsonl');
  expect(found('wf_1')).toBe('"wf_1" is 2 runs: a/wf_1, b/wf_1.');
  expect(found('wf_3')).toMatch(/^there is no run "wf_3"; did you mean "wf_[12]"\?$/);
  expect(found('nothing')).toBe('there is no run "nothing".');
  expect(findRun('x', [], fileOf)).toEqual({ fault: 'there is no run "x": no run was found at all.' });
  expect(distinctNames(runs, runs, fileOf)).toBe('a/wf_1, b/wf_1, wf_2');
});

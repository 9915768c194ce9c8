import fc from 'fast-check';
import { format } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { envelopeText, envelopeTextLines, plainLines } from '../../../server/src/features/replay/envelopeTextLines';
import type { EnvelopeProblem } from '../../../server/src/features/replay/replayedRun';
import { json, nearlyJson } from '../../kit/arbitraries';
import { type Lang, showing, shown } from './envelopeShown';

describe('an envelope in lines', () => {
  test.each<[string, string, string[]]>([
    [
      'one line',
      '{"a":1,"b":[true,null,{}],"c":[]}',
      ['{', '  "a": 1,', '  "b": [', '    true,', '    null,', '    {}', '  ],', '  "c": []', '}'],
    ],
    [
      'every digit',
      '[12345678901234567890, 1.10, 1e5, -0.0]',
      ['[', '  12345678901234567890,', '  1.10,', '  1e5,', '  -0.0', ']'],
    ],
    [
      'escapes and brackets in texts',
      '{"a\\"{": "}\\\\", "b": ",:"}',
      ['{', '  "a\\"{": "}\\\\",', '  "b": ",:"', '}'],
    ],
    [
      'names that JavaScript is wary of',
      '{"__proto__": {"a": 1}}',
      ['{', '  "__proto__": {', '    "a": 1', '  }', '}'],
    ],
    ['a lone value', '"x"', ['"x"']],
  ])('%s', (_, text, lines) => {
    expect(shown(text)).toEqual({ rows: lines, from: 0, total: lines.length, problems: [] });
  });

  test('comments have lines of their own', () => {
    expect(shown('{ // why\n "a": 1, /* so\n so */ "b": 2 }', { lang: 'jsonc' }).rows).toEqual([
      '{',
      '  // why',
      '  "a": 1,',
      '  /* so so */',
      '  "b": 2',
      '}',
    ]);
  });

  test('they are those of a formatter that knows nothing of ours', () => {
    fc.assert(
      fc.property(json, value => {
        const text = JSON.stringify(value);
        const edits = format(text, undefined, { tabSize: 2, insertSpaces: true, eol: '\n' });
        let formatted = text;
        for (const { offset, length, content } of edits.toReversed()) {
          formatted = formatted.slice(0, offset) + content + formatted.slice(offset + length);
        }
        // It leaves empty brackets as they are, too.
        expect(shown(text, { count: 400 }).rows).toEqual(formatted.split('\n').slice(0, 400));
      }),
      { numRuns: 60 },
    );
  });

  test('some of them, no more than there are and than are told at once', () => {
    const text = JSON.stringify(Array.from({ length: 1000 }, (_, index) => index));
    expect(shown(text, { from: 500, count: 2 })).toMatchObject({ rows: ['  499,', '  500,'], from: 500, total: 1002 });
    expect(shown(text, { from: 1001, count: 9 }).rows).toEqual([']']);
    expect(shown(text, { from: 5000 })).toMatchObject({ rows: [], from: 1002 });
    expect(shown(text, { from: -5, count: 1 }).rows).toEqual(['[']);
    expect(shown(text, { from: Number.NaN, count: 1e9 }).rows).toHaveLength(400);
  });

  test('long lines are cut, deep ones are not endless', () => {
    const [, line = ''] = shown(JSON.stringify({ a: 'x'.repeat(5000) })).rows;
    expect(line).toHaveLength(2001);
    expect(line.endsWith('x…')).toBe(true);
    const deep = shown(`${'['.repeat(5000)}${']'.repeat(5000)}`, { from: 4500, count: 1 });
    expect(deep.rows[0]?.length).toBe(2001);
  });
});

describe('what is no JSON stands as it is', () => {
  test('with what is wrong in it', () => {
    const text = '{"a": 1,\n "b": }';
    const answer = shown(text, { problems: [{ severity: 'error', message: 'm', rule: 'syntax', path: [] }] });
    expect(answer.rows).toEqual(['{"a": 1,', ' "b": }']);
    expect(answer.fault).toMatch(/value/i);
    expect(answer.problems).toEqual([{ line: 1, from: 6, to: 7, severity: 'error', message: 'm', rule: 'syntax' }]);
  });

  test('or is Markdown', () => {
    expect(shown('| a |\r\n| b |\rc', { lang: 'markdown' })).toEqual({
      rows: ['| a |', '| b |', 'c'],
      from: 0,
      total: 3,
      problems: [],
    });
  });

  test('or can not be read', () => {
    expect(envelopeText(showing({ fault: 'a.jsonl is gone.' }), { step: 0, envelope: 0 })).toEqual({
      rows: [],
      from: 0,
      total: 0,
      fault: 'a.jsonl is gone.',
      problems: [],
    });
  });

  test('whatever it is', () => {
    fc.assert(
      fc.property(nearlyJson, fc.constantFrom<Lang>('json', 'jsonc'), (text, lang) => {
        const problems: EnvelopeProblem[] = [
          { severity: 'error', message: 'm', rule: 'syntax', path: [] },
          { severity: 'info', message: 'm', rule: 'r', path: ['payload', 0] },
        ];
        const answer = shown(text, { lang, problems });
        for (const { line, from, to } of answer.problems) {
          expect(from).toBeLessThanOrEqual(to);
          expect(to).toBeLessThanOrEqual(answer.rows[line]?.length ?? 0);
        }
      }),
      { numRuns: 100 },
    );
  });
});

test.each<[string, EnvelopeProblem['path'], string]>([
  ['a value', ['b', 1], '    ^20^'],
  ['a text', ['a'], '  "a": ^"x"^,'],
  ['a list, by its first line', ['b'], '  "b": ^[^'],
  ['the whole', [], '^{^'],
  ['what is gone, by the whole', ['x', 'y'], '^{^'],
])('a problem is marked: %s', (_, path, marked) => {
  const { rows, problems } = shown('{"a": "x", "b": [1, 20], "c": 3}', {
    problems: [{ severity: 'warning', message: 'm', rule: 'r', path }],
  });
  const [problem] = problems;
  const { line = 0, from = 0, to = 0 } = problem ?? {};
  const text = rows[line] ?? '';
  expect(`${text.slice(0, from)}^${text.slice(from, to)}^${text.slice(to)}`).toBe(marked);
});

test('problems outside of the window are not told', () => {
  const problem = { severity: 'info', message: 'm', rule: 'r' } as const;
  const problems = [
    { ...problem, path: [0] },
    { ...problem, path: [5] },
  ];
  const { problems: told } = shown('[0,1,2,3,4,5]', { from: 5, count: 2, problems });
  expect(told.map(({ line }) => line)).toEqual([6]);
});

test('a step or an envelope that there is none of', () => {
  const replay = showing({ text: '{}', lang: 'json' });
  expect(() => envelopeText(replay, { step: 1, envelope: 0 })).toThrow(RangeError);
  expect(() => envelopeText(replay, { step: 0, envelope: 1 })).toThrow(RangeError);
});

test.each<[string, ReturnType<typeof envelopeTextLines>, string[]]>([
  ['of JSON', envelopeTextLines('[1, 2, 3]', 2), ['[', '  1,']],
  ['of other text', plainLines('a\nb\nc', 2), ['a', 'b']],
])('no more than so many lines are known %s', (_, lines, expected) => {
  expect(lines.isCut).toBe(true);
  expect(Array.from({ length: lines.count }, (_, index) => lines.line(index, 100))).toEqual(expected);
  expect(lines.placeOf(99).line).toBe(1);
});

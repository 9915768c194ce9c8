import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnswerCache } from '../../../client/webview/model/answerCache';
import { differingLines } from '../../../client/webview/tabs/ArtifactTexts';
import { changeGroups, firstRows } from '../../../client/webview/tabs/ChangesTab';
import { readableLines } from '../../../client/webview/tabs/conversation/MessageText';
import { findLine } from '../../../client/webview/tabs/envelope/EnvelopeLines';
import { pathText } from '../../../client/webview/tabs/envelope/lazyTree';
import { lineSegments } from '../../../client/webview/tabs/envelope/lineSegments';
import { rowsInOrder, worstProblem } from '../../../client/webview/tabs/state/StateTab';
import type { ChangeRow, EnvelopeText, StateRow, StepProblem } from '../../../server/src/shared/lspExtensions';
import { anyCharacter } from '../../kit/anyCharacter';
import { inMegabytesParsed } from '../../kit/timing';

const problem = (from: number, to: number, message = 'wrong'): EnvelopeText['problems'][number] => ({
  line: 0,
  from,
  to,
  severity: 'warning',
  message,
  rule: 'r',
});

describe('a line of an envelope', () => {
  const looks = (line: string, ...problems: EnvelopeText['problems']) =>
    lineSegments(line, problems).segments.map(({ text, token, problem: wrong }) =>
      [text, token, wrong?.message].filter(Boolean).join('|'),
    );

  test.each<[string, string[]]>([
    ['  "a": 1,', ['  ', '"a"|name', ': ', '1|number', ',']],
    [
      '{ "a": true, "b": [null, "x"] }',
      ['{ ', '"a"|name', ': ', 'true|boolean', ', ', '"b"|name', ': [', 'null|null', ', ', '"x"|string', '] }'],
    ],
    ['  "say \\"hi\\" ": -1.5e+3', ['  ', '"say \\"hi\\" "|name', ': ', '-1.5e+3|number']],
    // Truncated by the server.
    ['"a": "begun and not end…', ['"a"|name', ': ', '"begun and not end…|string']],
    // Not JSON: unchanged.
    ['## 3 "quoted" words', ['## 3 "quoted" words']],
    ['- [ ] CHK001 null', ['- [ ] CHK001 null']],
    ['', []],
  ])('%s', (line, expected) => {
    expect(looks(line)).toEqual(expected);
  });

  test('is marked at its problems', () => {
    expect(looks('"a": 0.62', problem(5, 9))).toEqual(['"a"|name', ': ', '0.62|number|wrong']);
    expect(looks('"a": 0.62', problem(7, 8))).toEqual(['"a"|name', ': ', '0.|number', '6|number|wrong', '2|number']);
  });

  test('an empty range is marked at one character; past the end, at the last one', () => {
    expect(looks('abc', problem(1, 1))).toEqual(['a', 'b|wrong', 'c']);
    expect(looks('abc', problem(9, 12))).toEqual(['ab', 'c|wrong']);
    expect(looks('', problem(0, 0))).toEqual([]);
  });

  test('is complete, whatever its content', () => {
    const lines = fc.oneof(fc.string({ unit: anyCharacter }), fc.json());
    const spans = fc.array(fc.tuple(fc.integer({ min: -5, max: 60 }), fc.integer({ min: -5, max: 60 })));
    fc.assert(
      fc.property(lines, spans, (line, pairs) => {
        const { segments, cut } = lineSegments(
          line,
          pairs.map(([from, to]) => problem(from, to)),
        );
        expect(segments.map(({ text }) => text).join('')).toBe(line);
        expect(cut).toBe(0);
      }),
    );
  });

  test('of ten megabytes is truncated quickly', () => {
    const line = `"${'\\'.repeat(10_000_000)}`;
    const { segments, cut } = lineSegments(line, []);
    expect(segments.map(({ text }) => text).join('').length + cut).toBe(10_000_001);
    expect(inMegabytesParsed(1, () => lineSegments(line, []))).toBeLessThan(50);
  });
});

describe('two texts', () => {
  test.each<[string, string, [number, number, number]]>([
    ['a b c', 'a x c', [1, 2, 2]],
    ['a b c', 'a c', [1, 2, 1]],
    ['a c', 'a b b c', [1, 1, 3]],
    ['a a', 'a a a', [2, 2, 3]],
    ['a', 'a', [1, 1, 1]],
    ['', 'a', [0, 1, 1]],
  ])('%s and %s', (before, after, [from, beforeTo, afterTo]) => {
    expect(differingLines(before.split(' '), after.split(' '))).toEqual({ from, beforeTo, afterTo });
  });

  test('are equal before and after the difference', () => {
    const texts = fc.array(fc.constantFrom('a', 'b'));
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const { from, beforeTo, afterTo } = differingLines(before, after);
        expect(beforeTo).toBeGreaterThanOrEqual(from);
        expect(afterTo).toBeGreaterThanOrEqual(from);
        expect(before.slice(0, from)).toEqual(after.slice(0, from));
        expect(before.slice(beforeTo)).toEqual(after.slice(afterTo));
      }),
    );
  });
});

test.each<[StepProblem['path'], string]>([
  [[], 'the envelope'],
  [['payload', 'items', 2, 'odd name', ''], 'payload.items[2]["odd name"][""]'],
  [[0, 'a-b'], '[0].a-b'],
  [['x"]<b>'], '["x\\"]<b>"]'],
  [Array.from({ length: 20 }, () => 'a'), 'a.a.a.a.a.a.a.a.a.a.a.a…'],
])('a path is formatted as in code: %#', (path, text) => {
  expect(pathText(path)).toBe(text);
});

test('the worst problem is the first one of the highest severity', () => {
  const of = (...severities: StepProblem['severity'][]) =>
    severities.map((severity, number) => ({ severity, message: String(number), rule: '', envelope: 0, path: [] }));
  expect(worstProblem(of('info', 'warning', 'error', 'error'))?.message).toBe('2');
  expect(worstProblem(of('info', 'info'))?.message).toBe('0');
  expect(worstProblem([])).toBeUndefined();
});

test('a row of the state that its step changed is listed once, also among the earlier rows', () => {
  const rows = (...places: number[]) =>
    places.map((place): StateRow => ({ place, name: String(place), tone: 'plain', step: 0 }));
  const places = (earlier: number[]) => rowsInOrder(rows(...earlier), rows(1, 5, 8, 9), 8).map(({ place }) => place);
  expect(places([])).toEqual([1, 5, 8, 9]);
  expect(places([4, 5, 6, 7])).toEqual([1, 4, 5, 6, 7, 8, 9]);
  // Of another step, until those of this one are loaded.
  expect(places([7, 8, 9, 10])).toEqual([1, 5, 7, 8, 9]);
});

test('all changes are under their headings', () => {
  const rows = ['usage', 'write', 'gap', 'question', 'write', 'new kind'].map(
    (does, number): ChangeRow => ({
      does: does as ChangeRow['does'],
      change: 'said',
      name: String(number),
      after: '',
      tone: 'plain',
    }),
  );
  const groups = changeGroups(rows).map(group => [group.title, ...group.rows.map(({ name }) => name)]);
  expect(groups).toEqual([
    ['Files', '1', '4'],
    ['Gaps and questions', '2', '3'],
    ['Usage', '0'],
    ['Other', '5'],
  ]);
  expect(changeGroups([])).toEqual([]);
});

describe('the first rows of a list', () => {
  const listed = (total: number, most: number) => {
    const asked: number[] = [];
    const ask = async ({ from, count }: { from: number; count: number }) => {
      asked.push(from);
      const rows = Array.from({ length: total }, (_, row) => row).slice(from, from + Math.min(count, most));
      return { rows, from, total };
    };
    return { ask, asked };
  };

  test.each([
    { total: 12, most: 5, wanted: 8, rows: 8, times: 2 },
    { total: 3, most: 5, wanted: 8, rows: 3, times: 1 },
    { total: 0, most: 5, wanted: 8, rows: 0, times: 1 },
    // Empty answers do not repeat the request forever.
    { total: 9, most: 0, wanted: 8, rows: 0, times: 1 },
  ])('$wanted of $total, $most at once', async ({ total, most, wanted, rows, times }) => {
    const { ask, asked } = listed(total, most);
    const first = await firstRows(ask, wanted);
    expect(first).toMatchObject({ total, rows: Array.from({ length: rows }, (_, row) => row) });
    expect(asked.length).toBe(times);
  });
});

test('finds the line of a problem, up to a limit', async () => {
  const answersWith = (total: number, at: number): AnswerCache => ({
    ask: async (_question: unknown, params: unknown) => {
      const { from = 0 } = params as { from?: number };
      const rows = Array.from({ length: Math.max(0, Math.min(400, total - from)) }, () => '');
      const isHere = at >= from && at < from + rows.length;
      return { rows, from, total, problems: isHere ? [{ ...problem(0, 1, 'it'), line: at }] : [] } as never;
    },
    known: () => undefined,
    revision: { value: 0 },
    forget() {},
  });
  expect(await findLine(answersWith(2000, 1500), { step: 0, envelope: 0 }, 'it')).toBe(1500);
  expect(await findLine(answersWith(2000, 1500), { step: 0, envelope: 0 }, 'other')).toBeUndefined();
  expect(await findLine(answersWith(90_000, 80_000), { step: 0, envelope: 0 }, 'it')).toBeUndefined();
  expect(await findLine(answersWith(0, -1), { step: 0, envelope: 0 }, 'it')).toBeUndefined();
});

describe('the arguments of a call, made for reading', () => {
  const readable = (value: unknown, cut?: number) =>
    readableLines(JSON.stringify(value, null, 2).slice(0, cut).split('\n'))?.map(
      ({ indent, name, text, change }) =>
        `${indent}${change ? { removed: '- ', added: '+ ', kept: '  ' }[change] : ''}${name === undefined ? '' : `${name}: `}${text}`,
    );

  test('names and texts have no quotes, a text has its lines', () => {
    expect(
      readable({ command: 'npx vitest -t "a, b"', limit: 3, env: { CI: true }, note: '', content: 'a\n\tb' }),
    ).toEqual([
      'command: npx vitest -t "a, b"',
      'limit: 3',
      'env: {',
      '  CI: true',
      '}',
      'note: ""',
      'content: a\n\tb',
    ]);
    expect(readable(['x', null])).toEqual(['[', '  x', '  null', ']']);
  });

  test('what an edit replaces is a diff', () => {
    const edit = { file_path: 'a.ts', old_string: 'a\nb\nc', new_string: 'a\nB\nB2\nc', replace_all: false };
    const lines = ['  a', '- b', '+ B', '+ B2', '  c'];
    expect(readable(edit)).toEqual(['file_path: a.ts', ...lines, 'replace_all: false']);
    expect(readable({ edits: [{ oldText: '', newText: 'x' }] })).toEqual(['edits: [', '  {', '    + x', '  }', ']']);
    // Others are two texts.
    expect(readable({ old_name: 'a', new_path: 'b' })).toEqual(['old_name: a', 'new_path: b']);
  });

  test('one that is cut reads to its end', () => {
    expect(readable({ content: 'one\ntwo' }, -4)).toEqual(['content: one\ntw']);
    expect(readable({ content: 'one\ntwo' }, -7)).toEqual(['content: one']);
  });

  test('any value is read without loss; other text is left alone', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: anyCharacter }), fc.jsonValue()), value => {
        const lines = readableLines(JSON.stringify(value, null, 2).split('\n'));
        const texts = [...leaves(value)];
        const told = (lines ?? []).flatMap(({ text, token }) => (token ? [text] : []));
        const edits = (lines ?? []).filter(({ change }) => change);
        expect(lines).toBeDefined();
        if (edits.length === 0) expect(told).toEqual(texts);
      }),
    );
    expect(readableLines(['{', '  "a": words'])).toBeUndefined();
    expect(readableLines(['{x}'])).toBeUndefined();
  });
});

function* leaves(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value === '' ? '""' : value;
  else if (value === null || typeof value !== 'object') yield JSON.stringify(value);
  else for (const one of Object.values(value)) yield* leaves(one);
}

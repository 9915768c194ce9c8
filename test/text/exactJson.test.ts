import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseExact } from '../../server/src/text/exactJson';
import { isObject } from '../../server/src/text/pointer';
import { json, nearlyJson } from '../kit/arbitraries';
import { corpusFiles, corpusMissing, corpusText } from '../kit/corpus';
import { isJson } from '../kit/isJson';

test.each<[text: string, value: unknown]>([
  ['100927429609276267646756448943279827607', '100927429609276267646756448943279827607'],
  ['-9007199254740993', '-9007199254740993'],
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', '9007199254740992'],
  ['-9007199254740991', -9007199254740991],
  ['1000000000000000', 1e15],
  ['[1758026593210770000,1758026593449611000]', ['1758026593210770000', '1758026593449611000']],
  ['{"id": 12324293800750531911}', { id: '12324293800750531911' }],
  ['{"id":\n\t12324293800750531911\n}', { id: '12324293800750531911' }],
  [
    '{"a": "12324293800750531911", "b": " 12324293800750531911 "}',
    { a: '12324293800750531911', b: ' 12324293800750531911 ' },
  ],
  ['{"12324293800750531911": 1}', { '12324293800750531911': 1 }],
  ['["\\", 12324293800750531911,", 12324293800750531911]', ['", 12324293800750531911,', '12324293800750531911']],
  ['["\\\\", 12324293800750531911]', ['\\', '12324293800750531911']],
  ['["[12324293800750531911,12324293800750531912]", 7]', ['[12324293800750531911,12324293800750531912]', 7]],
  [
    '[1.2324293800750531911, 12324293800750531911.5, 12324293800750531911e2, 1e-1000000000000000000]',
    ['1.2324293800750531911', '12324293800750531911.5', '12324293800750531911e2', 0].map(Number),
  ],
  [`${'9'.repeat(400)}`, '9'.repeat(400)],
])('%s', (text, value) => {
  expect(parseExact(text)).toStrictEqual(value);
});

test.each([
  '{12324293800750531911: 1}',
  '[00000000000000000001]',
  '[--12324293800750531911]',
  '[12324293800750531911',
  '',
  '12324293800750531911x',
])('%s is no JSON with its digits in quotes either', text => {
  expect(() => parseExact(text)).toThrow(SyntaxError);
});

describe('whatever is read', () => {
  const bigText = fc.bigInt({ min: -(10n ** 39n), max: 10n ** 39n }).map(String);
  /** A text of JSON, and what it comes to: numbers of any form in any place, also in texts and keys. */
  const pairs = fc.letrec<{ value: [string, unknown] }>(tie => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      bigText.map((digits): [string, unknown] => [
        digits,
        Number.isSafeInteger(Number(digits)) ? Number(digits) : digits,
      ]),
      fc
        .tuple(bigText, fc.constantFrom('.5', 'e2', 'E-3', '.25e+1'))
        .map(([digits, rest]): [string, unknown] => [digits + rest, Number(digits + rest)]),
      fc
        .tuple(fc.string(), bigText, fc.constantFrom('', '"', '\\', ' ,', ']'))
        .map((texts): [string, unknown] => [JSON.stringify(texts.join('')), texts.join('')]),
      json.map((value): [string, unknown] => [
        JSON.stringify(value),
        withExactNumbers(JSON.parse(JSON.stringify(value))),
      ]),
      fc
        .array(tie('value'))
        .map((items): [string, unknown] => [
          `[${items.map(([text]) => text).join(', ')}]`,
          items.map(([, value]) => value),
        ]),
      fc.dictionary(fc.oneof(bigText, fc.string()), tie('value')).map((members): [string, unknown] => [
        `{${Object.entries(members)
          .map(([key, [text]]) => `${JSON.stringify(key)}:${text}`)
          .join(' ,\n')}}`,
        Object.fromEntries(Object.entries(members).map(([key, [, value]]) => [key, value])),
      ]),
    ),
  })).value;

  test('keeps every digit, and is else what JSON.parse reads', () => {
    fc.assert(
      fc.property(pairs, ([text, value]) => {
        expect(parseExact(text)).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  test('what is no JSON stays none', () => {
    fc.assert(
      fc.property(nearlyJson, bigText, (text, digits) => {
        for (const one of [text, text + digits, digits + text, text.replaceAll('null', digits)])
          if (!isJson(one)) expect(() => parseExact(one)).toThrow(SyntaxError);
          else expect(() => parseExact(one)).not.toThrow();
      }),
    );
  });
});

test.skipIf(corpusMissing)('ids of real traces are exact, and real files without any are what they were', () => {
  const file = 'traces/gen-ai/OPENAI_trace.json';
  const [digits] = /\d{39}/.exec(corpusText(file)) ?? [];
  expect(parseExact(corpusText(file))).toMatchObject({
    spans: [{ context: { trace_id: digits } }, {}, {}, {}, {}, {}],
  });
  for (const other of corpusFiles().filter(name => name.endsWith('.json') && !name.includes('gen-ai'))) {
    if (isJson(corpusText(other))) expect(parseExact(corpusText(other)), other).toEqual(JSON.parse(corpusText(other)));
  }
});

// What JSON.stringify writes without an exponent and is not safe.
function withExactNumbers(value: unknown): unknown {
  if (typeof value === 'number')
    return /^-?\d{16,}$/.test(String(value)) && !Number.isSafeInteger(value) ? String(value) : value;
  if (Array.isArray(value)) return value.map(withExactNumbers);
  if (!isObject(value)) return value;
  return JSON.parse(JSON.stringify(value), (_, member) =>
    typeof member === 'number' ? withExactNumbers(member) : member,
  );
}

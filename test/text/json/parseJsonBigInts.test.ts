import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJsonBigInts } from '../../../server/src/text/json/losslessJson';
import { nearlyJson } from '../../kit/arbitraries';
import { corpusFiles, corpusMissing, corpusText } from '../../kit/corpus';
import { isJson } from '../../kit/isJson';

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
  ['1e400', '1e400'],
  [
    '{"a": [-1.5E+999, 1e308, 1e-400], "b": "[ 1e400", "1e400": "\\" 1e400"}',
    { a: ['-1.5E+999', 1e308, 0], b: '[ 1e400', '1e400': '" 1e400' },
  ],
  ['[1e400, 12324293800750531911]', ['1e400', '12324293800750531911']],
  [`${'9'.repeat(400)}`, '9'.repeat(400)],
])('%s', (text, value) => {
  expect(parseJsonBigInts(text)).toStrictEqual(value);
});

test.each([
  '{12324293800750531911: 1}',
  '[00000000000000000001]',
  '[--12324293800750531911]',
  '[12324293800750531911',
  '',
  '12324293800750531911x',
])('%s is no JSON with its digits in quotes either', text => {
  expect(() => parseJsonBigInts(text)).toThrow(SyntaxError);
});

describe('whatever is read', () => {
  const bigText = fc.bigInt({ min: -(10n ** 39n), max: 10n ** 39n }).map(String);

  test('what is no JSON stays none', () => {
    fc.assert(
      fc.property(nearlyJson, bigText, (text, digits) => {
        for (const one of [text, text + digits, digits + text, text.replaceAll('null', digits)])
          if (!isJson(one)) expect(() => parseJsonBigInts(one)).toThrow(SyntaxError);
          else expect(() => parseJsonBigInts(one)).not.toThrow();
      }),
    );
  });
});

test.skipIf(corpusMissing)('ids of real traces are exact, and real files without any are what they were', () => {
  const file = 'traces/gen-ai/OPENAI_trace.json';
  const [digits] = /\d{39}/.exec(corpusText(file)) ?? [];
  expect(parseJsonBigInts(corpusText(file))).toMatchObject({
    spans: [{ context: { trace_id: digits } }, {}, {}, {}, {}, {}],
  });
  for (const other of corpusFiles().filter(name => name.endsWith('.json') && !name.includes('gen-ai'))) {
    if (isJson(corpusText(other)))
      expect(parseJsonBigInts(corpusText(other)), other).toEqual(JSON.parse(corpusText(other)));
  }
});

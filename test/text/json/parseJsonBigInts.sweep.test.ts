import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJsonBigInts } from '../../../server/src/text/json/losslessJson';
import { isObject } from '../../../server/src/text/jsonPointer';
import { sixteenth } from '../../kit/amount';
import { json } from '../../kit/arbitraries';

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
        expect(parseJsonBigInts(text)).toEqual(value);
      }),
      { numRuns: sixteenth(500) },
    );
  });
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

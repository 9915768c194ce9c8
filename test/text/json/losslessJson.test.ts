import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  displayJson,
  type JsonLayout,
  parseLossless,
  stringifyLossless,
} from '../../../server/src/text/json/losslessJson';
import { json } from '../../kit/arbitraries';

describe('what was read is written again', () => {
  test.each([
    ['digits', '{"a": 12345678901234567890, "b": 1.0, "c": [1e5, -0], "d": 0.10}'],
    ['escapes on one line', '{"a": {"b": "\\u00e9\\/"}}'],
    ['keys', '{"__proto__": {"a": 1.50}, "constructor": 1}'],
  ])('%s', (_, text) => {
    const { value, inline } = parseLossless(text) ?? {};
    expect(stringifyLossless(value, 'spaced', inline ?? new WeakMap())).toBe(text);
  });

  test('any value', () => {
    const layout = fc.constantFrom<JsonLayout>('spaced', 'compact', { unit: '\t', indent: '  ' });
    fc.assert(
      fc.property(json, layout, fc.constantFrom(undefined, 2), (value, how, unit) => {
        const text = JSON.stringify(value, undefined, unit);
        const kept = parseLossless(text);
        const written = stringifyLossless(kept?.value, how, kept?.inline ?? new WeakMap());
        expect(JSON.parse(written)).toEqual(JSON.parse(text));
        if (how === 'compact' && unit === undefined) expect(written).toBe(text);
      }),
    );
  });
});

test('lists and objects that stood on one line stay on one; the others are laid out', () => {
  const text = '{\n  "a": {"b":1.0 , "c": []},\n  "d": [\n    2.0\n  ]\n}';
  const { value, inline = new WeakMap() } = parseLossless(text) ?? {};
  expect(stringifyLossless(value, { unit: '    ', indent: '' }, inline)).toBe(
    '{\n    "a": {"b":1.0 , "c": []},\n    "d": [\n        2.0\n    ]\n}',
  );
});

test('comments are read over, also in what stands on one line', () => {
  const { value, inline = new WeakMap() } = parseLossless('{ // a\n"a": {"b": 1, /* c */},\n}') ?? {};
  expect(stringifyLossless(value, 'spaced', inline)).toBe('{"a": {"b": 1}}');
});

test('as text, numbers stand in it with their digits', () => {
  const { value } = parseLossless('{"a": [1.0, "x"], "b": 12345678901234567890}') ?? {};
  expect(displayJson(value)).toBe('{"a":[1.0,"x"],"b":12345678901234567890}');
  expect(displayJson((value as { b: unknown }).b)).toBe('12345678901234567890');
});

test('a text that looks like the mark is a text', () => {
  const text = '{"a": "\uE0001\uE000", "b": 1}';
  const { value } = parseLossless(text) ?? {};
  expect(value).toEqual({ a: '\uE0001\uE000', b: 1 });
});

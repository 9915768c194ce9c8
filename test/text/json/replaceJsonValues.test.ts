import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compactJson } from '../../../server/src/text/json/jsonScanner';
import { replaceJsonValues, truncateJson } from '../../../server/src/text/json/replaceJsonValues';
import { json } from '../../kit/arbitraries';
import { named } from '../namedTexts';

const indents = fc.constantFrom('', ' ', '\t', '  ');

describe('values of JSON are replaced', () => {
  test.each([
    ['"a"', '":a"'],
    ['{"a": "b", "c": ["d", {"e": "f"}, "g"]}', '{"a": "a:b", "c": ["c:d", {"e": "e:f"}, "c:g"]}'],
    ['{"x": {"a": ["b"]}, "a": "b"}', '{"x": [12], "a": "a:b"}'],
    ['{"a": {"x": 1.50}, "x": null, "b": [{"x": "y"}]}', '{"a": {"x": [4]}, "x": [4], "b": [{"x": [3]}]}'],
    ['[{"key": "k", "value": {"stringValue": "v"}}]', '[{"key": "key:k", "value": {"stringValue": "k:v"}}]'],
    ['{"key": "x", "value": {"a": 1}, "b": "c"}', '{"key": "key:x", "value": [8], "b": "b:c"}'],
    ['{"a\\"b": "c\\\\", "": ""}', '{"a\\"b": "a\\"b:c\\\\", "": ":"}'],
    ['[]', '[]'],
  ])('%s', (before, after) => {
    expect(named(before)).toBe(after);
  });

  test.each([
    ['{"s": 12.50, "a": -3, "b": [true, null]}', '{"s": "s/:12.50", "a": "a/:-3", "b": [true, null]}'],
    ['{"s": {"a": [1, {"b": 2}]}, "c": 3}', '{"s": {"a": ["a/s:1", {"b": "b/s:2"}]}, "c": "c/:3"}'],
  ])('numbers, with what tells of them: %s', (before, after) => {
    const replaced = replaceJsonValues(before, {
      covers: () => false,
      cover: one => one,
      tells: name => name === 's',
      string: one => one,
      number: (token, name, around) => `${name}/${around}:${token}`,
    });
    expect(replaced).toBe(after);
  });

  test('and nothing else is touched', () => {
    fc.assert(
      fc.property(json, indents, (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const texts: string[] = [];
        const same = replaceJsonValues(text, {
          covers: () => false,
          cover: one => one,
          string: one => {
            texts.push(one);
            return one;
          },
        });
        expect(same).toBe(text);
        expect(texts).toEqual(textsIn(JSON.parse(text)));
      }),
    );
  });
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe('JSON in one line', () => {
  test('has every digit', () => {
    expect(compactJson('{ "a" : 12345678901234567890.10 ,\n "b c": [ ] }\n')).toBe(
      '{"a":12345678901234567890.10,"b c":[]}',
    );
  });

  test.each(['', '{', '// a\n1', '{"a": 1,}'])('is none of %j', text => {
    expect(compactJson(text)).toBeUndefined();
  });

  test('is what JSON.stringify makes of it', () => {
    fc.assert(
      fc.property(json, indents, (value, indent) => {
        expect(compactJson(JSON.stringify(value, undefined, indent))).toBe(JSON.stringify(value));
      }),
    );
  });
});

describe('JSON that is too long', () => {
  test.each<[about: string, text: string, most: number, expected: string | undefined]>([
    ['is none of this', '{"a": 1', 100, '{"a": 1'],
    ['broken', `{"a": "${'x'.repeat(200)}"`, 100, undefined],
    ['numbers', `[${'1,'.repeat(1000)}1]`, 1000, undefined],
    [
      'a text',
      JSON.stringify(['x'.repeat(2000), 'y']),
      1000,
      JSON.stringify([`${'x'.repeat(500)}… (1500 more characters)`, 'y']),
    ],
  ])('%s', (_, text, most, expected) => {
    expect(truncateJson(text, most)).toBe(expected);
  });
});

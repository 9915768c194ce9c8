import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJsonOrYaml } from '../../server/src/text/parseJsonOrYaml';
import { yamlBlock, yamlSnippet, yamlText } from '../../server/src/text/yamlText';
import { json } from '../kit/arbitraries';

const read = (text: string) => parseJsonOrYaml(text, 'yaml');

test.each([
  ['proceed', 'proceed'],
  ['two words', 'two words'],
  ['yes', '"yes"'],
  ['', '""'],
  ['a: b', '"a: b"'],
  ['2024-01-01', '"2024-01-01"'],
  ['-', '"-"'],
  [{ a: [1, 'b'], 'c d': {} }, '{ a: [1, b], c d: {} }'],
])('%j', (value, text) => expect(yamlText(value)).toBe(text));

test('a value is written as it is read', () => {
  fc.assert(
    fc.property(json, value => {
      const plain = JSON.parse(JSON.stringify(value));
      expect(read(`a: ${yamlText(plain)}\n`)).toEqual({ value: { a: plain } });
      expect(read(`a:${yamlBlock(plain, 1)}\n`)).toEqual({ value: { a: plain } });
      expect(read(`- a:${yamlBlock(plain, 2)}\n`)).toEqual({ value: [{ a: plain }] });
    }),
  );
});

test('a snippet of JSON becomes one of YAML with the same value', () => {
  fc.assert(
    fc.property(json, value => {
      const plain = JSON.parse(JSON.stringify(value));
      const snippet = JSON.stringify({ a: plain, b: [[{ c: plain }], plain] }, undefined, '\t');
      expect(read(yamlSnippet(snippet))).toEqual({ value: { a: plain, b: [[{ c: plain }], plain] } });
    }),
  );
});

test('tab stops keep their quotes, choices need none', () => {
  const snippet =
    '{\n\t"a": "$1",\n\t"b": ${2|"one","two"|},\n\t"c": ${3|"yes","no"|},\n\t"\\$d": [\n\t\t"${4:z}"\n\t]\n}';
  expect(yamlSnippet(snippet)).toBe('a: "$1"\nb: ${2|one,two|}\nc: ${3|"yes","no"|}\n\\$d:\n  - "${4:z}"');
});

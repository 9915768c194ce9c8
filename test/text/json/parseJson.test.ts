import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  jsonLocationAt,
  jsonTree,
  keyNodeAt,
  nodeAt,
  nodeValue,
  parseJson,
} from '../../../server/src/text/json/parseJson';
import { json } from '../../kit/arbitraries';
import { parseCursor } from '../../kit/parseCursor';

test('the tree of JSON holds its value', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const tree = jsonTree(text);
      expect(tree && JSON.stringify(nodeValue(tree))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

/** The fault of a text, drawn: what it covers, and part of what is said. */
test.each([
  ['{"a": }', '}', 'A value is missing before `}`'],
  ['{"a": 1,}', '}', 'A comma comes before the closing brace'],
  ['{"a" 1}', '1', 'A colon is expected'],
  ['{"a": 1 "b": 2}', '"b"', 'A comma is missing'],
  ['{a: 1}', 'a', 'is not a JSON value'],
  ["{'a': 1}", "'a'", 'double quotes'],
  ['{"a": 01}', '1', 'A comma is missing'],
  ['{"a": "\\x"}', '"\\x"', 'backslash'],
  ['[1, 2', '2', '] is missing'],
  ['{"a": {"b": [', '[', '] } } are missing'],
  ['{"a": "b', 'b', 'ends inside a string'],
  ['{"a": 1} x', 'x', 'is not a JSON value'],
  ['{"a": 1} {}', '{', 'nothing may follow'],
  ['{"a": 1} // b', '// b', 'no comments'],
])('%j breaks at %j', (text, at, says) => {
  const { fault } = parseJson(text, 'json');
  expect(text.slice(fault?.span.start, fault?.span.end)).toBe(at);
  expect(fault?.message).toContain(says);
});

test('JSON with comments has comments and trailing commas', () => {
  expect(parseJson('{"a": [1,], /* b */ } // c', 'jsonc')).toEqual({ value: { a: [1] } });
});

test('what is broken is read as far as it goes', () => {
  expect(parseJson('{"from": "build", "to": , "payload": {"confidence": 0.9', 'json').value).toEqual({
    from: 'build',
    payload: { confidence: 0.9 },
  });
});

test('of a key that stands twice the last node counts', () => {
  const text = '{"a": 1, "b": [{"a": 2}], "a": {"c": 3}}';
  const tree = jsonTree(text);
  if (!tree) throw new Error('no tree');
  expect(nodeAt(tree, ['a', 'c'])?.value).toBe(3);
  expect(keyNodeAt(tree, ['a'])?.offset).toBe(text.lastIndexOf('"a"'));
  expect(nodeAt(tree, ['b', 0, 'a'])?.value).toBe(2);
  expect(keyNodeAt(tree, ['b', 0])).toBeUndefined();
  for (const path of [['b', 1], ['b', 'a'], ['a', 0], ['x'], ['a', 'c', 'd'], ['b', -1]])
    expect(nodeAt(tree, path)).toBeUndefined();
});

test.each<[string, (string | number)[], boolean, string]>([
  ['{"a":|}', ['a'], false, ''],
  ['[|]', [0], false, ''],
  ['[1, |]', [1], false, ''],
  ['{|}', [''], true, ''],
  ['{"a": 1, |}', [''], true, ''],
  ['{"fr|', ['fr'], true, '"fr'],
  ['{"a": {"b": "c|d"}}', ['a', 'b'], false, '"cd"'],
  ['{"a": [{"b|": 1}]}', ['a', 0, 'b'], true, '"b"'],
  ['{"a": true|}', ['a'], false, 'true'],
])('the cursor in %s', (drawn, path, atKey, token) => {
  const { text, offset } = parseCursor(drawn);
  const location = jsonLocationAt(text, offset);
  expect(location).toMatchObject({ path, atKey });
  expect(text.slice(location?.token?.start ?? 0, location?.token?.end ?? 0)).toBe(token);
});

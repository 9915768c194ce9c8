import { expect, test } from 'vitest';
import { yamlCursor } from '../../server/src/slots/yamlCursor';
import { textTree } from '../../server/src/text/parseJsonOrYaml';

/** The path at the cursor, with a colon behind a key, and what would be replaced. */
function cursorIn(drawn: string): string | undefined {
  const offset = drawn.indexOf('|');
  const text = drawn.slice(0, offset) + drawn.slice(offset + 1);
  const cursor = yamlCursor(text, offset, textTree(text, 'yaml'));
  if (!cursor) return undefined;
  const { path, atKey, at } = cursor;
  return `${path.join('/')}${atKey ? ':' : ''} ${text.slice(at.start, at.end)}`.trimEnd();
}

test.each([
  ['a: 1\n|', ':'],
  ['a: 1\nb|', ': b'],
  ['a: 1\nb|c: 2\n', 'bc: bc'],
  ['|a: 1', 'a: a'],
  ['a: |', 'a'],
  ['a: o|ne # c', 'a one'],
  ['a: one # c|', undefined],
  ['a:\n  |', 'a/:'],
  ['a:\n  b: 1\n  |', 'a/:'],
  ['a:\n  b: 1\n|', ':'],
  ['a:\n  b:\n    c: 1\n  |d: 2', 'a/d: d'],
  ['a:\n  - |', 'a/0'],
  ['a:\n  - x\n  - y|', 'a/1 y'],
  ['a:\n- x\n- |', 'a/1'],
  ['a:\n  - b: 1\n    |', 'a/0/:'],
  ['a:\n  - b: 1\n  - b: 2\n    c: |', 'a/1/c'],
  ['a:\n  - b|: 1', 'a/0/b: b'],
  ['a:\n  - b:\n      c: 1\n      |', 'a/0/b/:'],
  ['a:\n  - - x\n    - |', 'a/0/1'],
  ['a:\n  - - x\n  - - |', 'a/1/0'],
  ['a: |\n', 'a'],
  ['a: |>\n', undefined],
  ['a: >\n  text\n  |', undefined],
  ['a: text\n  |', undefined],
  ['"a b": "x|"', 'a b "x"'],
  ['a: { |', 'a/:'],
  ['a: { b: |}', 'a/b'],
  ['a: { b: 1, c|: 2 }', 'a/c: c'],
  ['a: { b: [x, |] }', 'a/b/1'],
  ['a: { b: [x, { "c": "d|" }] }', 'a/b/1/c "d"'],
  ['a: [x, y|z]', 'a/1 yz'],
  ['a: [x]|', undefined],
  ['{ a: 1,\n  |}', ':'],
  ['---\na: 1\n|', ':'],
  ['# c\n\na: &x\n  |', 'a/:'],
  ['-|', undefined],
  ['a:|', 'a'],
])('%j', (drawn, expected) => expect(cursorIn(drawn)).toBe(expected));

test('never fails', () => {
  const text = 'a: &a\n  - { b: "c", d: [e, "f] }\n  - ? |\n      f\n    : *a\n<<: *a\n"g\': !!str 1 # h\n - x: - y\n';
  for (let end = 0; end <= text.length; end++) {
    const root = textTree(text.slice(0, end), 'yaml');
    for (let at = 0; at <= end; at++) expect(() => yamlCursor(text.slice(0, end), at, root)).not.toThrow();
  }
});

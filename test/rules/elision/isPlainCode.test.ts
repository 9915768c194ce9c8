import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findElision, findElisionByLine } from '../../../server/src/rules/elision/findElision';
import { isPlainCode } from '../../../server/src/rules/elision/kindsOfLines';

const plain = 'export function write(rows: Row[]) {\n  const lines = rows.map(toLine);\n  return lines;\n}\n';

test('code of plain lines is plain', () => {
  expect(isPlainCode(plain, 'src/write.ts')).toBe(true);
});

test.each([
  ['a comment', plain.replace('  return', '  // the rest\n  return')],
  ['dots', plain.replace('toLine', '...')],
  ['an open end', plain.slice(0, -2)],
  ['a remark', `The rest stays the same.\n${plain}`],
  ['a patch', `diff -u a b\n${plain}`],
  ['words after a bracket', plain.replace('}\n', '} and so on\n}\n')],
  ['letters of others', plain.replace('rows', 'řádky')],
])('code with %s is not plain', (_, text) => {
  expect(isPlainCode(text, 'src/write.ts')).toBe(false);
});

test('prose, templates and data are not plain', () => {
  for (const path of ['a.md', 'a.html', 'a.vue', 'a.sql', 'a.yaml', 'a.json', 'Makefile', 'a.css'])
    expect(isPlainCode(plain, path)).toBe(false);
});

test('plain code has no line that stands for others', () => {
  const line = fc.constantFrom(
    ...['const x = f(1);', 'return x', '}', '});', '} else {', 'if (a) {', 'the rest of the code', 'same as before'],
    ...['x', '42,43d', '7c7', 'index: a', 'rem y', 'remaining code', 'Remaining code unchanged.', 'foo: 1,', ']', ')'],
    ...['def a(b):', 'pass', 'cat a', '   ', '', 'unchanged', 'The file is updated.', 'omitted', 'etc', 'and so on'],
    ...['"a": 1', '_x', '$y', '\ttab();', 'a-- b', 'see above', 'I have kept the other functions as they are.'],
  );
  const indent = fc.constantFrom('', '', '  ', '\t');
  const text = fc
    .array(fc.tuple(indent, line), { minLength: 1, maxLength: 9 })
    .map(lines => `const first = 1;\n${lines.map(one => one.join('')).join('\n')}\n}\n`);
  let found = 0;
  fc.assert(
    fc.property(text, fc.constantFrom('a.ts', 'b.py', 'c.go', 'src/d.java'), (content, path) => {
      if (!isPlainCode(content, path)) return;
      found++;
      expect(findElision({ content, path })).toBe(findElisionByLine({ content, path }));
    }),
    { numRuns: 3000, seed: 35 },
  );
  expect(found).toBeGreaterThan(100);
});

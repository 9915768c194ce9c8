import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languageOf } from '../../server/src/text/fileLanguage';
import { applyChange, fileText, replacedLines, textFile } from '../../server/src/text/lines';

const text = fc.array(fc.constantFrom('a', 'b', '{', '"', 'é', '😀', '\uFEFF', '\n', '\r\n', '\r'), { maxLength: 20 });
const position = fc.record({ line: fc.integer({ min: -1, max: 8 }), character: fc.integer({ min: -1, max: 12 }) });
const change = fc.record({ start: position, end: position, text: text.map(pieces => pieces.join('')) });

test('an edit is what it is in one string', () => {
  fc.assert(
    fc.property(text, fc.array(change, { maxLength: 5 }), (pieces, changes) => {
      let file = textFile('file:///a.json', 'json', pieces.join(''));
      let oracle = pieces.join('').replace(/\r\n|\r/g, '\n');
      for (const { start, end, text: inserted } of changes) {
        // Editors send ranges whose start is not behind their end.
        const ordered = offsetIn(oracle, start) <= offsetIn(oracle, end);
        const range = ordered ? { start, end } : { start: end, end: start };
        file = applyChange(file, { range, text: inserted });
        oracle = spliced(oracle, offsetIn(oracle, range.start), offsetIn(oracle, range.end), inserted);
      }
      expect(file.lines.join('\n')).toBe(oracle);
    }),
    { numRuns: 500 },
  );
});

test('two versions of a file are the same but for the replaced lines', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const { start, endBefore, end } = replacedLines(before, after);
      expect(before.toSpliced(start, endBefore - start, ...after.slice(start, end))).toEqual(after);
      expect(start <= endBefore && start <= end).toBe(true);
    }),
  );
  expect(replacedLines(['a', 'b', 'c'], ['a', 'x', 'y', 'c'])).toEqual({ start: 1, endBefore: 2, end: 3 });
  expect(replacedLines(['a', 'a'], ['a', 'a', 'a'])).toEqual({ start: 2, endBefore: 2, end: 3 });
});

describe('a file', () => {
  test.each([
    ['a\r\nb\nc', ['a', 'b', 'c'], '\r\n'],
    ['a\rb', ['a', 'b'], '\r'],
    ['a\n', ['a', ''], '\n'],
    ['', [''], '\n'],
    ['\u2028a\u0085', ['\u2028a\u0085'], '\n'],
  ])('%j has its lines', (whole, lines, eol) => {
    const file = textFile('file:///a.json', 'json', whole);
    expect(file).toMatchObject({ lines, eol });
    expect(fileText(file)).toBe(lines.join(eol));
  });

  test('is left as it was by an edit', () => {
    const file = textFile('file:///a.json', 'json', 'a\nb');
    applyChange(file, { range: { start: { line: 0, character: 0 }, end: { line: 1, character: 1 } }, text: '' });
    expect(file.lines).toEqual(['a', 'b']);
  });
});

test.each([
  ['a/b.json', 'json'],
  ['A.JSON', 'json'],
  ['a.jsonc', 'jsonc'],
  ['a.jsonl', 'jsonl'],
  ['a.ndjson', 'jsonl'],
  ['c:\\a\\README.md', 'markdown'],
  ['.json', undefined],
  ['a/.json', undefined],
  ['json', undefined],
  ['a.json/b', undefined],
])('%s is read as %s', (path, lang) => {
  expect(languageOf(path)).toBe(lang);
});

function spliced(whole: string, start: number, end: number, inserted: string): string {
  return whole.slice(0, start) + inserted.replace(/\r\n|\r/g, '\n') + whole.slice(end);
}

function offsetIn(whole: string, { line, character }: { line: number; character: number }): number {
  const lines = whole.split('\n');
  if (line < 0) return 0;
  if (line >= lines.length) return whole.length;
  const before = lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0);
  return before + Math.min(Math.max(0, character), (lines[line] ?? '').length);
}

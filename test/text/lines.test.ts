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
      let oracle = pieces.join('');
      for (const { start, end, text: inserted } of changes) {
        // Editors send ranges whose start is not behind their end.
        const ordered = offsetIn(oracle, start) <= offsetIn(oracle, end);
        const range = ordered ? { start, end } : { start: end, end: start };
        file = applyChange(file, { range, text: inserted });
        oracle = oracle.slice(0, offsetIn(oracle, range.start)) + inserted + oracle.slice(offsetIn(oracle, range.end));
        expect(fileText(file)).toBe(oracle);
        expect(file.lines).toEqual(textFile(file.uri, 'json', oracle).lines);
      }
    }),
    { numRuns: 500 },
  );
});

test('a carriage return that comes to stand before a line feed is one line end with it', () => {
  const at = (line: number, character: number) => ({ start: { line, character }, end: { line, character } });
  const file = applyChange(textFile('file:///a.json', 'json', 'a\nb'), { range: at(0, 1), text: '\r' });
  expect(file.lines).toEqual(['a', 'b']);
  const other = applyChange(textFile('file:///a.json', 'json', 'a\rb'), { range: at(1, 0), text: '\n' });
  expect(other.lines).toEqual(['a', 'b']);
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
    expect(fileText(file)).toBe(whole);
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

/** As the protocol counts: `\r\n`, `\n` and `\r` end a line. */
function offsetIn(whole: string, { line, character }: { line: number; character: number }): number {
  if (line < 0) return 0;
  const ends = [...whole.matchAll(/\r\n|\n|\r/g)];
  if (line > ends.length) return whole.length;
  const before = line === 0 ? 0 : (ends[line - 1]?.index ?? 0) + (ends[line - 1]?.[0].length ?? 0);
  const length = (ends[line]?.index ?? whole.length) - before;
  return before + Math.min(Math.max(0, character), length);
}

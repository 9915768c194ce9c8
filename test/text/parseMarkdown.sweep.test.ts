import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Markdown } from '../../server/src/model/text';
import { parseMarkdown } from '../../server/src/text/parseMarkdown';
import { everyFourth, oneOf, sixteenth } from '../kit/amount';
import { anyCharacter } from '../kit/anyCharacter';
import { corpusFiles, corpusMissing, corpusText } from '../kit/corpus';
import { inMegabytesParsed } from '../kit/timing';
import { ownBlocks, referenceBlocks } from './referenceMarkdown';

describe.skipIf(corpusMissing)(`the corpus${corpusMissing ? ` (${corpusMissing})` : ''}`, () => {
  test.each(corpusFiles().filter(file => file.endsWith('.md')))('%s', file => {
    const text = corpusText(file);
    expect(ownBlocks(parseMarkdown(text))).toEqual(referenceBlocks(text));
  });
});

const piece = fc.oneof(
  fc.constantFrom('\n', '\n\n', '| a | b |', '|---|---|', '|---|---|  ', '| \\| | `a|b` |', '||', '|', 'x | y', '-|-'),
  fc.constantFrom(
    '# H',
    '## H ##',
    '===',
    '---',
    '```json',
    '```',
    '~~~',
    '> ',
    '- ',
    '  ',
    '    ',
    '1. ',
    'text',
    '<!--',
  ),
  fc.string({ maxLength: 3, unit: anyCharacter }),
);
const nearlyMarkdown = fc
  .array(fc.tuple(piece, fc.constantFrom('', '\n', '\n')), { maxLength: 30 })
  .map(pieces => pieces.flat().join(''));

describe('any text', () => {
  test('has places in order and within it', () => {
    fc.assert(
      fc.property(nearlyMarkdown, text => {
        const { headings, tables, fences } = parseMarkdown(text);
        for (const blocks of [headings, tables, fences]) {
          let before = 0;
          for (const { start, end } of blocks) {
            expect(start).toBeGreaterThanOrEqual(before);
            expect(end).toBeLessThanOrEqual(text.length);
            before = start;
          }
        }
      }),
      { numRuns: sixteenth(200) },
    );
  });

  test('is read after edits as it is read anew', () => {
    const edit = fc.tuple(fc.nat(), fc.nat({ max: 12 }), fc.oneof(piece, nearlyMarkdown));
    fc.assert(
      fc.property(nearlyMarkdown, fc.array(edit, { minLength: 1, maxLength: 6 }), (text, edits) => {
        let now = text;
        let markdown: Markdown = parseMarkdown(now);
        for (const [at, length, inserted] of edits) {
          const start = at % (now.length + 1);
          now = now.slice(0, start) + inserted + now.slice(start + length);
          markdown = parseMarkdown(now, markdown);
          expect(markdown).toEqual(parseMarkdown(now));
        }
      }),
      { numRuns: sixteenth(120) },
    );
  });
});

describe('a list item', () => {
  const marks = ['-', '*', '1.', '12)', '- -', '> -', '  -', '- 1.'];
  const gaps = [' ', '\t', '   ', ''];
  const texts = ['', 'x', 'xy', 'xyz', 'a longer text', ' ', '\t'];
  const blanks = ['\n', '\n\n', '\n\n\n', '\n  y\n\n'];
  const indents = ['\t', '  ', '   ', '    ', '\t\t', ''];

  test.each(marks)('has the blocks that CommonMark gives it, with blanks and tabs: %j', mark => {
    const quote = mark.startsWith('>') ? '> ' : '';
    const all = gaps.flatMap(gap =>
      blanks.flatMap(blank =>
        indents.flatMap(indent =>
          texts.map(text => {
            const lines = `${blank}${indent}\`\`\`json\n${indent}{"a":1}\n${indent}\`\`\`\n`;
            return `${mark}${gap}${text}${quote ? lines.replaceAll('\n', '\n> ') : lines}`;
          }),
        ),
      ),
    );
    for (const whole of oneOf(13, all)) {
      expect({ whole, ...ownBlocks(parseMarkdown(whole)) }).toEqual({ whole, ...referenceBlocks(whole) });
    }
  });
});

describe('lists in lists by the thousand', () => {
  const deep = (depth: number, mark: string) =>
    Array.from({ length: depth }, (_, index) => `${' '.repeat(index * 2)}${mark}`).join('\n');

  const texts: [string, string][] = [
    ['with texts', deep(1000, '- a')],
    ['empty', deep(1000, '-')],
    ['blanks in a text', `a${' '.repeat(200_000)}b`],
    ['quotes', `${`${'> '.repeat(2000)}a\n`.repeat(200)}`],
    ['on one line', `${'- '.repeat(2000)}a\n${`${' '.repeat(4000)}b\n`.repeat(500)}`],
  ];
  test.each(everyFourth(texts))('are read in a moment, as deep as anybody writes: %s', (_, text) => {
    let read: Markdown | undefined;
    const took = inMegabytesParsed(1, () => {
      read = parseMarkdown(text);
    });
    // Without a bound it takes several times this.
    expect(took).toBeLessThan(500);
    expect(read?.text).toBe(text);
    if (text.startsWith('-')) expect(read?.items.length).toBeGreaterThan(200);
  });

  test('are read as they are where they are less deep, and what follows them always', () => {
    expect(parseMarkdown(deep(200, '- a')).items).toHaveLength(200);
    expect(parseMarkdown(`${deep(1000, '- a')}\n\n# After\n`).headings).toHaveLength(1);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Markdown } from '../../server/src/model/markdown';
import { parseMarkdown } from '../../server/src/text/markdown';
import { anyCharacter } from '../kit/anyCharacter';
import { corpusFiles, corpusMissing, corpusText } from '../kit/corpus';
import { ownBlocks, referenceBlocks } from './referenceMarkdown';

const HEAD = '| A | B |\n|---|---|\n';

describe('rows as GFM reads them', () => {
  test.each([
    ['a pipe in a text', `${HEAD}| a|b | c |`],
    ['an escaped pipe', `${HEAD}| a\\|b | c |`],
    ['two backslashes before a pipe', `${HEAD}| a\\\\|b | c |`],
    ['an escaped pipe at the end', `${HEAD}| a | b\\|`],
    ['a pipe in code', `${HEAD}| \`a|b\` | c |`],
    ['an escaped pipe in code', `${HEAD}| \`a\\|b\` | c |`],
    ['empty cells', `${HEAD}||\n|||\n| | |\n||||\n|\n| |`],
    ['no outer pipes', 'A | B\n---|---\na | b\nc |\n| d'],
    ['no outer pipes, blanks behind', 'A | B |  \n---|--- |  \na | b |  \n'],
    ['blanks behind the last pipe', '| A | B |  \n|---|---| \t\n| a | b |   \n'],
    ['blanks before', '  | A | B |\n   |---|---|\n | a | b |'],
    ['alignments', '|A|B|C|D|\n|:-|-:|:-:|-|\n|a|b|c|d|'],
    ['one column', '| A |\n|---|\n| a |\na'],
    ['a header that does not fit its dashes', '| A | B |\n|---|\n| a | b |'],
    ['in a quote', `> ${HEAD.replace('\n', '\n> ')}> | a | b |\n> | c |\n\nafter`],
    ['in a list', `- one\n\n  ${HEAD.replace('\n', '\n  ')}  | a | b |\n  |  | b |\n- two`],
    ['in a quote in a list', '1. > | A | B |\n   > |---|---|\n   > | a | b |  '],
    ['a text before and behind', `text\n${HEAD}| a | b |\ntext\n\ntext`],
    ['a heading behind', `${HEAD}| a | b |\n# H\n${HEAD}> q`],
    ['a fence behind', `${HEAD}| a | b |\n\`\`\`json\n{}\n\`\`\``],
    ['a rule behind', `${HEAD}| a | b |\n---\n| c | d |`],
    ['a rule behind a table in a quote', '> | A | B |\n> |---|---|\n> | a \\| | b |\n> - - -\n> text'],
    ['an underline below what is no table', '| A | B |\n|---|\n| a | b |\n---'],
    ['an underline below a text', 'a | b\n---\n\nA\n-\n\nB\n---'],
    ['nothing behind the dashes', '| A | B |\n|---|---|'],
    ['white space that is none of Markdown', `${HEAD}| \u00a0a\u00a0 | \u3000 |`],
  ])('%s', (_, text) => {
    expect(ownBlocks(parseMarkdown(text))).toEqual(referenceBlocks(text));
  });
});

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
      { numRuns: 200 },
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
      { numRuns: 120 },
    );
  });
});

import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../../server/src/text/parseMarkdown';
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

// The paragraph ended before the table's header row, and now goes on.
test('a paragraph before a table that an edit breaks is read as anew', () => {
  const head = `x\n| ${'a'.repeat(128)} | b |\n`;
  const edited = `${head}"|---|---|`;
  expect(parseMarkdown(edited, parseMarkdown(`${head}|---|---|`))).toEqual(parseMarkdown(edited));
});

describe('a list item behind whose text a block stands', () => {
  const block = '\t```json\n\t{"a": 1}\n\t```\n';

  test.each([
    ['a tab before a short text', `-\tx\n\n${block}`, 1],
    ['the same with a number', `1.\tx\n\n${block}`, 1],
    ['a text below the marker', `-\n  x\n\n${block}`, 1],
    ['no text at all', `-\n\n${block}`, 0],
    ['a number without text', `1.\n\n${block}`, 0],
  ])('%s', (_, text, count) => {
    const found = parseMarkdown(text);
    expect(found.fences).toHaveLength(count);
    expect(ownBlocks(found)).toEqual(referenceBlocks(text));
  });
});

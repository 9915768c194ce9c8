import type { MarkdownConfig } from '@lezer/markdown';

/**
 * A line `---` right behind a table ends it, as GFM has it. The parser would take it for the underline of a heading, and
 * the whole table for that heading's text.
 */
export const ruleBehindTable: MarkdownConfig = {
  parseBlock: [
    {
      name: 'RuleBehindTable',
      before: 'SetextHeading',
      endLeaf: (_, line, leaf) => RULE.test(line.text.slice(line.pos)) && isTable(leaf.content),
    },
  ],
};

const RULE = /^(?:-[ \t]*){3,}$/;
function isTable(content: string): boolean {
  const [header = '', delimiter = ''] = content.split('\n', 2);
  // Whether the dashes are well-formed is for the parser to say.
  return header.includes('|') && /^[-:| \t]+$/.test(delimiter) && pipesBetween(header) === pipesBetween(delimiter);
}

function pipesBetween(row: string): number {
  return (
    row
      .trim()
      .replace(/^\||(?<!\\)\|$/g, '')
      .match(/(?<!\\)\|/g) ?? []
  ).length;
}

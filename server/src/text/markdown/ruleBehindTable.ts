import type { MarkdownConfig } from '@lezer/markdown';

/**
 * Ends a table at a line `---` directly after it, as in GFM. The parser would read it as a setext underline, and the
 * whole table as that heading's text.
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
  // Whether the dashes are well-formed is left to the parser.
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

import type { MarkdownConfig } from '@lezer/markdown';

/**
 * Decides whether a list item begins with a blank line, which another blank line ends. The parser compares a column with
 * a length for it: a tab behind the marker would make a short text blank, and blanks behind it would make nothing a text.
 */
export const blankItemStart: MarkdownConfig = {
  parseBlock: [
    {
      name: 'BlankItemStart',
      before: 'IndentedCode',
      parse(context, line) {
        // Called for the rest of the item's first line, and for each line that begins a block in it.
        const { block } = context as unknown as { block: { blankFirstLine: boolean } };
        if (context.parentType().name === 'ListItem') block.blankFirstLine = line.next < 0;
        return false;
      },
    },
  ],
};

import type { BlockContext, LeafBlock, LeafBlockParser, Line, MarkdownConfig } from '@lezer/markdown';

/**
 * A link reference definition, `[name]: target "title"`, on one line. The parser's own searches all following lines for
 * the end of a title, once for each of them.
 */
export const referenceDefinition: MarkdownConfig = {
  parseBlock: [
    {
      name: 'LinkReference',
      leaf: (_, { content }) => (DEFINITION.test(content) ? definitionParser : null),
    },
  ],
};

// Unambiguous: no two parts match the same character.
const DEFINITION = /^\[[^[\]\n]{1,999}\]:[ \t]*[^\s[(][^\s]*(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*$/;

const definitionParser: LeafBlockParser = {
  nextLine: (context, _line: Line, leaf) => definition(context, leaf),
  finish: definition,
};

function definition(context: BlockContext, leaf: LeafBlock): boolean {
  context.addLeafElement(leaf, context.elt('LinkReference', leaf.start, leaf.start + leaf.content.length));
  return true;
}

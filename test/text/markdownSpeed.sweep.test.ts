import { describe, expect, test } from 'vitest';
import { markdownComments, parseMarkdown } from '../../server/src/text/parseMarkdown';
import { superlinearity } from '../kit/timing';

/** What is one piece of a text whose time must grow as it does. */
const pieces = [
  '[](',
  '![',
  '[',
  '[a](<b',
  '[a][',
  '](',
  '<',
  '<a ',
  '<a b="c" ',
  '<!-- ',
  '<?',
  '<![CDATA[',
  '*a ',
  '*a**a',
  '_a __a ',
  '`',
  '` ``',
  '`a``b```c',
  '\\',
  '&amp',
  'http://a',
  'a@b.',
  '[a]: /b "t\n',
  '[a]: /b\n',
  '> ',
  '> a\n',
  '- a\n',
  '- ',
  '1. ',
  '# a\n',
  'a\n=\n',
  'a|b\n',
  '|a',
  '|-',
  '-|-\n',
  '```\n',
  '~~~json\n',
  '<div>\n',
  '<!-- a\n',
  '\t',
  ' \n',
  '   - ',
];

describe('a text of one piece again and again takes time as it is long', () => {
  test.each(pieces)('%j', piece => {
    const text = (size: number) => `a ${piece.repeat(size / piece.length)}`;
    const grows = superlinearity(size => parseMarkdown(text(size)), 20_000);
    expect(grows).toBeLessThan(4);
  });

  test('backticks in runs of all lengths', () => {
    const text = (size: number) => {
      const longest = Math.floor(Math.sqrt(2 * size));
      return `${Array.from({ length: longest }, (_, at) => '`'.repeat(at + 1)).join('a')} <!-- c -->`;
    };
    const grows = superlinearity(size => markdownComments(parseMarkdown(text(size))), 200_000);
    expect(grows).toBeLessThan(4);
  });

  test.each(['<!-- ', '` <!-- ` ', '`` <!-- ` ', '\\<!-- '])('its comments: %j', piece => {
    const text = (size: number) => `a ${piece.repeat(size / piece.length)}`;
    const grows = superlinearity(size => markdownComments(parseMarkdown(text(size))), 100_000);
    expect(grows).toBeLessThan(4);
  });
});

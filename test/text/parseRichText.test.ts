import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RichText } from '../../server/src/shared/replay';
import { parseRichText } from '../../server/src/text/parseRichText';

/** Elements in parentheses: `strong(a)`. */
function drawn(text: RichText | undefined): string | undefined {
  return text
    ?.map(piece => {
      if (typeof piece === 'string') return piece;
      const { is, number, href, inner, align } = piece;
      return `${is}${number ?? ''}${align === undefined ? '' : ` ${align}`}${href === undefined ? '' : `<${href}>`}(${drawn(inner)})`;
    })
    .join('');
}

describe('formatted text', () => {
  test.each<[about: string, text: string, expected: string | undefined]>([
    ['words', 'plain words', undefined],
    ['a heading', '# Head *x* of `y` #', 'heading1(Head emphasis(x) of code(y))'],
    ['marks in a line', 'a **b** _c_ `d` ~~e~~', 'paragraph(a strong(b) emphasis(c) code(d) struck(e))'],
    ['a link', '[f](https://g "t")', 'paragraph(link<https://g>(f))'],
    ['an address', 'see https://j.k.', 'paragraph(see link<https://j.k>(https://j.k).)'],
    ['an image, which is a link', '![l](m.png)', 'paragraph(link<m.png>(l))'],
    ['indexes of a list', 'Why is grid[i][j] not dp[0][1]?', 'paragraph(Why is grid[i][j] not dp[0][1]?)'],
    [
      'words in brackets',
      '[--verbose] ![x] [ERROR] [db] *b* [a **b** c][d]',
      'paragraph([--verbose] ![x] [ERROR] [db] emphasis(b) [a strong(b) c][d])',
    ],
    ['a link without an address', '[a]() [b][] [[c]]', 'paragraph([a]() [b][] [[c]])'],
    ['quotes', '> q1\n> q2\n>> deep', 'quote(paragraph(q1\nq2)quote(paragraph(deep)))'],
    ['lists', '- a\n  - b\n- [x] c', 'list(item(paragraph(a)list(item(paragraph(b))))item(paragraph(☑ c)))'],
    ['numbers', '2. d\n3. e', 'ordered2(item(paragraph(d))item(paragraph(e)))'],
    ['code', '```ts\nconst a = 1;\n  b\n```', 'code-block(const a = 1;\n  b)'],
    ['a table', '|a|b|\n|-|-|\n|1|**2**|', 'table(row(head-cell(a)head-cell(b))row(cell(1)cell(strong(2))))'],
    [
      'aligned columns',
      'a|b|c|d\n:-|:-:|--:|-\n1|2|3|4',
      'table(row(head-cell left(a)head-cell center(b)head-cell right(c)head-cell(d))row(cell left(1)cell center(2)cell right(3)cell(4)))',
    ],
    [
      'a cell without text',
      '> | a | b |\n> | :-: | --: |\n> | | 2 |',
      'quote(table(row(head-cell center(a)head-cell right(b))row(cell center()cell right(2))))',
    ],
    ['HTML, which is text', '<b onclick="x">y</b> *z*', 'paragraph(<b onclick="x">y</b> emphasis(z))'],
    ['entities and escapes', '&lt;p&gt; \\*', 'paragraph(<p> *)'],
    ['an indented prompt, which is no code', '    Say *hi*\n    twice', 'paragraph(Say emphasis(hi)\n    twice)'],
    ['a rule', 'a\n---\nb', 'paragraph(a)rule()paragraph(b)'],
    ['a break', 'a*b*  \nc', 'paragraph(aemphasis(b)break()c)'],
    ['too many marks', '*'.repeat(6000), undefined],
    ['too long', `*${'a'.repeat(60_000)}*`, undefined],
  ])('%s', (_, text, expected) => {
    expect(drawn(parseRichText(text))).toBe(expected);
  });

  test('no word is lost', () => {
    const word = fc.constantFrom('alpha', 'beta', 'gamma');
    const mark = fc.constantFrom(
      '*',
      '**',
      '_',
      '`',
      '# ',
      '> ',
      '- ',
      '1. ',
      '\n',
      '\n\n',
      '| ',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '```\n',
      '  ',
    );
    const texts = fc.array(fc.oneof(word, mark, fc.constant(' ')), { maxLength: 40 }).map(pieces => pieces.join(''));
    fc.assert(
      fc.property(texts, text => {
        const shown = drawn(parseRichText(text));
        if (shown === undefined) return;
        for (const one of ['alpha', 'beta', 'gamma']) {
          // The language after a fence is no text.
          const isFence = /```/.test(text);
          if (text.includes(one) && !isFence) expect(shown).toContain(one);
        }
      }),
      { numRuns: 300 },
    );
  });
});

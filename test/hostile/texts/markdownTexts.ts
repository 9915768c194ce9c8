import { list, type TextAttack } from './textAttack';

/** In bytes, each. */
const LENGTH = 40_000;

/** One piece again and again. */
const pieces: Record<string, string> = {
  'links that open': '[](',
  'pictures that open': '![',
  'links without an end': '[a](<b',
  'link labels': '[a][',
  'tags that open': '<a ',
  'tags with attributes': '<a b="c" ',
  'comments that open': '<!-- ',
  'instructions that open': '<?',
  'character data that opens': '<![CDATA[',
  emphasis: '*a**a',
  underscores: '_a __a ',
  backticks: '` ``',
  backslashes: '\\',
  entities: '&amp',
  addresses: 'http://a@b.',
  'definitions of links': '[a]: /b\n',
  quotes: '> ',
  'lists in a line': '- ',
  'a flat list': '- a\n',
  headings: '# a\n',
  'underlined headings': 'a\n=\n',
  'nearly a table': 'a|b\n',
  'delimiter rows': '-|-\n',
  fences: '```\n',
  'fences of other marks': '~~~json\n',
  'empty blocks': '```json\n{}\n```\n\n',
  'broken blocks': '```json\n{"from": "a", "to": ...\n```\n\n',
  'HTML blocks': '<div>\n',
  'comments that silence': '<!-- agent-envelopes-disable -->\n\n<!-- agent-envelopes-enabel -->\n\n',
  tabs: '\t',
  'blank lines': ' \n',
};

const columns = 10_000;

export const markdownTexts: TextAttack[] = [
  ...Object.entries(pieces).map(([name, piece]) => ({
    name: `Markdown: ${name}`,
    file: 'a.md',
    text: `a ${piece.repeat(LENGTH / piece.length)}`,
  })),
  {
    name: 'Markdown: backticks in runs of all lengths',
    file: 'a.md',
    text: `a ${list(350, at => '`'.repeat(at + 1)).join('a')} <!-- agent-envelopes-disable -->`,
  },
  { name: 'Markdown: a title without an end', file: 'a.md', text: `[a]: /b "t\n${'x\n'.repeat(LENGTH / 2)}` },
  {
    name: 'Markdown: a table of 10,000 columns',
    file: 'a.md',
    text: `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n|${'b|'.repeat(columns)}\n`,
  },
  {
    name: 'Markdown: a table of many columns and rows of one',
    file: 'a.md',
    text: `|${'a|'.repeat(2000)}\n|${'-|'.repeat(2000)}\n${'|b|\n'.repeat(5000)}`,
  },
  {
    name: 'Markdown: lists in lists',
    file: 'a.md',
    text: list(340, at => `${' '.repeat(at)}- a`).join('\n'),
  },
];

import { describe, expect, test } from 'vitest';
import { formatting } from '../../server/src/features/formatting';
import { displayWidth } from '../../server/src/text/characters';
import { analyseText } from '../kit/analyseText';
import { FILES } from './drawnFeature';
import { formatted, HEAD, options } from './formatted';

const inRegistry = (...lines: string[]) => HEAD + lines.join('\n');

describe('columns in line', () => {
  test.each([
    ['cells', ['|a|bcd|', '|-|-|', '| longer |e|'], ['| a      | bcd |', '|--------|-----|', '| longer | e   |']],
    ['blanks around dashes stay', ['|a|b|', '| - | - |'], ['| a   | b   |', '| --- | --- |']],
    [
      'colons',
      ['|a|b|c|d|', '|:-|-:|:-:|-|', '|long|long|longer|long|'],
      ['| a    |    b |   c    | d    |', '|:-----|-----:|:------:|------|', '| long | long | longer | long |'],
    ],
    [
      'pipes that are escaped',
      ['|a|b|', '|-|-|', '|x \\| y|z|'],
      ['| a      | b   |', '|--------|-----|', '| x \\| y | z   |'],
    ],
    ['a pipe in code parts cells', ['|a|b|', '|-|-|', '|`x|y`|'], ['| a   | b   |', '|-----|-----|', '| `x  | y`  |']],
    [
      'too few, too many',
      ['|a|b|', '|-|-|', '|x|', '|x|y|zzzz|', '||'],
      ['| a   | b   |', '|-----|-----|', '| x   |', '| x   | y   | zzzz |', '|     |'],
    ],
    [
      'rows of dashes',
      ['|a|b|', '|-|-|', '|-|-|  ', '-|-  '],
      ['| a   | b   |', '|-----|-----|', '| -   | -   |', '| -   | -   |'],
    ],
    [
      'without pipes at the ends',
      ['a|b', '-|-', 'c|d', 'e'],
      ['| a   | b   |', '|-----|-----|', '| c   | d   |', '| e   |'],
    ],
    ['blanks at the ends', ['|a|b|  ', '|-|-| ', '|c|d|\t'], ['| a   | b   |', '|-----|-----|', '| c   | d   |']],
    ['in a quote', ['> |a|bcde|', '> |-|-|', '>|c|d|'], ['> | a   | bcde |', '> |-----|------|', '>| c   | d    |']],
    [
      'in a list',
      ['- x', '', '  |a|b|', '  |-|-|', '   |c|d|'],
      ['- x', '', '  | a   | b   |', '  |-----|-----|', '   | c   | d   |'],
    ],
    [
      'wide letters',
      ['|a|b|', '|-|-|', '|漢字|✓ 😀|', '|é|e\u0301f|'],
      ['| a    | b    |', '|------|------|', '| 漢字 | ✓ 😀 |', '| é    | e\u0301f   |'],
    ],
  ])('%s', (_, before, after) => {
    expect(formatted(inRegistry(...before))).toBe(inRegistry(...after));
    expect(formatted(inRegistry(...after))).toBe(inRegistry(...after));
  });

  test('a very long cell sticks out, and costs the others nothing', () => {
    const [long, longest] = ['x'.repeat(120), 'x'.repeat(121)];
    const [head, , ...rows] = formatted(inRegistry('|a|', '|-|', `|${long}|`, `|${longest}|`))
      .split('\n')
      .slice(4);
    expect(head).toHaveLength(124);
    expect(rows.map(row => row.length)).toEqual([124, 125]);
  });

  test('line ends and a byte order mark stay', () => {
    const text = `\uFEFF${inRegistry('|a|b|', '|-|-|', '|long|c|', '')}`.replaceAll('\n', '\r\n');
    const changes = formatting(analyseText('index.md', text), options);
    const lines = text
      .split('\r\n')
      .map((line, at) => changes.find(({ range }) => range.start.line === at)?.text ?? line);
    expect(lines.join('\r\n')).toBe(
      `\uFEFF${inRegistry('| a    | b   |', '|------|-----|', '| long | c   |', '')}`.replaceAll('\n', '\r\n'),
    );
  });

  test('a module of checks too; other Markdown, and a document in a string, stay', () => {
    const checks = FILES['check-modules/spec-checks.md'] ?? '';
    expect(formatted(checks, undefined, 'checks.md').split('\n')[6]).toMatch(
      /^\| SPEC-007 \| No details \| Names no technology {2}\| auto-retry \|$/,
    );
    const table = '|a|b|\n|-|-|\n|long|c|';
    expect(formatted(table, undefined, 'README.md')).toBe(table);
    const carried = FILES['specs/005/.workflow/return.json'] ?? '';
    const laidOut = formatted(carried, undefined, 'return.json');
    expect(JSON.parse(laidOut)).toEqual(JSON.parse(carried));
  });

  test('only the tables that a range touches', () => {
    const table = ['|a|b|', '|-|-|', '|c|d|'];
    const aligned = ['| a   | b   |', '|-----|-----|', '| c   | d   |'];
    const at = (line: number) => ({ start: { line, character: 2 }, end: { line, character: 3 } });
    const text = inRegistry(...table, '', ...table);
    expect(formatted(text, at(10))).toBe(inRegistry(...table, '', ...aligned));
    expect(formatted(text, at(6))).toBe(inRegistry(...aligned, '', ...table));
    expect(formatted(text, at(7))).toBe(text);
  });
});

test.each([
  ['', 0],
  ['abc', 3],
  ['é', 1],
  ['e\u0301', 1],
  ['漢字', 4],
  ['한', 2],
  ['ｆ', 2],
  ['✓ ⚠ ○', 5],
  ['⚠\uFE0F', 2],
  ['😀', 2],
  ['👩‍👩‍👧', 2],
  ['🇪🇺', 2],
  ['\u200B', 0],
])('%j is %i wide', (text, width) => expect(displayWidth(text)).toBe(width));

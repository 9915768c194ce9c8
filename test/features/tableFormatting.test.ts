import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatting } from '../../server/src/features/formatting';
import type { Range } from '../../server/src/model/text';
import { parseMarkdown } from '../../server/src/text/markdown';
import { widthOf } from '../../server/src/text/width';
import { analysed } from '../kit/analysed';
import { applied } from '../kit/applied';
import { FILES } from './feature';

const options = { tabSize: 2, insertSpaces: true };

function formatted(text: string, within?: Range, name = 'index.md'): string {
  const changes = formatting(analysed(name, text), options, within);
  return applied(
    text,
    changes.map(({ range, text: newText }) => ({ range, newText })),
  );
}

const HEAD = '## Workflow Status\n\n## Decisions Log\n\n';
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
    const changes = formatting(analysed('index.md', text), options);
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
])('%j is %i wide', (text, width) => expect(widthOf(text)).toBe(width));

test('says the same after it, and stays so', () => {
  const cell = fc
    .array(fc.constantFrom('a', 'bc', ' ', '\\|', '\\', '`', '|', '漢', '😀', '**', '-', ':', '<', '\t', '\u00A0'), {
      maxLength: 6,
    })
    .map(pieces => pieces.join(''));
  const row = fc.tuple(
    fc.array(cell, { minLength: 1, maxLength: 4 }),
    fc.boolean(),
    fc.boolean(),
    fc.constantFrom('', ' ', '  '),
  );
  const prefix = fc.constantFrom('', '> ', '- ', '1. > ', '  ');
  const mark = fc.constantFrom('-', '--', ':-', '-:', ':-:', ' - ', ' :---: ');
  const table = fc
    .record({
      head: fc.array(cell, { minLength: 2, maxLength: 4 }),
      marks: fc.array(mark, { minLength: 4, maxLength: 4 }),
      rows: fc.array(row, { maxLength: 4 }),
      prefix,
    })
    .map(({ head, marks, rows, prefix }) => {
      const lines = [
        `|${head.join('|')}|`,
        `|${marks.slice(0, head.length).join('|')}|`,
        ...rows.map(
          ([cells, opened, closed, after]) => `${opened ? '|' : ''}${cells.join('|')}${closed ? '|' : ''}${after}`,
        ),
      ];
      const further = prefix.replace(/-|1\./, bullet => ' '.repeat(bullet.length));
      return lines.map((line, at) => (at === 0 ? prefix : further) + line).join('\n');
    });
  let changed = 0;
  fc.assert(
    fc.property(table, one => {
      const text = `${HEAD}${one}\n\nafter | it`;
      const once = formatted(text);
      if (once !== text) changed++;
      expect(said(once)).toEqual(said(text));
      expect(formatted(once)).toBe(once);
    }),
    { numRuns: 100 },
  );
  expect(changed).toBeGreaterThan(30);
});

/** What a reader of the Markdown gets: its cells and the sides that they go to, and all that is no table. */
function said(text: string) {
  const { tables, headings, items } = parseMarkdown(text);
  const cells = tables.map(({ header, rows, delimiter }) => ({
    cells: [header, ...rows].map(row => row.cells.map(({ start, end }) => text.slice(start, end))),
    sides: text
      .slice(delimiter.start, delimiter.end)
      .replace(/[^:|-]/g, '')
      .replace(/-+/g, '-'),
  }));
  return { cells, headings: headings.length, items: items.length, bare: text.replace(/[\s|-]/g, '') };
}

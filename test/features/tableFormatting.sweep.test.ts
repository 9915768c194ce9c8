import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMarkdown } from '../../server/src/text/parseMarkdown';
import { eighth } from '../kit/amount';
import { formatted, HEAD } from './formatted';

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
    { numRuns: eighth(100) },
  );
  expect(changed).toBeGreaterThan(eighth(20));
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

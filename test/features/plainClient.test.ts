import { expect, test } from 'vitest';
import {
  flatSymbols,
  isPlain,
  plainHover,
  plainText,
  withPlainText,
} from '../../server/src/features/completion/completionInsertion';
import { documentSymbols } from '../../server/src/features/documentSymbols';
import { analyseText } from '../kit/analyseText';
import { exampleOf } from '../kit/examples';
import { fileWithCursor } from '../kit/inEachFileKind';
import { hoverAt, itemsAt } from './askAt';

const TEXT = JSON.stringify(exampleOf('agent-message/message'));

test('only a client that lists Markdown among its formats gets it', () => {
  expect([undefined, ['plaintext'], ['markdown', 'plaintext'], []].map(isPlain)).toEqual([true, true, false, true]);
});

test('marks, links and escapes are gone, words stay', () => {
  expect(plainText('**Field** `a_b` [there](file:///x)\n\n| A | B |\n| --- | --- |\n| `x` | y |\n\n_Kind · `k`_')).toBe(
    'Field a_b there\n\n| A | B |\n| x | y |\n\nKind · k',
  );
  expect(plainText('snake\\_case \\*')).toBe('snake_case *');
});

test('hover and completion have no marks', () => {
  const hover = hoverAt(fileWithCursor('a.json', TEXT.replace('"priority"', '"prio|rity"')));
  expect(hover && plainHover(hover).contents).toMatchObject({
    kind: 'plaintext',
    value: expect.not.stringMatching(/\*\*|`/),
  });
  const items = itemsAt(fileWithCursor('a.json', TEXT.replace(/\}$/, ', |}').replace('"issues"', '"other"')));
  expect(items.length).toBeGreaterThan(0);
  for (const { documentation } of items.map(withPlainText))
    if (typeof documentation === 'object') expect(documentation.value).not.toMatch(/\*\*|`/);
});

test('a flat outline has all that a nested one has, with what contains it', () => {
  const symbols = documentSymbols(analyseText('a.json', TEXT));
  const flat = flatSymbols(symbols, 'file:///work/a.json');
  expect(flat.length).toBeGreaterThan(10);
  expect(flat[0]).not.toHaveProperty('containerName');
  expect(flat.find(({ name }) => name === 'priority')).toMatchObject({ containerName: 'context' });
  for (const { location } of flat) expect(location.uri).toBe('file:///work/a.json');
});

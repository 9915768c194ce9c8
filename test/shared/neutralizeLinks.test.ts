import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { neutralizeIcons, neutralizeLinks } from '../../server/src/shared/shownText';
import { eighth } from '../kit/amount';
import { editorLinks } from '../kit/editorLinks';

describe('what would be a link is read as it stands, but for a blank', () => {
  test.each([
    ['[Repair](command:runCommands)', '[Repair] (command:runCommands)'],
    ['a [b](https://c.example "d") e', 'a [b] (https://c.example "d") e'],
    ['[[x](command:a)](command:b)', '[[x] (command:a)] (command:b)'],
    ['[x](command:a)[y](file:///b)', '[x] (command:a)[y] (file:///b)'],
    ['[x]\n(command:a)', '[x]\n(command:a)'],
    ['a[0] (see b)', 'a[0] (see b)'],
    ['the globs "**/*.{json,md}" and [a-z]*', 'the globs "**/*.{json,md}" and [a-z]*'],
  ])('%s', (text, plain) => {
    expect(neutralizeLinks(text)).toBe(plain);
    expect(editorLinks(plain)).toEqual([]);
  });
});

test('no text becomes a link, however its pieces are put together', () => {
  const piece = fc.constantFrom(
    '[',
    ']',
    '(',
    ')',
    'command:',
    'https://',
    'file:',
    'x',
    ' ',
    '\n',
    '\r\n',
    '"',
    '\\',
    '](',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
      const plain = neutralizeLinks(pieces.join(''));
      expect(editorLinks(plain)).toEqual([]);
      expect(plain.replaceAll('] (', '](')).toBe(pieces.join('').replaceAll('] (', ']('));
    }),
    { numRuns: eighth(2000) },
  );
});

test.each([
  ['$(sync~spin)', '\\$(sync~spin)'],
  ['costs $5 (about)', 'costs $5 (about)'],
])('no icon is made of %s', (text, plain) => expect(neutralizeIcons(text)).toBe(plain));

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { duplicateKeys } from '../../../server/src/text/json/duplicateKeys';
import { parseJson } from '../../../server/src/text/json/parseJson';

const found = (text: string, lang: 'json' | 'jsonc' = 'json') =>
  duplicateKeys(text, parseJson(text, lang).value, lang).map(({ lost, kept }) => [lost.offset, kept.offset]);

test('what is nested deeply, or long, is no trouble', () => {
  expect(found(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toEqual([]);
  expect(found(`{"a": "${'\\"'.repeat(1_000_000)}"}`)).toEqual([]);
});

const NAME = fc.constantFrom('a', 'b', '__proto__', ':', '"', 'a":', '\\', '/*', '//');
const SPACE = fc.constantFrom('', ' ', '\n\t');

/** JSON as text, and how many keys of it are lost. */
const { json } = fc.letrec<{ json: { text: string; lost: number } }>(tie => ({
  json: fc.oneof(
    { maxDepth: 4 },
    NAME.map(name => ({ text: JSON.stringify(name), lost: 0 })),
    fc.array(tie('json')).map(items => ({
      text: `[${items.map(({ text }) => text).join(',')}]`,
      lost: items.reduce((sum, { lost }) => sum + lost, 0),
    })),
    fc.array(fc.tuple(NAME, SPACE, tie('json'))).map(members => ({
      text: `{${members.map(([name, space, { text }]) => `${space}${JSON.stringify(name)}${space}:${text}`).join(',')}}`,
      lost:
        members.length -
        new Set(members.map(([name]) => name)).size +
        members.reduce((sum, [, , { lost }]) => sum + lost, 0),
    })),
  ),
}));

test('all of them are found, and no others', () => {
  fc.assert(
    fc.property(json, ({ text, lost }) => {
      expect(found(text)).toHaveLength(lost);
    }),
  );
});

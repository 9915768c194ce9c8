import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sixteenth } from '../kit/amount';
import { found, listedByGit, repository, write } from './listedByGit';

const PIECES = [
  'a',
  'b',
  'log',
  '*',
  '*',
  '**',
  '***',
  '?',
  '.json',
  '.md',
  '/',
  '/',
  '[ab]',
  '[!a]',
  '[[:alpha:]]',
  '[a',
  '[/]',
  'sub',
  'deep',
  '\\',
  ' ',
];

describe('with ignore files, finds what git does', () => {
  const line = fc
    .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 })
    .chain(pieces => fc.constantFrom('', '', '!').map(not => not + pieces.join('')))
    // Two stars right behind letters and before a slash mean more to git than it says that they do.
    .filter(line => !/[^/!*]\*\*+(\/|$)/.test(line));
  const lines = fc.array(line, { maxLength: 4 }).map(all => all.join('\n'));

  test('any patterns', () => {
    const root = repository([
      'a.json',
      'b.md',
      'log/a.json',
      'sub/a.json',
      'sub/b.md',
      'sub/log/a.json',
      'sub/deep/b.json',
      'sub/deep/log/ab.md',
      'deep/log.json',
    ]);
    fc.assert(
      fc.property(lines, lines, lines, (top, sub, deep) => {
        write(root, { '.gitignore': top, 'sub/.gitignore': sub, 'sub/deep/.gitignore': deep });
        expect(found(root)).toEqual(listedByGit(root));
      }),
      { numRuns: sixteenth(60) },
    );
  });
});

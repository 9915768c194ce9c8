import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { found, listedByGit, repository, write } from './listedByGit';

describe('with ignore files, finds what git does', () => {
  const line = fc
    .array(fc.constantFrom('a', 'b', 'log', '*', '**', '?', '.json', '.md', '/', '/', '[ab]', 'sub', 'deep', '\\'), {
      minLength: 1,
      maxLength: 5,
    })
    .chain(pieces => fc.constantFrom('', '', '!').map(not => not + pieces.join('')))
    // Two stars beside something else than a slash mean one to git, and more to the library: nobody writes them.
    .filter(line => !/[^/!]\*\*|\*\*[^/]/.test(line));
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
      { numRuns: 20 },
    );
  });
});

import { expect, test } from 'vitest';
import { firstSymbolicLink } from '../../../client/src/editors/firstSymbolicLink';

/** The existing paths; those of links end with "@". */
const THERE = [
  '/w/specs',
  '/w/specs/1',
  '/w/out@',
  '/w/out/x.html',
  '/w/a.html@',
  '/w/b.html',
  '/home/x.html@',
  '/w2/a',
];

async function isLink(path: string): Promise<boolean | undefined> {
  if (THERE.includes(`${path}@`)) return true;
  return THERE.includes(path) ? false : undefined;
}

test.each([
  ['a file', '/w/b.html', '/w', undefined],
  ['a file that is a link', '/w/a.html', '/w', '/w/a.html'],
  ['a file that does not exist yet', '/w/specs/1/.workflow/index.md', '/w', undefined],
  ['a folder that is a link', '/w/out/x.html', '/w', '/w/out'],
  ['a folder that is a link, and a file that does not exist yet', '/w/out/deep/new.html', '/w', '/w/out'],
  ['a folder with a trailing slash', '/w/out/x.html', '/w/', '/w/out'],
  ['a file outside the folder', '/w2/a', '/w', undefined],
  ['a file outside all folders that is a link', '/home/x.html', undefined, '/home/x.html'],
  ['a file outside all folders', '/w/out/x.html', undefined, undefined],
])('%s', async (_, path, folder, expected) => {
  expect(await firstSymbolicLink(path, folder, isLink)).toBe(expected);
});

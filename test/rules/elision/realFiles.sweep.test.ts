import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findElision } from '../../../server/src/rules/elision/findElision';
import { sixteenth } from '../../kit/amount';
import { filesBelow, projectRoot } from '../../kit/corpus';

const TEXT = /\.(?:[cm]?[jt]sx?|json|md|ya?ml|css|html|txt|sh|xml|svg)$/;
const LARGEST = 100_000;
const MOST = sixteenth(4000);

test('finds no elision in real files', () => {
  const all = filesBelow(join(projectRoot, 'node_modules')).filter(
    file => TEXT.test(file) && statSync(file).size <= LARGEST,
  );
  // Takes the same share of each package.
  const step = Math.max(1, Math.floor(all.length / MOST));
  const files = all.filter((_, index) => index % step === 0);
  expect(files.length).toBeGreaterThan(MOST / 2);
  const found = files.flatMap(file => {
    const said = findElision({ content: readFileSync(file, 'utf8'), path: file });
    return said === undefined ? [] : [`${file} ${said}`];
  });
  expect(found).toEqual([]);
});

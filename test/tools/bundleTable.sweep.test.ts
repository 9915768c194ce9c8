import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bundleSizes, CONTRIBUTING } from '../../tools/bundleTable.mjs';

const TOLERANCE = 0.1;
/** In bytes: of a small bundle a word is more than its share. */
const LEAST = 1024;

test('CONTRIBUTING.md names each bundle with its sizes, and what is in it', async () => {
  const rows = readFileSync(CONTRIBUTING, 'utf8').matchAll(/^\| `(.+)` \| ([\d.]+) \| ([\d.]+) \| (.+) \|$/gm);
  const table = new Map(
    [...rows].map(([, name, minified, compressed, content]) => [name, { minified, compressed, content }]),
  );
  const sizes = await bundleSizes();
  expect([...table.keys()].sort()).toEqual(sizes.map(({ name }) => name));
  for (const { name, ...measured } of sizes) {
    const row = table.get(name);
    expect(row?.content?.trim(), name).not.toBe('');
    for (const key of ['minified', 'compressed'] as const) {
      const off = Math.abs(Number(row?.[key]) * 1024 - measured[key]);
      expect(off, `${name}, ${key}: run "node tools/bundleTable.mjs"`).toBeLessThan(
        Math.max(LEAST, measured[key] * TOLERANCE),
      );
    }
  }
});

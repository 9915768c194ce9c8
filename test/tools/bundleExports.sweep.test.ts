import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bundleFiles, bundles } from '../../tools/build.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'agent-envelopes-'));
afterAll(() => rmSync(folder, { recursive: true }));

// A getter would be called at each use, thousands of times for a large file.
test('what one bundle exports to others are values', async () => {
  const { files } = await bundleFiles(bundles, 'development');
  for (const [name, text] of files) writeFileSync(path.join(folder, name), text);
  const exported = createRequire(import.meta.url)(path.join(folder, 'reading.js'));
  const descriptors = Object.values(Object.getOwnPropertyDescriptors(exported));
  expect(descriptors.length).toBeGreaterThan(10);
  expect(descriptors.filter(({ get }) => get)).toEqual([]);
});

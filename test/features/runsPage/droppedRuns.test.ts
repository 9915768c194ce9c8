import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { droppedRuns } from '../../../server/src/droppedRuns';

const SAMPLE = path.join(import.meta.dirname, '..', '..', 'sample');

it('lists the runs of a folder', async () => {
  const runs = droppedRuns(() => undefined);
  const files = readdirSync(SAMPLE, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath, entry.name));
  await runs.add(
    files.map(file => ({
      path: `sample/${path.relative(SAMPLE, file)}`,
      file: { size: 1, lastModified: 0, text: async () => readFileSync(file, 'utf8') },
    })),
  );
  console.log(JSON.stringify(runs.answer('state', {})));
  expect((runs.answer('runs', { filter: '', sort: 'newest' }) as { total: number }).total).toBe(15);
});

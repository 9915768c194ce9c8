import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * A folder with JSON files as any project has them, without an envelope.
 * @param {number} count of files, in twenty subfolders
 */
export function plainFolder(count) {
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-envelopes-bench-plain-'));
  for (let i = 0; i < count; i++) {
    const below = path.join(folder, `part${i % 20}`);
    mkdirSync(below, { recursive: true });
    writeFileSync(path.join(below, `file${i}.json`), JSON.stringify(plainValue(i), null, 2));
  }
  return folder;
}

function plainValue(number) {
  const list = Array.from({ length: 30 }, (_, index) => ({ index, label: `item ${index}`, enabled: index % 2 === 0 }));
  return {
    name: `package-${number}`,
    version: `1.0.${number}`,
    description: `Text ${number}`,
    keywords: ['plain', 'data'],
    scripts: { test: 'vitest' },
    list,
  };
}

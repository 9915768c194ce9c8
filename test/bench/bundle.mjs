import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export const root = fileURLToPath(new URL('../..', import.meta.url));

let folder;

/**
 * Bundles a file as tools/build.mjs --production bundles the server, into a folder for temporary files.
 * @param {string} entry relative to the project
 * @returns {Promise<string>} the bundle's path
 */
export async function bundle(entry) {
  folder ??= mkdtempSync(path.join(tmpdir(), 'agent-envelopes-bench-'));
  const outfile = path.join(folder, `${path.basename(entry, '.ts')}.cjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
  });
  return outfile;
}

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { bundles, settings } from '../../tools/build.mjs';

let folder;

/**
 * Bundles as `tools/build.mjs --production` does, into a folder for temporary files.
 * @param {string} entry relative to the project
 * @returns {Promise<string>} the bundle's path
 */
export async function bundle(entry) {
  folder ??= mkdtempSync(path.join(tmpdir(), 'agent-envelopes-bench-'));
  const known = bundles.find(one => one.entry === entry);
  const name = known ? path.basename(known.out) : path.basename(entry).replace(/\.ts$/, '.js');
  const outfile = path.join(folder, name);
  await build({ ...settings(known ?? { entry }, 'production'), outfile });
  return outfile;
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { bundleFiles, bundles, settings } from '../../tools/build.mjs';

let folder;

function temporaryFolder() {
  const made = mkdtempSync(path.join(tmpdir(), 'agent-envelopes-bench-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true }));
  return made;
}

// All that the package holds, bundled once.
let shipped;

/**
 * Bundles as `tools/build.mjs --production` does, into a folder for temporary files.
 * @param {string} entry relative to the project
 * @returns {Promise<string>} the bundle's path
 */
export async function bundle(entry) {
  folder ??= temporaryFolder();
  const known = bundles.find(one => one.entry === entry);
  if (known) {
    shipped ??= bundleFiles(bundles, 'production');
    for (const [name, text] of (await shipped).files) writeFileSync(path.join(folder, name), text);
    return path.join(folder, path.basename(known.out));
  }
  const outfile = path.join(folder, path.basename(entry).replace(/\.ts$/, '.js'));
  await build({ ...settings({ entry }, 'production'), outfile });
  return outfile;
}

import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundle } from '../bundle.mjs';
import { pairs, timed } from '../pairs.mjs';
import { writeWorkspace } from '../workspaces.mjs';

export const about = 'from the stored index to the list of runs, 10,000 envelopes and 1,000 registries';
export const anchor = 'walking the workspace and looking at each file';
export const limit = 1.5;

export async function run() {
  const core = createRequire(import.meta.url)(await bundle('test/bench/core.ts'));
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-envelopes-restart-'));
  const store = mkdtempSync(path.join(tmpdir(), 'agent-envelopes-store-'));
  try {
    writeWorkspace(folder);
    const index = core.indexOf(folder);
    while (index.work());
    core.saveStore(store, '1', core.serializeIndex(index.index.stored()));
    return await pairs(
      () => timed(() => restart(core, folder, store)),
      () => timed(() => lookAt(folder)),
      21,
    );
  } finally {
    for (const one of [folder, store]) rmSync(one, { recursive: true });
  }
}

function restart(core, folder, store) {
  const before = core.deserializeIndex(core.loadStore(store, '1'), () => {
    throw new Error('the store is damaged');
  });
  const index = core.indexOf(folder, before);
  while (!index.state().isComplete && index.work());
  return index.index.runs().length;
}

function lookAt(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) lookAt(file);
    else statSync(file);
  }
}

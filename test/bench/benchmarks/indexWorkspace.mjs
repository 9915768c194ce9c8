import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundle } from '../bundle.mjs';
import { pairs, timed } from '../pairs.mjs';
import { writeWorkspace } from '../workspaces.mjs';

export const about = 'indexing a workspace of 10,000 envelopes and 1,000 registries, in one process';
export const anchor = 'walking it, reading its files and JSON.parse';
export const limit = 1.5;

export async function run() {
  const core = createRequire(import.meta.url)(await bundle('test/bench/core.ts'));
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-envelopes-index-'));
  try {
    const written = writeWorkspace(folder);
    const own = () => index(core, folder, written.files);
    // The engine takes ten rounds to compile what it will run.
    for (let round = 0; round < 10; round++) {
      own();
      floor(folder);
    }
    return await pairs(
      () => timed(own),
      () => timed(() => floor(folder)),
      15,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** All that it takes until each run can be shown; problems are looked for later. */
function index({ indexOf }, folder, files) {
  const { index, state, work } = indexOf(folder);
  while (!state().settled) work();
  const runs = index.runs();
  if (state().files !== files || runs.length === 0) throw new Error(`${state().files} files, ${runs.length} runs`);
}

/** What nobody can do without who is to know what stands in the files. */
function floor(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      floor(file);
      continue;
    }
    statSync(file);
    const text = readFileSync(file, 'utf8');
    if (file.endsWith('.json')) JSON.parse(text);
    else if (file.endsWith('.jsonl')) for (const line of text.split('\n')) line && JSON.parse(line);
  }
}

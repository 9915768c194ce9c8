import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundle } from '../bundle.mjs';
import { pairs, timed } from '../pairs.mjs';
import { writeWorkspace } from '../workspaces.mjs';

export const about = 'indexing a workspace of 10,000 envelopes and 1,000 registries, by two threads';
export const anchor = 'walking it, reading its files and JSON.parse, in one';
export const limit = 1.5;

export async function run() {
  const core = createRequire(import.meta.url)(await bundle('test/bench/core.ts'));
  await bundle('server/src/entries/serveInNode.ts');
  const code = path.dirname(await bundle('server/src/entries/thread.ts'));
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-envelopes-index-'));
  const threads = sharedReader(core, code, folder);
  try {
    const { files } = writeWorkspace(folder);
    const own = () => index(core, { folder, files, threads });
    // The engine takes ten rounds to compile what it will run.
    for (let round = 0; round < 10; round++) {
      await own();
      floor(folder);
    }
    return await pairs(own, () => timed(() => floor(folder)), 15);
  } finally {
    threads.end();
    rmSync(folder, { recursive: true });
  }
}

/** The reading thread, which here goes on from round to round: what is measured is warm. */
function sharedReader({ readerThread, DEFAULT_SETTINGS }, code, folder) {
  let onRead = () => {};
  const settings = [{ uri: `file://${folder}`, name: 'bench', settings: DEFAULT_SETTINGS }];
  const known = { folders: () => settings, sourceFolders: () => [], declared: () => [] };
  const reader = readerThread(code, known, () => onRead());
  // The thread by itself keeps no process alive.
  const alive = setInterval(() => {}, 1000);
  // Where it fails the other thread reads all, and what was measured would be something else.
  let failed;
  const read = files =>
    reader.read(files).catch(error => {
      failed = error;
      throw error;
    });
  return {
    reader: { read, readRange: reader.readRange, rest() {} },
    check() {
      if (failed) throw failed;
    },
    end() {
      clearInterval(alive);
      reader.rest();
    },
    /** Resolves when something was read. */
    read: () =>
      new Promise(resolve => {
        onRead = resolve;
      }),
  };
}

/** All that it takes until each run can be shown; problems are looked for later. */
async function index({ indexOf }, { folder, files, threads }) {
  const start = performance.now();
  const { index, state, work } = indexOf(folder, undefined, threads.reader);
  let slice = start;
  while (!state().isComplete) {
    if (!work()) await threads.read();
    else if (performance.now() - slice < SLICE) continue;
    else await new Promise(setImmediate);
    slice = performance.now();
  }
  threads.check();
  const runs = index.runs();
  if (state().files !== files || runs.length === 0) throw new Error(`${state().files} files, ${runs.length} runs`);
  return performance.now() - start;
}

// Milliseconds, as in the thread.
const SLICE = 8;

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

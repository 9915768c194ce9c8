import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundle } from '../bundle.mjs';
import { oneRunLog } from '../logs.mjs';
import { pairs, timed } from '../pairs.mjs';
import { parseByLine } from '../parseByLine.mjs';
import { startServer } from '../server.mjs';

export const about =
  'the replay of a run of 100,000 steps: from a log of 87 MB that nothing is known of to all that a page shows first';
export const anchor = 'JSON.parse of each of its lines';
export const limit = 2;

/** What a page asks when it opens, in its order. */
const first = [
  ['overview', {}],
  [
    'timeline',
    {
      axis: 'time',
      from: 0,
      to: 1e8,
      width: 1100,
      lanes: { from: 0, count: 20 },
      folded: { all: false, but: [] },
    },
  ],
  ['step', { step: 0 }],
  ['graph', {}],
  ['graphAt', { step: 0 }],
  ['envelope', { step: 0, source: 0 }],
  ['members', { step: 0, source: 0, path: [] }],
];

export async function run() {
  const server = await bundle('server/src/main.ts');
  await bundle('server/src/connection.ts');
  await bundle('server/src/thread/thread.ts');
  await bundle('server/src/thread/reader.ts');
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-envelopes-replay-'));
  const file = path.join(folder, 'wf.jsonl');
  try {
    for (const lines of oneRunLog(100_000)) appendFileSync(file, lines);
    return await pairs(
      () => opening(server, folder),
      () => timed(() => parseByLine(file)),
      5,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Milliseconds, without the start of the process. */
async function opening(bundled, folder) {
  const server = await startServer(bundled, folder);
  const start = performance.now();
  const { nodes } = await wholeRun(server);
  for (const [question, params] of first) {
    await server.ask('agentEnvelopes/replay', { run: nodes[0].run, question, params });
  }
  const took = performance.now() - start;
  await server.stop();
  return took;
}

async function wholeRun(server) {
  await server.until(({ reading, runs }) => !reading && runs > 0);
  return server.ask('agentEnvelopes/runs/nodes', { view: { group: 'none', sort: 'newest', filter: '' } });
}

import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundle } from './bundle.mjs';
import { oneRunLog } from './logs.mjs';
import { pairs, timed } from './pairs.mjs';
import { parseByLine } from './parseByLine.mjs';
import { startServer } from './server.mjs';

/** What a page asks when it opens, in its order. */
const first = [
  ['overview', {}],
  [
    'timeline',
    { axis: 'even', from: 0, to: 100_000, width: 1100, lanes: { from: 0, count: 20 }, folded: { all: false, but: [] } },
  ],
  ['step', { step: 0 }],
  ['graph', {}],
  ['graphAt', { step: 0 }],
  ['changes', { step: 0, count: 0 }],
  ['envelope', { step: 0, envelope: 0 }],
  ['members', { step: 0, envelope: 0, path: [] }],
];

/**
 * Opens the replay of the one run of a log, in turns with parsing that log line by line.
 * @param {'known' | 'unknown' | 'begun'} log whether the server has read it before; begun: the page opens when its first steps are read
 * @param {Iterable<string>} [lines] some lines at a time, as text; if absent, 100,000 steps in 87 MB
 */
export async function openingReplay(log, lines = oneRunLog(100_000)) {
  const server = await bundle('server/src/entries/server.ts');
  await bundle('server/src/entries/serveInNode.ts');
  await bundle('server/src/entries/thread.ts');
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-envelopes-replay-'));
  const file = path.join(folder, 'wf.jsonl');
  try {
    for (const some of lines) appendFileSync(file, some);
    return await pairs(
      () => opening(server, folder, log),
      () => timed(() => parseByLine(file)),
      5,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Milliseconds, without the start of the process. */
async function opening(bundled, folder, log) {
  const server = await startServer(bundled, folder);
  let start = performance.now();
  await server.until(({ reading, runs }) => runs > 0 && (log === 'begun' || !reading));
  const view = { group: 'none', sort: 'newest', filter: '' };
  const { nodes } = await server.ask('agentEnvelopes/runs/nodes', { view });
  if (log === 'known') start = performance.now();
  for (const [question, params] of first) {
    await server.ask('agentEnvelopes/replay', { run: nodes[0].run, question, params });
  }
  const took = performance.now() - start;
  await server.stop();
  return took;
}

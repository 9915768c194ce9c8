import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundle } from './bundle.mjs';
import { bigLog } from './logs.mjs';
import { pairs, timed } from './pairs.mjs';
import { parseByLine } from './parseByLine.mjs';
import { startServer } from './server.mjs';

/**
 * Searches a log of 87 MB for a word of one message, or of each, in turns with parsing that log line by line.
 * @param {'rare' | 'common' | 'unindexed'} kind unindexed: for a rare word as soon as the log is read
 */
export async function searchingLog(kind) {
  const bundled = await bundle('server/src/entries/server.ts');
  await bundle('server/src/entries/serveInNode.ts');
  await bundle('server/src/entries/thread.ts');
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-envelopes-search-'));
  const file = path.join(folder, 'wf.jsonl');
  try {
    for (const lines of bigLog(100_000)) appendFileSync(file, lines);
    const start = async () => {
      const server = await startServer(bundled, folder);
      await server.until(({ reading, runs }) => runs > 0 && !reading);
      return server;
    };
    if (kind === 'unindexed')
      return await pairs(
        () => searchOnce(start),
        () => timed(() => parseByLine(file)),
        5,
      );
    const server = await start();
    // Filters are made when the index thread is idle: then a word that nobody said is a matter of one page.
    // It pauses after each question.
    while ((await search(server, 'nowhere')).pages > 1) await new Promise(resolve => setTimeout(resolve, 2000));
    let count = 0;
    const words = () => (kind === 'rare' ? `msg_0${50_000 + ++count * 101}` : 'columns');
    const measured = await pairs(
      async () => (await search(server, words(), kind === 'common' ? 1 : 5000)).took,
      () => timed(() => parseByLine(file)),
      9,
    );
    await server.stop();
    return measured;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function searchOnce(start) {
  const server = await start();
  const { took } = await search(server, 'msg_050123');
  await server.stop();
  return took;
}

/** Asks for so many pages, or for all; returns how many there were and the milliseconds that they took. */
async function search(server, words, most = Number.POSITIVE_INFINITY) {
  const begin = performance.now();
  let cursor;
  let pages = 0;
  do {
    const answer = await server.ask('agentEnvelopes/runs/said', { words, limit: 50, ...(cursor && { cursor }) });
    cursor = answer.next;
    pages++;
  } while (cursor !== undefined && pages < most);
  return { pages, took: performance.now() - begin };
}

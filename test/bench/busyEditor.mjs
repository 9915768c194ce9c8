import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundle } from './bundle.mjs';
import { startEditor } from './editor.mjs';
import { jsonServerCommand } from './jsonServer.mjs';
import { ratioOf } from './pairs.mjs';
import { mainThreadTime } from './processStatus.mjs';
import { writeWorkspace } from './workspaces.mjs';

/** As fast as nobody types: more keys meet more of what the server does besides. */
const PAUSE = 20;

/**
 * The keys of which one in a hundred waits longer: from a character typed to the diagnostics of the document, while 10,000 files are read
 * again and again and a store of traces is searched. Held against a server that does nothing, with the same document, which is asked in
 * turns with ours beside the same work.
 * @param {import('./corpora.mjs').Corpus} corpus
 * @param {{ keys: number, envelopes?: number }} options `envelopes` of the workspace
 */
export async function keysWhileBusy({ file, languageId, text, typed }, { keys, envelopes = 10_000 }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-envelopes-busy-'));
  const store = await fakeJaeger();
  try {
    writeWorkspace(folder, { envelopes, registries: envelopes / 10 });
    writeFileSync(path.join(folder, file), text);
    const [server, bare] = [await bundle('server/src/entries/server.ts'), await bundle('test/bench/bareServer.ts')];
    const { node } = await jsonServerCommand();
    const document = { uri: `file://${folder}/${file}`, languageId, text };
    const settings = { sources: [{ name: 'traces', kind: 'jaeger', address: store.address, timeoutSeconds: 60 }] };
    const own = await startEditor([node, server, '--stdio'], { ...document, settings });
    const anchor = await startEditor([node, bare, '--stdio'], document);
    const editors = [own, anchor];
    for (const editor of editors) {
      await editor.open();
      await editor.diagnostics();
    }
    const work = busy(own);
    await work.begun;
    const times = editors.map(() => []);
    /** What the main thread itself worked meanwhile: the same on a busy machine. */
    const worked = [];
    for (let key = 0; key < 2 * keys; key++) {
      // Each goes first as often as the other.
      const at = (key >> 1) % 2 === 0 ? key % 2 : 1 - (key % 2);
      const [start, before] = [performance.now(), mainThreadTime(own.pid)];
      await editors[at].type(typed, 'x');
      await editors[at].diagnostics();
      times[at].push(performance.now() - start);
      if (at === 0) worked.push(mainThreadTime(own.pid) - before);
      await new Promise(resolve => setTimeout(resolve, PAUSE));
    }
    const { reads, searches } = await work.end();
    await Promise.all(editors.map(editor => editor.stop()));
    if (reads < 1 || searches < 1)
      throw new Error(`The workspace was read ${reads} times, the store searched ${searches} times.`);
    const notes = [
      `the files were read ${reads} times, the store searched ${searches} times`,
      ...times.map((of, at) => `${at === 0 ? 'ours' : 'bare'}: ${spread(of)}`),
      `work of our main thread meanwhile: ${spread(worked)}`,
    ];
    return { ...ratioOf(times[0], times[1], percentile), notes, statistic: '99th percentiles' };
  } finally {
    store.close();
    rmSync(folder, { recursive: true });
  }
}

/** The smallest time that 99 of a hundred keep. @param {readonly number[]} times */
function percentile(times, share = 0.99) {
  const sorted = times.toSorted((one, two) => one - two);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
}

function spread(times) {
  const [half, most, longest] = [0.5, 0.99, 1].map(share => percentile(times, share).toFixed(1));
  return `half of the keys within ${half} ms, 99 of a hundred within ${most} ms, all within ${longest} ms`;
}

/** Has all files read and the store searched, again and again. */
function busy({ connection }) {
  let isWanted = true;
  let [reads, searches] = [0, 0];
  let told = () => {};
  let isReading = false;
  connection.onNotification('agentEnvelopes/runs/changed', ({ reading }) => {
    if (isReading && !reading) told();
    isReading = reading;
  });
  async function read() {
    while (isWanted) {
      const finished = new Promise(resolve => {
        told = resolve;
      });
      await connection.sendRequest('agentEnvelopes/runs/refresh');
      await finished;
      reads++;
    }
  }
  async function search() {
    while (isWanted) {
      const params = { words: 'flights', source: 'traces', limit: 50 };
      const { matches, fault } = await connection.sendRequest('agentEnvelopes/runs/said', params);
      if (fault || matches.length === 0) throw new Error(fault ?? 'The store has no such text.');
      searches++;
    }
  }
  // What is compiled for the first time is no part of the figure.
  const begun = connection.sendRequest('agentEnvelopes/runs/said', { words: 'flights', source: 'traces', limit: 50 });
  const both = begun.then(() => Promise.all([read(), search()]));
  return {
    begun,
    async end() {
      isWanted = false;
      await both;
      return { reads, searches };
    },
  };
}

const TRACES = 20;
const SPANS = 60;

/** Jaeger's query service with some traces of this hour, each of a model's calls with their texts: 60 KB. */
async function fakeJaeger() {
  const traces = Array.from({ length: TRACES }, (_, number) => ({ resourceSpans: [resourceSpans(number)] }));
  const all = JSON.stringify({ result: { resourceSpans: traces.flatMap(({ resourceSpans }) => resourceSpans) } });
  const single = traces.map(result => JSON.stringify({ result }));
  // A busy machine may leave a connection alone for a while.
  const server = createServer({ keepAliveTimeout: 600_000 }, ({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://here');
    const [, id] = /^\/api\/v3\/traces\/(\w+)$/.exec(pathname) ?? [];
    const answer = pathname.endsWith('/services')
      ? JSON.stringify({ services: ['travel'] })
      : id === undefined
        ? all
        : single[Number.parseInt(id, 16) - 1];
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://127.0.0.1:${server.address().port}`, close };
}

function resourceSpans(number) {
  const traceId = (number + 1).toString(16).padStart(32, '0');
  const begin = Date.now() - (number + 1) * 60_000;
  const spans = Array.from({ length: SPANS }, (_, at) => ({
    traceId,
    spanId: (number * SPANS + at + 1).toString(16).padStart(16, '0'),
    ...(at > 0 && { parentSpanId: (number * SPANS + 1).toString(16).padStart(16, '0') }),
    name: at === 0 ? 'plan trip' : `chat ${at}`,
    kind: 1,
    startTimeUnixNano: String(BigInt(begin + at * 100) * 1_000_000n),
    endTimeUnixNano: String(BigInt(begin + at * 100 + 90) * 1_000_000n),
    attributes: Object.entries({
      'gen_ai.operation.name': at === 0 ? 'invoke_agent' : 'chat',
      'gen_ai.agent.name': 'planner',
      'gen_ai.request.model': 'model-4',
      'gen_ai.input.messages': JSON.stringify([
        { role: 'user', parts: [{ type: 'text', content: `${at}: search flights to Lisbon. `.repeat(12) }] },
      ]),
    }).map(([key, stringValue]) => ({ key, value: { stringValue } })),
    status: { code: 1 },
  }));
  return {
    resource: { attributes: [{ key: 'service.name', value: { stringValue: 'travel' } }] },
    scopeSpans: [{ scope: { name: 'bench' }, spans }],
  };
}

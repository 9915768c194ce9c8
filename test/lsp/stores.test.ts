import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import {
  CREDENTIAL,
  CREDENTIAL_CHANGED,
  type SaidAnswer,
  type StoredStep,
  type TreeNode,
  type TreeNodes,
} from '../../server/src/shared/lspExtensions';
import type { RequestParams } from '../../server/src/shared/requests';
import { log, message, PLAIN_VIEW, type RunsClient, startRunsServer } from '../kit/runsClient';
import { serverInTurns } from '../kit/serverInTurns';
import { temporaryFolder } from '../kit/temporaryFolder';

const CREDENTIAL_TEXT = 'reader:very-secret-password';

/** A trace of two spans, as Tempo answers it. */
function traceOf(id: string) {
  const span = (spanId: string, name: string, parentSpanId?: string) => ({
    ...{ traceId: id, spanId, name, parentSpanId },
    startTimeUnixNano: '1780301109000000000',
    endTimeUnixNano: '1780301109500000000',
    attributes: [
      { key: 'gen_ai.agent.name', value: { stringValue: 'planner' } },
      { key: 'is_retry', value: { boolValue: false } },
    ],
  });
  const spans = [span('b'.repeat(16), 'plan trip'), span('c'.repeat(16), 'search flights', 'b'.repeat(16))];
  return { trace: { resourceSpans: [{ scopeSpans: [{ spans }] }] } };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A Tempo with three traces. Writes down what it is asked. */
async function tempo(overrides: { search?: Answer; trace?: Answer } = {}) {
  const asked: string[] = [];
  const credentials: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://tempo');
    asked.push(url.pathname);
    credentials.push(request.headers.authorization);
    const own = url.pathname === '/api/search' ? overrides.search : overrides.trace;
    if (own) return own(request, response);
    response.setHeader('content-type', 'application/json');
    if (url.pathname !== '/api/search')
      return response.end(JSON.stringify(traceOf(url.pathname.split('/').at(-1) ?? '')));
    const traces = ['1', '2', '3'].map(digit => ({
      traceID: digit.repeat(32),
      rootServiceName: 'travel',
      rootTraceName: `trip ${digit}`,
      startTimeUnixNano: String(BigInt(Date.now() + 55_000 - Number(digit) * 60_000) * 1_000_000n),
      durationMs: 500,
    }));
    return response.end(JSON.stringify({ traces }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, credentials, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const options = (credential: string) => ({
  initializationOptions: { givesCredentials: true },
  env: { AGENT_ENVELOPES_STAGING_CREDENTIAL: credential },
});
const turn = serverInTurns({ ...options(CREDENTIAL_TEXT), onMessage: (method, params) => hear(method, params) });
let said: string[] = [];
const hear = (method: string, params: unknown) => void said.push(`${method} ${JSON.stringify(params)}`);

/** In its turn, the server over a workspace with one run and a store. */
async function serverWith(address: string, more: { timeoutSeconds?: number } = {}) {
  const { workspace, settings } = prepared(address, more);
  said = [];
  return { ...withStore(await turn({ folders: [workspace.uri], settings })), workspace };
}

/** The same with a server of its own, which is trusted or not, and has a credential or none. */
async function ownServerWith(address: string, { trusted = true, credential = CREDENTIAL_TEXT }) {
  const { workspace, settings } = prepared(address);
  const { env, initializationOptions } = options(credential);
  const server = await startRunsServer([workspace.uri], {
    settings,
    env,
    initializationOptions: { ...initializationOptions, trusted },
  });
  onTestFinished(async () => {
    expect(await server.stop()).toBe(0);
  });
  await server.read();
  return withStore(server);
}

function prepared(address: string, more = {}) {
  const workspace = temporaryFolder({ 'a.json': message(1) });
  onTestFinished(workspace.dispose);
  return { workspace, settings: { sources: [{ name: 'staging', kind: 'tempo', address, ...more }] } };
}

function withStore(server: RunsClient) {
  const below = async (node: TreeNode, from?: number) => (await server.nodes(node.id, PLAIN_VIEW, from)).nodes;
  const store = () =>
    server
      .until(
        () => server.roots(),
        roots => roots.some(({ is }) => is === 'source'),
      )
      .then(roots => roots.find(({ is }) => is === 'source') as TreeNode);
  return { ...server, below, store };
}

const labels = (nodes: readonly TreeNode[]) => nodes.map(({ label }) => label);

test('a store is a root beside the workspace, asked when it is opened, and loads a run when that is opened', async () => {
  const { asked, credentials, address } = await tempo();
  const server = await serverWith(address);
  const store = await server.store();
  expect(store).toMatchObject({ label: 'staging', description: 'Grafana Tempo', opens: 'closed' });
  // Where it stands is known without asking it.
  const pathTo = (source: string) => server.ask<TreeNode[]>('agentEnvelopes/runs/path', { view: PLAIN_VIEW, source });
  expect(await pathTo('staging')).toMatchObject([{ id: store.id, is: 'source' }]);
  expect(await pathTo('production')).toEqual([]);
  expect(asked).toEqual([]);
  const runs = await server.below(store);
  expect(await server.asked(CREDENTIAL)).toEqual({ name: 'staging', address });
  expect(labels(runs)).toEqual(['trip 1', 'trip 2', 'trip 3', 'The last 7 days']);
  expect(asked.every(path => path === '/api/search')).toBe(true);
  const [first] = runs as [TreeNode];
  const steps = await server.below(first);
  expect(labels(steps)).toEqual(['planner · plan trip']);
  expect(asked.filter(path => path !== '/api/search')).toEqual([`/api/v2/traces/${'1'.repeat(32)}`]);
  expect(new Set(credentials)).toEqual(new Set([`Basic ${Buffer.from(CREDENTIAL_TEXT).toString('base64')}`]));
  // What is loaded tells more of itself, and is the same node.
  const [known] = (await server.below(store)) as [TreeNode];
  expect(known).toMatchObject({ id: first.id, run: first.run, outcome: 'succeeded' });
  expect(first.outcome).not.toBe('succeeded');
  expect(known.description).toContain('2 steps');
  expect(known.live).toBe(first.live);
  // What is known is not asked again, whatever changes.
  const count = asked.length;
  await server.below(store);
  await server.below(first);
  expect(asked).toHaveLength(count);
  expect(said.join('\n')).not.toContain('very-secret');
});

test('a run of a store is replayed, compared and located as any other, also without opening its node first', async () => {
  const { address } = await tempo();
  const server = await serverWith(address);
  const [one, two] = (await server.below(await server.store())) as [TreeNode, TreeNode];
  const overview = await server.ask<{ steps: number } | null>('agentEnvelopes/replay', {
    run: one.run,
    question: 'overview',
    params: {},
  });
  expect(overview).not.toBeNull();
  const compared = await server.ask('agentEnvelopes/replay', {
    run: one.run,
    question: 'compare',
    params: { with: two.run, only: 'all', from: 0, count: 10 },
  });
  expect(compared).not.toBeNull();
  expect(await server.ask('agentEnvelopes/runs/place', { node: one.id })).toMatchObject({
    range: { start: { line: 0 } },
  });
});

test('the runs of the workspace are as before, and the store has neither symbols nor problems', async () => {
  const { address } = await tempo();
  const server = await serverWith(address);
  const [run] = (await server.below(await server.store())) as [TreeNode];
  await server.below(run);
  const [folder] = await server.roots();
  expect(labels(await server.below(folder as TreeNode))).toEqual(['boards: x']);
  const found = await server.ask<{ location: { uri: string } }[]>('workspace/symbol', { query: 'search flights' });
  expect(found).toEqual([]);
});

test.each<[string, Parameters<typeof tempo>[0], RegExp, { timeoutSeconds?: number }?]>([
  [
    'that refuses',
    { search: (_, response) => response.writeHead(401).end('no reader:very-secret-password') },
    /staging.*credential/i,
  ],
  [
    'that leads elsewhere',
    { search: (_, response) => response.writeHead(302, { location: 'http://evil.example/x' }).end() },
    /staging.*evil\.example/,
  ],
  [
    'that breaks off',
    {
      search: (_, response) =>
        response.writeHead(200, { 'content-length': 99 }).write('{"tra', () => response.destroy()),
    },
    /staging/,
  ],
  ['that never answers', { search: () => {} }, /staging/, { timeoutSeconds: 0.3 }],
])('a store %s is one line below it, and all else goes on', async (_, overrides, line, options = {}) => {
  const { address, asked } = await tempo(overrides);
  const server = await serverWith(address, options);
  const store = await server.store();
  const opening = server.below(store);
  expect(labels(await server.roots())).toContain('staging');
  const nodes = await opening;
  expect(nodes.map(({ is }) => is)).toEqual(['notice']);
  expect(nodes[0]?.label).toMatch(line);
  expect(JSON.stringify(nodes) + said.join()).not.toContain('very-secret');
  const count = asked.length;
  await server.below(store);
  expect(asked).toHaveLength(count);
  await server.ask('agentEnvelopes/runs/refresh');
  await server.below(store);
  expect(asked.length).toBeGreaterThan(count);
});

test('a store that fails when the runs are refreshed says so, and takes no other node along', async () => {
  const failing: { search?: Answer; trace?: Answer } = {};
  const { address } = await tempo(failing);
  const server = await serverWith(address);
  const store = await server.store();
  const [run] = (await server.below(store)) as [TreeNode];
  const [plan] = (await server.below(run)) as [TreeNode];
  expect(labels(await server.below(plan))).toEqual(['search flights']);
  const refuse: Answer = (_, response) => response.writeHead(500).end();
  Object.assign(failing, { search: refuse, trace: refuse });
  await server.ask('agentEnvelopes/runs/refresh');
  const [ofStore, ofRun, ofStep] = await Promise.all([store, run, plan].map(node => server.below(node)));
  expect(labels(ofStore ?? [])).toEqual([expect.stringContaining('failed (500)')]);
  expect(labels(ofRun ?? [])).toEqual([expect.stringContaining('failed (500)')]);
  expect(ofStep).toEqual([]);
});

test('a run that can’t be loaded says so below it, and in its replay', async () => {
  const { address } = await tempo({ trace: (_, response) => response.writeHead(500).end() });
  const server = await serverWith(address);
  const [run] = (await server.below(await server.store())) as [TreeNode];
  const [notice] = await server.below(run);
  expect(notice).toMatchObject({ is: 'notice' });
  await expect(server.ask('agentEnvelopes/replay', { run: run.run, question: 'overview', params: {} })).rejects.toThrow(
    'staging',
  );
});

test('an untrusted workspace asks no store', async () => {
  const { address, asked } = await tempo();
  const server = await ownServerWith(address, { trusted: false });
  const [notice] = await server.below(await server.store());
  expect(notice?.label).toBe('staging: not asked, since this workspace is not trusted.');
  expect(asked).toEqual([]);
});

test('settings may change at any time', async () => {
  const [first, second] = [await tempo(), await tempo()];
  const server = await serverWith(first.address);
  await server.below(await server.store());
  await server.set({
    sources: [
      { name: 'other', kind: 'tempo', address: second.address },
      { name: 'x', kind: 'mongo' },
    ],
  });
  const roots = await server.until(
    () => server.roots(),
    nodes => labels(nodes).includes('other'),
  );
  expect(labels(roots)).not.toContain('staging');
  await server.below(roots.find(({ label }) => label === 'other') as TreeNode);
  expect(second.asked).not.toEqual([]);
  const fault = await server.told<{ message: string }>('window/showMessage');
  expect(fault.message).toContain('agentEnvelopes.sources: Source "x": "kind" must be one of');
  await server.tell(CREDENTIAL_CHANGED);
  await server.set({});
  await server.until(
    () => server.roots(),
    nodes => nodes.every(({ is }) => is !== 'source'),
  );
});

test('a filter is asked of the store, and a request that is no longer wanted is cancelled', async () => {
  const queries: string[] = [];
  let arrived = () => {};
  let cancelled = () => {};
  const whenArrived = new Promise<void>(resolve => {
    arrived = resolve;
  });
  const whenCancelled = new Promise<void>(resolve => {
    cancelled = resolve;
  });
  const { address } = await tempo({
    search(request, response) {
      const query = new URL(request.url ?? '', 'http://tempo').searchParams.get('q') ?? '';
      queries.push(query);
      if (!query.includes('slow')) return response.end('{"traces":[]}');
      response.on('close', cancelled);
      return arrived();
    },
  });
  const server = await serverWith(address);
  const store = await server.store();
  const ask = (filter: string) =>
    server.ask<TreeNodes>('agentEnvelopes/runs/nodes', { view: { ...PLAIN_VIEW, filter }, parent: store.id });
  const slow = ask('agent:slow');
  await whenArrived;
  const failed = await ask('status:failed rule:x');
  await whenCancelled;
  expect(labels(failed.nodes)).toEqual(['Not applied: rule:x', 'No runs in the last 7 days']);
  expect((await slow).nodes).toHaveLength(1);
  expect(queries.at(-1)).toContain('error');
});

test('a log of other runs is not touched by loading', async () => {
  const { address } = await tempo();
  const server = await serverWith(address);
  server.workspace.write('log.jsonl', log(message(1, { run: 'wf_2' })));
  await server.refresh();
  await server.below(((await server.below(await server.store())) as [TreeNode])[0]);
  expect(labels(await server.below((await server.roots())[0] as TreeNode))).toHaveLength(2);
});

test('what was said in the runs of a store is searched there, and leads to the step', async () => {
  const queries: string[] = [];
  const { address } = await tempo({
    search(request, response) {
      const query = new URL(request.url ?? '', 'http://tempo').searchParams.get('q') ?? '';
      queries.push(query);
      const attributes = [{ key: 'gen_ai.prompt', value: { stringValue: 'Find flights to Kyoto in May' } }];
      const trace = {
        traceID: '1'.repeat(32),
        startTimeUnixNano: '1780301109000000000',
        spanSets: [{ spans: [{ spanID: 'c'.repeat(16), name: 'search flights', attributes }] }],
      };
      response.end(JSON.stringify({ traces: [trace] }));
    },
  });
  const server = await serverWith(address);
  await server.store();
  expect(await server.ask('agentEnvelopes/runs/stores', {})).toEqual(['staging']);
  const params: RequestParams<'agentEnvelopes/runs/said'> = {
    words: 'kyoto agent:planner',
    source: 'staging',
    limit: 10,
  };
  const { matches, fault } = await server.ask<SaidAnswer>('agentEnvelopes/runs/said', params);
  expect(fault).toBeUndefined();
  expect(queries.at(-1)).toMatch(/kyoto.*/i);
  expect(queries.at(-1)).toContain('planner');
  expect(matches).toMatchObject([{ title: 'search flights', text: 'Find flights to Kyoto in May' }]);
  const step = await server.ask<StoredStep>('agentEnvelopes/runs/storedStep', matches[0]?.stored);
  expect(step.step).toBe(1);
  expect(
    await server.ask('agentEnvelopes/replay', { run: step.run, question: 'step', params: { step: 1 } }),
  ).toMatchObject({});
  // What is loaded is not found once more among the files.
  const inFiles = await server.ask<SaidAnswer>('agentEnvelopes/runs/said', { words: 'flights', limit: 10 });
  expect(inFiles.matches).toEqual([]);
  const gone = await server.ask<SaidAnswer>('agentEnvelopes/runs/said', { ...params, source: 'none' });
  expect(gone.fault).toBe('There is no store "none" any more.');
});

test('a store that asks for a credential, which is not set, names the command that sets it', async () => {
  const { address } = await tempo({ search: (_, response) => response.writeHead(401).end() });
  const server = await ownServerWith(address, { credential: '' });
  const [node] = await server.below(await server.store());
  expect(node?.label).toMatch(/requires a credential, and none is set \(401\); run "Set Credential of Source…"\.$/);
});

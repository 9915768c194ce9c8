import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InferProtocolAnswer } from '../../server/src/shared/lspExtensions';
import { runsEverything } from '../kit/amount';
import { REVIEWS } from '../kit/declaredProtocols';
import { serverPath } from '../kit/lspClient';
import { type RunsClient, startRunsServer } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';

const PROTOCOL = 'protocols/ours.agent-protocol.json';
const request = (parts: object = {}) =>
  JSON.stringify({ review_id: 'R-1', change: 'C-7', asked_by: 'ada', summary: 'Look at the parser', ...parts });
const verdict = (parts: object = {}) =>
  JSON.stringify({ review_id: 'R-1', verdict: 'approved', by: 'lin', took_ms: 60_000, ...parts });

interface Report {
  items: { code: string; message: string }[];
}

const CAPABILITIES = { textDocument: { diagnostic: {} }, workspace: { configuration: true, workspaceFolders: true } };

function clientOf(server: RunsClient) {
  return {
    kindsOf: (uri: string, wanted: string[]) =>
      server.told<{ uri: string; kinds: { id: string }[] }>(
        'agentEnvelopes/recognised',
        one => one.uri === uri && JSON.stringify(one.kinds.map(({ id }) => id)) === JSON.stringify(wanted),
      ),
    codesOf: async (uri: string) => {
      const { items } = await server.ask<Report>('textDocument/diagnostic', { textDocument: { uri } });
      return items.map(({ code }) => code);
    },
    at: (method: string, uri: string, character: number) =>
      server.ask<never>(method, { textDocument: { uri }, position: { line: 0, character } }),
  };
}

describe('a protocol in a workspace', () => {
  const folder = temporaryFolder({
    [PROTOCOL]: JSON.stringify(REVIEWS),
    'reviews.jsonl': `${request()}\n${verdict()}\n`,
    'wrong.json': request({ change: 7 }),
    'jobs.jsonl': Array.from(
      { length: 12 },
      (_, n) => `${JSON.stringify({ job_id: `j${n}`, goal_text: 'Go on', status: n % 2 ? 'open' : 'done' })}\n`,
    ).join(''),
  });
  const wrong = folder.uriOf('wrong.json');
  let server: RunsClient;
  beforeAll(async () => {
    server = await startRunsServer([folder.uri], { capabilities: CAPABILITIES });
    await server.open(wrong, request({ change: 7 }));
    await clientOf(server).kindsOf(wrong, ['review-queue/request']);
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    expect(server.errors).toEqual([]);
    folder.dispose();
  });

  test('is inferred from envelopes, and nothing is written', async () => {
    const ask = (name: string, id: string) =>
      server.ask<InferProtocolAnswer>('agentEnvelopes/inferProtocol', { files: [{ uri: folder.uriOf(name) }], id });
    const { text, guesses, note } = await ask('jobs.jsonl', 'jobs');
    expect(Object.keys(JSON.parse(text ?? '').kinds)).toEqual(['envelope']);
    expect(guesses).toContain('| `status` | `2 words that repeat` | 12 of 12 |');
    expect(note).toBeUndefined();
    expect(await ask('jobs.jsonl', 'toolcall')).toEqual({ guesses: '', note: expect.stringContaining('is taken by') });
    expect((await ask('protocols', 'jobs')).note).toBe('There are no objects to infer a protocol from.');
  });

  test('has its envelopes checked', async () => {
    expect(await clientOf(server).codesOf(wrong)).toEqual(['schema/type']);
  });

  test('has their properties explained, and nothing in its texts is markup', async () => {
    const { contents } = (await clientOf(server).at('textDocument/hover', wrong, 3)) as { contents: { value: string } };
    expect(contents.value).toMatch(/\*\*Review\*\* · `review_id` · string · required/);
    expect(contents.value).toContain('Names the review');
    expect(contents.value).toContain('How we review');
  });

  test('has them completed, whole and by $schema', async () => {
    const uri = folder.uriOf('new.json');
    await server.open(uri, '');
    const labels = (items: { label: string }[]) => items.map(({ label }) => label);
    expect(labels(await clientOf(server).at('textDocument/completion', uri, 0))).toContain('review-queue-verdict');
    await server.change(uri, { text: '{"$schema": ""}' });
    expect(labels(await clientOf(server).at('textDocument/completion', uri, 13))).toContain('review-queue/verdict');
    await server.change(uri, {
      text: '{"$schema": "agent-envelopes:/review-queue/verdict.schema.json", "verdict": ""}',
    });
    const values = labels(await clientOf(server).at('textDocument/completion', uri, 77));
    expect(values.join()).toContain('withdrawn');
    expect((await server.ask<{ id: string }[]>('agentEnvelopes/kinds')).map(({ id }) => id)).toContain(
      'review-queue/request',
    );
    const schema = await server.ask<string>('agentEnvelopes/document', {
      uri: 'agent-envelopes:/review-queue/request.schema.json',
    });
    expect(JSON.parse(schema)).toMatchObject({ title: 'Review request' });
  });

  test('has its runs shown', async () => {
    const runs = await server.until(
      () => server.roots(),
      nodes => nodes.some(({ copies }) => copies === 'C-7'),
    );
    const run = runs.find(({ copies }) => copies === 'C-7');
    expect(run?.tooltip).toContain('Review Queue');
    // The files may be read once more with the declaration.
    const groups = await server.until(
      () => server.roots({ group: 'family' }),
      nodes => nodes.length > 0,
    );
    expect(groups[0]?.label).toBe('Review Queue');
    const { nodes } = await server.nodes(run?.id);
    expect(nodes.map(({ label }) => label)).toEqual(['ada · Look at the parser']);
  });

  test('has its ids found and renamed, within a run', async () => {
    const uri = folder.uriOf('reviews.jsonl');
    await server.open(uri, `${request()}\n${verdict()}\n`);
    const textDocument = { uri };
    const position = { line: 1, character: 16 };
    const ask = <T>(method: string, more: object = {}) =>
      server.ask<T>(`textDocument/${method}`, { textDocument, position, ...more });
    const lines = (found: { range: { start: { line: number } } }[]) => found.map(({ range }) => range.start.line);
    // The request in the other file is of another change.
    const all = await server.until(
      () =>
        ask<{ uri: string; range: { start: { line: number } } }[]>('references', {
          context: { includeDeclaration: true },
        }),
      found => found.length === 2,
    );
    expect(all.map(one => one.uri)).toEqual([uri, uri]);
    expect(lines(await ask('definition'))).toEqual([0]);
    expect(lines(await ask('documentHighlight'))).toEqual([0, 1]);
    expect(await ask('prepareRename')).toMatchObject({ placeholder: 'R-1' });
    const { changes } = await ask<{ changes: Record<string, { newText: string }[]> }>('rename', { newName: 'R-9' });
    expect(Object.entries(changes).map(([file, edits]) => [file, edits.map(({ newText }) => newText)])).toEqual([
      [uri, ['R-9', 'R-9']],
    ]);
    await server.close(uri);
  });

  test('is in force as it is edited, and what is wrong with it is said', async () => {
    const { codesOf } = clientOf(server);
    const uri = folder.uriOf(PROTOCOL);
    await server.open(uri, JSON.stringify(REVIEWS));
    expect(await codesOf(uri)).toEqual([]);
    const { schema } = REVIEWS.kinds.request;
    const change = { ...schema, properties: { ...schema.properties, change: { type: 'number' } } };
    const kinds = { ...REVIEWS.kinds, request: { ...REVIEWS.kinds.request, schema: change } };
    await server.change(uri, { text: JSON.stringify({ ...REVIEWS, kinds }) });
    expect(await codesOf(wrong)).toEqual([]);
    const broken = { ...REVIEWS.kinds.verdict, schema: { properties: { a: { type: 'texst' } } } };
    await server.change(uri, { text: JSON.stringify({ ...REVIEWS, kinds: { ...kinds, verdict: broken } }) });
    expect(await codesOf(uri)).toEqual(['agent-envelopes/protocol-fault']);
    await server.change(uri, { text: JSON.stringify({ ...REVIEWS, id: 'toolcall' }) });
    expect(await codesOf(uri)).toEqual(['agent-envelopes/protocol-fault']);
    await server.close(uri);
    await clientOf(server).kindsOf(wrong, []);
    await clientOf(server).kindsOf(wrong, ['review-queue/request']);
    expect(await codesOf(wrong)).toEqual(['schema/type']);
  });
});

test('a protocol that comes, changes and goes has what rests on it read anew', async () => {
  const folder = temporaryFolder({ 'reviews.jsonl': `${request()}\n${verdict()}\n` });
  const server = await startRunsServer([folder.uri]);
  const titles = async () => (await server.roots({ group: 'family' })).map(({ label }) => label);
  const until = (...wanted: string[]) =>
    server.until(titles, found => JSON.stringify(found) === JSON.stringify(wanted));
  await server.read();
  expect(await titles()).toEqual([]);
  folder.write(PROTOCOL, JSON.stringify(REVIEWS));
  await server.touched(folder.uriOf(PROTOCOL));
  await until('Review Queue');
  folder.write(PROTOCOL, JSON.stringify({ ...REVIEWS, title: 'Reviews of ours' }));
  await server.touched(folder.uriOf(PROTOCOL));
  await until('Reviews of ours');
  folder.remove(PROTOCOL);
  await server.touched(folder.uriOf(PROTOCOL));
  await until();
  expect(await server.stop()).toBe(0);
  expect(server.errors).toEqual([]);
  folder.dispose();
});

test.runIf(runsEverything)('what is kept of runs is good for the protocols that it was read by', async () => {
  const folder = temporaryFolder({
    [PROTOCOL]: JSON.stringify(REVIEWS),
    'reviews.jsonl': `${request()}\n${verdict()}\n`,
  });
  const storage = temporaryFolder();
  const started = async () => {
    const server = await startRunsServer([folder.uri], { initializationOptions: { storage: storage.path } });
    const titles = async () => (await server.roots({ group: 'family' })).map(({ label }) => label);
    return { server, shows: (title: string) => server.until(titles, found => found.join() === title) };
  };
  const first = await started();
  await first.shows('Review Queue');
  await first.server.stop();
  const second = await started();
  await second.shows('Review Queue');
  await second.server.stop();
  folder.write(PROTOCOL, JSON.stringify({ ...REVIEWS, title: 'Reviews of ours' }));
  const third = await started();
  await third.shows('Reviews of ours');
  await third.server.stop();
  storage.dispose();
  folder.dispose();
});

test.runIf(runsEverything)('the command line heeds the protocols of its project', () => {
  const folder = temporaryFolder({
    [PROTOCOL]: JSON.stringify(REVIEWS),
    'node_modules/other.agent-protocol.json': JSON.stringify({ ...REVIEWS, id: 'other' }),
    'reviews.jsonl': `${request({ change: 7 })}\n${verdict()}\n`,
    'runs/reviews.jsonl': `${request()}\n${verdict()}\n`,
    // It does not bring in what is never looked through.
    '.agent-envelopes.json': '{"exclude": ["old"]}',
    'other.json': '{"$schema": "agent-envelopes:/other/request.schema.json"}',
  });
  const cli = (...args: string[]) =>
    spawnSync(process.execPath, [join(serverPath, '../cli.js'), ...args], { cwd: folder.path, encoding: 'utf8' });
  const checked = cli('check');
  expect(checked.stdout).toContain('"change" is 7, a number; it must be a string. schema/type');
  expect(checked.stdout).toContain('4 envelopes: 1 error');
  expect(checked.status).toBe(1);
  folder.write('lib/other.agent-protocol.json', JSON.stringify({ ...REVIEWS, id: 'other' }));
  expect(cli('check', 'other.json').stdout).toContain('schema/required');
  folder.remove('lib/other.agent-protocol.json');
  expect(cli('check', 'other.json').stdout).not.toContain('schema/required');
  expect(cli('runs', 'runs').stdout).toMatch(/C-7 .*\n.*succeeded · review-queue/);
  folder.write(PROTOCOL, JSON.stringify({ ...REVIEWS, id: 'toolcall' }));
  expect(cli('check').stdout).toContain('"toolcall" is taken by a protocol that is built in');
  folder.dispose();
});

test('a protocol of others is recognised without a setting, listed as a run, and switched off by its name', async () => {
  const lines = [
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'find' } },
    { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text' }] } },
  ];
  const text = lines.map(line => `${JSON.stringify(line)}\n`).join('');
  const folder = temporaryFolder({
    'on/traffic.jsonl': text,
    'off/traffic.jsonl': text,
    'off/.agent-envelopes.json': '{ "protocols": ["!mcp"] }',
  });
  const server = await startRunsServer([folder.uriOf('on'), folder.uriOf('off')], { capabilities: CAPABILITIES });
  const client = clientOf(server);
  for (const [name, kinds, codes] of [
    ['on', ['mcp/call', 'mcp/call-result'], ['schema/required']],
    ['off', ['mcp/call'], []],
  ] as const) {
    const uri = folder.uriOf(`${name}/traffic.jsonl`);
    await server.open(uri, text);
    await client.kindsOf(uri, [...kinds]);
    expect(await client.codesOf(uri)).toEqual(codes);
  }
  expect(await server.stop()).toBe(0);
  expect(server.errors).toEqual([]);
  folder.dispose();
});

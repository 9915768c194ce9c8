import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileLocation, RunView, TreeNode, TreeNodes } from '../../server/src/shared/lspExtensions';
import { projectRoot } from '../kit/corpus';
import { log, message, PLAIN_VIEW, type RunsClient, startRunsServer } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';

const many = Array.from({ length: 450 }, (_, i) => message(i, { run: 'wf_many' }));
const folder = temporaryFolder({ 'many.jsonl': log(...many) }, join(projectRoot, 'test/sample'));
const INVITES = `agent-message wf_team_invites ${folder.uri}`;
let server: RunsClient;

beforeAll(async () => {
  server = await startRunsServer([folder.uri]);
  const { runs } = await server.read();
  expect(runs).toBeGreaterThan(10);
  expect((await server.nodes()).total).toBe(runs);
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  expect(server.errors).toEqual([]);
  expect(await server.warnings()).toEqual([]);
  folder.dispose();
});

const ids = (nodes: readonly TreeNode[]) => nodes.map(({ copies }) => copies);
const labels = (nodes: readonly TreeNode[]) => nodes.map(({ label }) => label);
const lineOf = (file: string, line: number) => readFileSync(folder.pathOf(file), 'utf8').split('\n')[line] ?? '';

describe('the tree', () => {
  const filters: [filter: string, runs: string[]][] = [
    ['wf_team', ['wf_team_invites']],
    ['agent:audit', ['wf_csv_import']],
    ['path:many.jsonl', ['wf_many']],
    ['wf_ -wf_many -agent:vison', ['wf_csv_import', 'wf_team_invites']],
    ['status:nonsense', []],
  ];
  test.each(filters)('filtered by %s', async (filter, runs) => {
    expect(ids(await server.roots({ filter }))).toEqual(runs);
  });

  test('sorted the other way round', async () => {
    const oldest = ids(await server.roots({ filter: 'wf_' }));
    expect(ids(await server.roots({ filter: 'wf_', sort: 'newest' }))).toEqual(oldest.toReversed());
  });

  const groups: [group: RunView['group'], labels: string[]][] = [
    ['family', ['Agent Messages']],
    ['agent', ['vision']],
  ];
  test.each(groups)('grouped by %s', async (group, wanted) => {
    const view = { ...PLAIN_VIEW, filter: 'wf_many', group };
    const found = await server.roots(view);
    expect(labels(found)).toEqual(wanted);
    const within = await server.nodes(found[0]?.id, view);
    expect(ids(within.nodes)).toEqual(['wf_many']);
  });

  const pages: [from: number | undefined, first: string | undefined, count: number][] = [
    [undefined, 'msg_0', 200],
    [200, 'msg_200', 200],
    [400, 'msg_400', 50],
    [450, undefined, 0],
    [1e300, undefined, 0],
    [-7, 'msg_0', 200],
  ];
  test.each(pages)('a page of steps from %s on', async (from, first, count) => {
    const [run] = await server.roots({ filter: 'wf_many' });
    const page = await server.nodes(run?.id, PLAIN_VIEW, from);
    expect([page.nodes[0]?.copies, page.nodes.length, page.total]).toEqual([first, count, 450]);
  });

  test('problems are there on every level', async () => {
    const broken = () => server.roots({ filter: 'wf_guest_links' });
    const [run] = await server.until(broken, ([one]) => (one?.problems?.error ?? 0) > 0);
    const [step] = (await server.nodes(run?.id)).nodes;
    expect(step?.problems).toEqual(run?.problems);
    const told = run?.tooltip?.replaceAll('\\', '');
    for (const line of ['Run: wf_guest_links', 'Protocol: Agent Messages', 'Started: 2026-06-12', 'Agents: vison']) {
      expect(told).toContain(line);
    }
    expect(told).toMatch(/Problems: 5 errors, 2 warnings\s+Rules: agent-message\/unknown-agent,/);
  });
});

describe('the way to a node', () => {
  const to = (more: object, view: Partial<RunView> = {}) =>
    server.ask<TreeNode[]>('agentEnvelopes/runs/path', { view: { ...PLAIN_VIEW, ...view }, ...more });
  const atLine = (line: number) => ({
    uri: folder.uriOf('messages/wf_team_invites.jsonl'),
    position: { line, character: 30 },
  });

  test('from the cursor, from a run, and from a step', async () => {
    expect(ids(await to(atLine(1)))).toEqual(['wf_team_invites', 'msg_002']);
    expect(ids(await to({ run: INVITES }))).toEqual(['wf_team_invites']);
    expect(ids(await to({ run: INVITES, step: 1 }))).toEqual(['wf_team_invites', 'msg_002']);
  });

  test('through the groups, and none where the filter hides it', async () => {
    const [group, ...below] = await to(atLine(1), { group: 'status' });
    expect([group?.is, ...ids(below)]).toEqual(['group', 'wf_team_invites', 'msg_002']);
    expect(await to(atLine(1), { filter: 'wf_many' })).toEqual([]);
  });

  test('from a registry to the run that it is about', async () => {
    const uri = folder.uriOf('specs/005-team-invites/.workflow/index.md');
    const path = await to({ uri, position: { line: 4, character: 0 } });
    expect(path.map(({ is, label }) => [is, label])).toEqual([['run', '005-team-invites · specify']]);
  });

  test('from an open file as the editor holds it', async () => {
    const { uri } = atLine(0);
    await server.open(uri, `\n\n${readFileSync(folder.pathOf('messages/wf_team_invites.jsonl'), 'utf8')}`);
    const below = () => to(atLine(3));
    // Until the edit is read, the file tells what it tells on disk.
    expect(ids(await server.until(below, path => ids(path)[1] === 'msg_002'))).toEqual(['wf_team_invites', 'msg_002']);
    await server.close(uri);
    const first = () => to(atLine(0));
    expect(ids(await server.until(first, path => path.length > 0))).toEqual(['wf_team_invites', 'msg_001']);
  });
});

describe('where a node leads to', () => {
  const place = (node: TreeNode | undefined) =>
    server.ask<FileLocation | null>('agentEnvelopes/runs/place', { node: node?.id });
  const stepsOf = async (filter: string) => {
    const [run] = await server.roots({ filter });
    return { run, steps: (await server.nodes(run?.id)).nodes };
  };

  test('a run to its first step, a step to its line', async () => {
    const { run, steps } = await stepsOf('wf_team_invites');
    const file = 'messages/wf_team_invites.jsonl';
    const whole = (line: number) => ({
      uri: folder.uriOf(file),
      range: { start: { line, character: 0 }, end: { line, character: lineOf(file, line).length } },
    });
    expect(await place(run)).toEqual(whole(0));
    expect(await place(steps[4])).toEqual(whole(4));
  });

  test('a nested step to its value, an artifact to the envelope that tells of it', async () => {
    const { steps } = await stepsOf('digest-0608');
    const [outer] = steps;
    const [nested] = (await server.nodes(outer?.id)).nodes;
    const [around, inside] = [await place(outer), await place(nested)];
    expect(inside?.uri).toBe(around?.uri);
    expect(inside?.range.start.line).toBeGreaterThan(around?.range.start.line ?? 0);
    const invites = (await stepsOf('wf_team_invites')).steps[7];
    const [artifact] = (await server.nodes(invites?.id)).nodes;
    expect(artifact).toMatchObject({ is: 'artifact', uri: folder.uriOf('src/invites.py') });
    expect(await place(artifact)).toEqual(await place(invites));
  });
});

test('the state of a run, as its registry tells it; each row leads there', async () => {
  const [run] = await server.roots({ filter: 'has:registry id:005' });
  const ask = (parent?: string) => server.ask<TreeNodes>('agentEnvelopes/state/nodes', { run: run?.run, parent });
  const roots = await ask();
  expect(labels(roots.nodes)).toEqual(expect.arrayContaining(['specify', 'Documents', 'Open gaps']));
  const gaps = await ask(roots.nodes.find(({ label }) => label === 'Open gaps')?.id);
  expect(ids(gaps.nodes)).toEqual(['G-002']);
  const place = await server.ask<FileLocation>('agentEnvelopes/runs/place', { node: gaps.nodes[0]?.id });
  expect(place.uri).toBe(folder.uriOf('specs/005-team-invites/.workflow/index.md'));
  const row = lineOf('specs/005-team-invites/.workflow/index.md', place.range.start.line);
  expect(row).toContain('| G-002 |');
});

test('a run without a registry has the state that its steps told', async () => {
  const roots = await server.ask<TreeNodes>('agentEnvelopes/state/nodes', { run: INVITES });
  expect(labels(roots.nodes)).toContain('Artifacts');
});

describe('a run as a text', () => {
  test('JSON, with the places of its steps', async () => {
    const text = await server.ask<string>('agentEnvelopes/runs/text', { run: INVITES, format: 'json' });
    const run = JSON.parse(text);
    expect(run).toMatchObject({ id: 'wf_team_invites', family: 'agent-message' });
    expect(run.steps).toHaveLength(16);
    expect(run.steps[1]).toMatchObject({
      id: 'msg_002',
      file: 'messages/wf_team_invites.jsonl',
      range: { start: { line: 1, character: 0 } },
    });
  });

  test('Mermaid', async () => {
    const text = await server.ask<string>('agentEnvelopes/runs/text', { run: INVITES, format: 'mermaid' });
    expect(text).toMatch(/^sequenceDiagram\n/);
    expect(text).toContain('conductor');
  });

  test.each([
    ['a run that is gone', { run: 'nonsense', format: 'json' }],
    ['a form that there is none of', { run: INVITES, format: 'xml' }],
  ])('none of %s', async (_, params) => {
    expect(await server.ask('agentEnvelopes/runs/text', params)).toBeNull();
  });
});

describe('what makes no sense', () => {
  const view = PLAIN_VIEW;
  const run = INVITES;
  const item = { name: 'x', kind: 5, uri: folder.uri, data: { kind: 'agent', text: 'scope' } };
  const nodeIds = ['', 'x', '[]', '{}', '["run"]', '["run",1]', '["step","x",1e99]', '["row","x","1:2.md",0,5]']
    .concat(`["step",${JSON.stringify(INVITES)},16]`, `["effect",${JSON.stringify(INVITES)},0,99]`)
    .concat('["told","fields","x",0,-1]', '["group","constructor","x",null]', '['.repeat(100_000));

  test.each(nodeIds)('a node %# has no children and leads nowhere', async node => {
    expect(await server.nodes(node)).toEqual({ nodes: [], total: 0 });
    if (!node.startsWith('["effect"')) expect(await server.ask('agentEnvelopes/runs/place', { node })).toBeNull();
    expect(await server.ask('agentEnvelopes/state/nodes', { run, parent: node })).toEqual({ nodes: [], total: 0 });
  });

  const wrong = [null, 5, 'x', [], {}, { view: null }, { run: {} }, { uri: 7, position: 'x' }, { node: [] }];
  const asked: [method: string, params: unknown][] = [
    ...[undefined, ...wrong].flatMap(params =>
      [
        'agentEnvelopes/runs/nodes',
        'agentEnvelopes/runs/path',
        'agentEnvelopes/runs/place',
        'agentEnvelopes/runs/text',
        'agentEnvelopes/state/nodes',
      ].map((method): [string, unknown] => [method, params]),
    ),
    ['agentEnvelopes/runs/nodes', { view: { filter: 7, group: 'x', sort: [] } }],
    ['agentEnvelopes/runs/nodes', { view: { ...view, sort: 'constructor' } }],
    ['agentEnvelopes/runs/nodes', { view: { ...view, group: '__proto__' } }],
    ['agentEnvelopes/runs/nodes', { view: { ...view, filter: '"a b'.repeat(100_000) } }],
    ['agentEnvelopes/runs/nodes', { view, parent: { id: 1 } }],
    ['agentEnvelopes/runs/nodes', { view, from: 'x' }],
    ['agentEnvelopes/runs/path', { view, run, step: 1e99 }],
    ['agentEnvelopes/runs/path', { view, run, step: -1 }],
    ['agentEnvelopes/runs/path', { view, uri: folder.uriOf('many.jsonl'), position: { line: -1, character: -1 } }],
    ['agentEnvelopes/runs/path', { view, uri: folder.uriOf('many.jsonl'), position: { line: 0.5, character: 1e99 } }],
    ['agentEnvelopes/runs/path', { view, uri: folder.uriOf('none.json'), position: { line: 0, character: 0 } }],
    ...['incomingCalls', 'outgoingCalls'].flatMap(method =>
      [undefined, null, {}, { item: null }, { item: {} }, { item: { ...item, uri: 5 } }, { item: { ...item, data: 5 } }]
        .concat([{ item: { ...item, data: { kind: 'agent', text: {} } } }])
        .map((params): [string, unknown] => [`callHierarchy/${method}`, params]),
    ),
    ['workspace/symbol', {}],
    ['workspace/symbol', { query: 7 }],
    ['workspaceSymbol/resolve', {}],
    ['workspaceSymbol/resolve', { name: 'x', location: { uri: 5 }, data: { part: {}, path: 'x' } }],
    ['workspaceSymbol/resolve', { name: 'x', location: { uri: '' }, data: { part: 'line 99999999', path: [{}] } }],
    ['textDocument/codeLens', {}],
    ['textDocument/inlayHint', { textDocument: { uri: folder.uriOf('many.jsonl') } }],
    ['textDocument/rename', { textDocument: {}, newName: 5 }],
  ];

  test('is answered all the same, and so is what follows', async () => {
    const answers = await Promise.allSettled(asked.map(([method, params]) => server.ask(method, params)));
    for (const [i, answer] of answers.entries()) {
      const reason = answer.status === 'rejected' ? String(answer.reason) : '';
      expect(reason, JSON.stringify(asked[i]).slice(0, 200)).not.toMatch(/has stopped|Unhandled method/);
    }
    expect(ids(await server.roots({ filter: 'wf_many' }))).toEqual(['wf_many']);
  });
});

test('a refresh reads everything anew, and says so', async () => {
  const before = await server.outline();
  await server.refresh();
  expect(await server.outline()).toEqual(before);
});

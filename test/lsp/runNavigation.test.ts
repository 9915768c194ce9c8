import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  CodeLens,
  DocumentHighlight,
  InlayHint,
  Location,
  TextEdit,
  WorkspaceEdit,
  WorkspaceSymbol,
} from 'vscode-languageserver-types';
import { applyEdits } from '../kit/applyEdits';
import { projectRoot } from '../kit/corpus';
import { log, message, type RunsClient, startRunsServer } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';

const INDEX = 'specs/005-team-invites/.workflow/index.md';
const LOG = 'messages/wf_team_invites.jsonl';
const folder = temporaryFolder({}, join(projectRoot, 'test/sample'));
let server: RunsClient;

beforeAll(async () => {
  server = await startRunsServer([folder.uri], {
    settings: { codeLens: { enabled: true } },
    capabilities: {
      workspace: { configuration: true, symbol: { resolveSupport: { properties: ['location.range'] } } },
    },
  });
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  expect(server.errors).toEqual([]);
  folder.dispose();
});

const textOf = (file: string) => readFileSync(folder.pathOf(file), 'utf8');

/** The cursor in a file that is opened: within a text, the n-th of its kind. */
async function cursor(file: string, word: string, number = 0) {
  const text = textOf(file);
  let at = text.indexOf(word);
  for (let i = 0; i < number; i++) at = text.indexOf(word, at + 1);
  expect(at).toBeGreaterThanOrEqual(0);
  const before = text.slice(0, at).split('\n');
  const position = { line: before.length - 1, character: (before.at(-1) ?? '').length + 1 };
  const textDocument = { uri: folder.uriOf(file) };
  await server.open(textDocument.uri, text);
  return { textDocument, position };
}

function told({ uri, range: { start, end } }: Location): string {
  const file = decodeURIComponent(uri.slice(folder.uri.length + 1));
  const line = textOf(file).split('\n')[start.line] ?? '';
  return `${file}:${start.line + 1} ${line.slice(start.character, end.character)}`;
}

describe('the id of a workflow', () => {
  test('is found in all envelopes of the run, in order, whatever file they are in', async () => {
    const at = await cursor(LOG, 'wf_team_invites', 3);
    const context = { includeDeclaration: true };
    // Asked at once: it is answered when all has been read.
    const found = (await server.ask<Location[]>('textDocument/references', { ...at, context })).map(told);
    const lines = Array.from({ length: 14 }, (_, i) => `${LOG}:${i + (i < 12 ? 1 : 2)} wf_team_invites`);
    expect(found).toEqual([...lines.slice(0, 12), 'messages/audit.jsonl:3 wf_team_invites', ...lines.slice(12)]);
  });

  test('leads to where the run begins, and is marked in its file', async () => {
    const at = await cursor('messages/audit.jsonl', 'wf_team_invites');
    const found = await server.ask<Location[]>('textDocument/definition', at);
    expect(found.map(told)).toEqual([`${LOG}:1 wf_team_invites`]);
    const own = await cursor('messages/audit.jsonl', 'wf_csv_import');
    expect(await server.ask<DocumentHighlight[]>('textDocument/documentHighlight', own)).toHaveLength(2);
  });
});

describe('an agent is renamed', () => {
  const files = {
    'a.json': message(1, { from: 'spec-clarify' }),
    'b.jsonl': log(message(2, { to: 'spec-clarify' }), message(3), message(4, { next: 'spec-clarify' })),
    '.workflow/index.md': textOf(INDEX),
    'prose.md': 'Of spec-clarify nothing is known.\n',
  };

  test('in JSON, logs and registries, as they are in the editor, and nowhere else', async () => {
    const small = temporaryFolder(files);
    const client = await startRunsServer([small.uri]);
    const uri = small.uriOf('a.json');
    await client.open(uri, files['a.json']);
    const on = { textDocument: { uri }, position: { line: 0, character: files['a.json'].indexOf('spec-clarify') } };
    expect(await client.ask('textDocument/prepareRename', on)).toMatchObject({ placeholder: 'spec-clarify' });
    const edit = await client.ask<WorkspaceEdit>('textDocument/rename', { ...on, newName: 'asker' });
    const changed = Object.entries(edit.changes ?? {});
    const names = changed.map(([one]) => one.slice(small.uri.length + 1)).sort();
    expect(names).toEqual(['.workflow/index.md', 'a.json', 'b.jsonl']);
    for (const [one, edits] of changed) {
      const name = one.slice(small.uri.length + 1) as keyof typeof files;
      const before = files[name];
      const after = applyEdits(before, edits as TextEdit[]);
      expect(edits).toHaveLength(before.split('spec-clarify').length - 1);
      expect(after).toBe(before.replaceAll('spec-clarify', 'asker'));
    }
    expect(await client.stop()).toBe(0);
    expect(client.errors).toEqual([]);
    small.dispose();
  });

  test("with its declaration; where the editor's settings declare it, with nothing at all", async () => {
    const declared = {
      'a.json': message(1, { from: 'researcher' }),
      '.agent-envelopes.json': '{ "agents": ["researcher"] }',
    };
    const small = temporaryFolder(declared);
    const client = await startRunsServer([small.uri], {
      capabilities: { workspace: { configuration: true, workspaceFolders: true } },
      settings: { agents: ['writer'] },
    });
    const uri = small.uriOf('a.json');
    await client.open(uri, declared['a.json']);
    const on = (name: string) => ({
      textDocument: { uri },
      position: { line: 0, character: declared['a.json'].indexOf(`"${name}"`) + 1 },
      newName: 'scout',
    });
    const { changes = {} } = await client.ask<WorkspaceEdit>('textDocument/rename', on('researcher'));
    expect(Object.keys(changes).sort()).toEqual([small.uriOf('.agent-envelopes.json'), uri]);
    await client.set({ agents: ['researcher'] });
    await expect(client.ask('textDocument/rename', on('researcher'))).rejects.toThrow(
      '`researcher` is declared in the setting agentEnvelopes.agents, which a rename can\'t change. Move it to "agents" in .agent-envelopes.json, then rename it.',
    );
    expect(await client.stop()).toBe(0);
    small.dispose();
  });

  test.each([
    ['', "A name can't be empty."],
    ['a\nb', 'A name has no line breaks and no control characters.'],
    ['conductor', '`conductor` is already used in `'],
  ])('but not to %j', async (newName, says) => {
    const at = await cursor(LOG, '"vision"');
    const asked = server.ask('textDocument/rename', { ...at, newName });
    await expect(asked).rejects.toThrow(says);
  });
});

test('ids of a registry are answered as before', async () => {
  const at = await cursor(INDEX, 'G-001');
  const context = { includeDeclaration: true };
  const found = (await server.ask<Location[]>('textDocument/references', { ...at, context })).map(told);
  expect(found.length).toBeGreaterThan(2);
  expect(new Set(found.map(one => one.split(' ').at(-1)))).toEqual(new Set(['G-001']));
  expect(await server.ask('textDocument/prepareRename', at)).toMatchObject({ placeholder: 'G-001' });
});

describe('symbols of the workspace', () => {
  const ask = (query: string) => server.ask<WorkspaceSymbol[]>('workspace/symbol', { query });

  test.each([
    ['wf_team', 'wf_team_invites: boards: Let teams invite people by e-mail'],
    ['architect', 'architect'],
    ['find_overlaps', 'find_overlaps'],
    ['length of tokens', undefined],
    ['tokens are made', 'Check how tokens are made and stored'],
  ])('by %s', async (query, name) => {
    expect((await ask(query))[0]?.name).toBe(name);
  });

  test('without a query the runs; the place is found when it is asked for', async () => {
    const all = await ask('');
    expect(all.length).toBe((await server.nodes()).total);
    const [step] = await ask('Check how tokens are made');
    expect(step?.location).toEqual({ uri: folder.uriOf(LOG) });
    const found = await server.ask<WorkspaceSymbol>('workspaceSymbol/resolve', step);
    expect(found.location).toMatchObject({ uri: folder.uriOf(LOG), range: { start: { line: 10 } } });
  });
});

describe('call hierarchy', () => {
  async function item(file: string, word: string): Promise<CallHierarchyItem> {
    const [found] = await server.ask<CallHierarchyItem[]>(
      'textDocument/prepareCallHierarchy',
      await cursor(file, word),
    );
    expect(found).toBeDefined();
    return found as CallHierarchyItem;
  }

  test('of an agent: who hands to it, and whom it hands to', async () => {
    const build = await item(LOG, '"build"');
    const incoming = await server.ask<CallHierarchyIncomingCall[]>('callHierarchy/incomingCalls', { item: build });
    expect(incoming.map(({ from }) => from.name).sort()).toEqual(expect.arrayContaining(['architect', 'conductor']));
    const outgoing = await server.ask<CallHierarchyOutgoingCall[]>('callHierarchy/outgoingCalls', { item: build });
    const review = outgoing.find(({ to }) => to.name === 'review');
    expect(review?.to.detail).toBe('2 handoffs');
    expect(review?.fromRanges.map(({ start }) => start.line)).toEqual([7, 9]);
  });

  test('of a tool: who calls it', async () => {
    const tool = await item('tools/calls.jsonl', '"hold_back"');
    const incoming = await server.ask<CallHierarchyIncomingCall[]>('callHierarchy/incomingCalls', { item: tool });
    expect(incoming.map(({ from }) => from.name)).toEqual(['comms']);
  });

  test('of nothing else', async () => {
    const at = await cursor(LOG, 'wf_team_invites');
    expect(await server.ask('textDocument/prepareCallHierarchy', at)).toEqual([]);
  });
});

describe('in the text', () => {
  const ask = async () => {
    const { textDocument } = await cursor(LOG, 'from');
    const range = { start: { line: 0, character: 0 }, end: { line: 1, character: 9999 } };
    const lens = await server.ask<CodeLens[]>('textDocument/codeLens', { textDocument });
    const hints = await server.ask<InlayHint[]>('textDocument/inlayHint', { textDocument, range });
    return { lens: lens.map(({ command }) => command?.title), hints: hints.map(({ label }) => label) };
  };
  const LENS = ['step 1 of 16 in wf_team_invites', 'Replay'];

  test.each([
    [{}, { lens: LENS, hints: ['proceed', '+20 s', 'proceed'] }],
    [{ codeLens: { enabled: false } }, { lens: [], hints: ['proceed', '+20 s', 'proceed'] }],
    [{ inlayHints: { confidence: false } }, { lens: LENS, hints: ['+20 s'] }],
    [{ inlayHints: { elapsed: false } }, { lens: LENS, hints: ['proceed', 'proceed'] }],
  ])('lenses and hints, by the settings %j', async (settings, wanted) => {
    await server.set(settings);
    const answer = await server.until(ask, found => JSON.stringify(found) === JSON.stringify(wanted));
    expect(answer).toEqual(wanted);
  });

  test('the tool that an answer belongs to', async () => {
    await server.set({});
    const { textDocument } = await cursor('tools/results.jsonl', 'ok');
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 9999 } };
    const hints = () => server.ask<InlayHint[]>('textDocument/inlayHint', { textDocument, range });
    const [hint] = await server.until(hints, found => found.length > 0);
    expect(hint?.label).toBe('wellness.load_score');
  });
});

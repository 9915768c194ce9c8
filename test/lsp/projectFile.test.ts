import { describe, expect, onTestFinished, test } from 'vitest';
import type { CodeAction } from 'vscode-languageserver-types';
import { applyEdits } from '../kit/applyEdits';
import { log, message, type RunsClient, startRunsServer } from '../kit/runsClient';
import { serverInTurns } from '../kit/serverInTurns';
import { temporaryFolder } from '../kit/temporaryFolder';

const FILE = '.agent-envelopes.json';
const PULL = { textDocument: { diagnostic: {} }, workspace: { configuration: true, workspaceFolders: true } };
const toItself = message(1, { from: 'build', to: 'build' });

const turn = serverInTurns({ capabilities: PULL });

async function over(files: Record<string, string>) {
  const folder = temporaryFolder(files);
  onTestFinished(folder.dispose);
  const client = await turn({ folders: [folder.uri] });
  return { folder, client, codesOf: codesIn(folder, client) };
}

/** For a test of what holds from the start, or other capabilities. */
async function ownServer(folder: Folder, options: Parameters<typeof startRunsServer>[1]): Promise<RunsClient> {
  const client = await startRunsServer([folder.uri], { capabilities: PULL, ...options });
  onTestFinished(async () => {
    expect(await client.stop()).toBe(0);
    expect(client.errors).toEqual([]);
    folder.dispose();
  });
  return client;
}

type Folder = ReturnType<typeof temporaryFolder>;

function codesIn(folder: Folder, client: RunsClient) {
  return async (file: string) => {
    const { items } = await client.ask<{ items: { code: string; severity: number }[] }>('textDocument/diagnostic', {
      textDocument: { uri: folder.uriOf(file) },
    });
    return items.map(({ code, severity }) => `${code} ${severity}`);
  };
}

const outlineOf = (client: RunsClient, wanted: string[]) =>
  client.until(client.outline, found => JSON.stringify(found) === JSON.stringify(wanted));
const warningsOf = (client: RunsClient, wanted: number) =>
  client.until(
    async () => (await client.roots())[0]?.problems?.warning ?? 0,
    found => found === wanted,
  );

describe('the settings file of a folder', () => {
  test('changes what an open file is told, as it is written to disk', async () => {
    const { folder, client, codesOf } = await over({ 'a.json': toItself });
    await client.open(folder.uriOf('a.json'), toItself);
    expect(await codesOf('a.json')).toEqual(['agent-message/to-itself 2']);
    folder.write(FILE, '{"rules": {"agent-message/to-itself": "error"}}');
    await client.tell('workspace/didChangeWatchedFiles', { changes: [{ uri: folder.uriOf(FILE), type: 1 }] });
    expect(await codesOf('a.json')).toEqual(['agent-message/to-itself 1']);
    folder.remove(FILE);
    await client.tell('workspace/didChangeWatchedFiles', { changes: [{ uri: folder.uriOf(FILE), type: 3 }] });
    expect(await codesOf('a.json')).toEqual(['agent-message/to-itself 2']);
  });

  test('changes it as it is typed, and asks the editor to look again', async () => {
    const { folder, client, codesOf } = await over({ 'a.json': toItself });
    await client.open(folder.uriOf('a.json'), toItself);
    await client.open(folder.uriOf(FILE), '{}');
    await client.change(folder.uriOf(FILE), { text: '{"rules": {"agent-message/*": "off"}}' });
    expect(await codesOf('a.json')).toEqual([]);
    await client.change(folder.uriOf(FILE), { text: '{"rules": {"agent-message/to-itsel": "off"}}' });
    expect(await codesOf(FILE)).toEqual(['agent-envelopes/unknown-rule 2']);
    expect(await codesOf('a.json')).toEqual(['agent-message/to-itself 2']);
  });

  test('changes the badges of runs, and which files they are looked for in', async () => {
    const files = { 'logs/a.jsonl': log(toItself), 'old/b.jsonl': log(message(2, { run: 'wf_old' })) };
    const { folder, client } = await over(files);
    await outlineOf(client, ['wf_1: msg_1', 'wf_old: msg_2']);
    await warningsOf(client, 1);
    folder.write(FILE, '{"rules": {"agent-message/to-itself": "off"}, "exclude": ["old"]}');
    await client.touched(folder.uriOf(FILE));
    await outlineOf(client, ['wf_1: msg_1']);
    await warningsOf(client, 0);
    folder.write(FILE, '{"include": ["old/**"]}');
    await client.touched(folder.uriOf(FILE));
    await outlineOf(client, ['wf_old: msg_2']);
    folder.remove(FILE);
    await client.touched(folder.uriOf(FILE));
    await outlineOf(client, ['wf_1: msg_1', 'wf_old: msg_2']);
  });

  test("is heeded from the start, together with the editor's settings", async () => {
    const files = { 'a.json': toItself, 'x/b.json': message(2, { run: 'wf_x' }), [FILE]: '{"exclude": ["x"]}' };
    const settings = { exclude: ['a.json'], rules: { 'agent-message/to-itself': 'off' } };
    const client = await ownServer(temporaryFolder(files), { settings });
    await outlineOf(client, ['wf_1: msg_1']);
    await warningsOf(client, 0);
  });

  test('is made where a rule is switched off, and only by clients that can', async () => {
    for (const resourceOperations of [['create'], []]) {
      const folder = temporaryFolder({});
      const workspace = { ...PULL.workspace, workspaceEdit: { documentChanges: true, resourceOperations } };
      const server = await ownServer(folder, { capabilities: { ...PULL, workspace } });
      const uri = folder.uriOf('a.json');
      await server.open(uri, toItself);
      const range = { start: { line: 0, character: 0 }, end: { line: 0, character: toItself.length } };
      const ask = (only?: string[]) =>
        server.ask<{ title: string }[]>('textDocument/codeAction', {
          textDocument: { uri },
          range,
          context: { diagnostics: [], ...(only && { only }) },
        });
      const off = 'Switch off agent-message/to-itself in this folder';
      const titles = (await ask()).map(({ title }) => title);
      expect(titles).toContain('Suppress agent-message/to-itself here');
      expect(titles.at(-1) === off).toBe(resourceOperations.length > 0);
      expect((await ask(['refactor'])).filter(({ title }) => /^(Suppress|Switch)/.test(title))).toEqual([]);
    }
  });

  test('is none of an editor that writes nonsense into it', async () => {
    const { folder, client, codesOf } = await over({ 'a.json': toItself, [FILE]: '{"rules": [' });
    await client.open(folder.uriOf('a.json'), toItself);
    expect(await codesOf('a.json')).toEqual(['agent-message/to-itself 2']);
    await client.open(folder.uriOf(FILE), '{"rules": [');
    expect(await codesOf(FILE)).toEqual(['syntax 1']);
  });
});

test('an agent of one’s own is added to it by the first fix, and known from then on', async () => {
  const own = message(1, { from: 'researcher' });
  const folder = temporaryFolder({ 'a.json': own });
  const workspaceEdit = { documentChanges: true, resourceOperations: ['create'] };
  const client = await ownServer(folder, {
    capabilities: { ...PULL, workspace: { ...PULL.workspace, workspaceEdit } },
  });
  const uri = folder.uriOf('a.json');
  await client.open(uri, own);
  const character = own.indexOf('researcher');
  const at = { line: 0, character };
  const ask = () =>
    client.ask<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: at, end: at },
      context: { diagnostics: [] },
    });
  const [first] = await ask();
  expect(first?.title).toBe('Add "researcher" to "agents" in .agent-envelopes.json');
  const settings = folder.uriOf(FILE);
  const [made, change] = first?.edit?.documentChanges ?? [];
  expect(made).toMatchObject({ kind: 'create', uri: settings });
  const edits = change && 'edits' in change ? change.edits.flatMap(edit => ('newText' in edit ? [edit] : [])) : [];
  // As an editor has it that has carried out the edit: in a document that is not saved yet.
  await client.open(settings, applyEdits('', edits));
  await expect.poll(async () => (await ask()).filter(({ title }) => title.includes('researcher'))).toEqual([]);
});

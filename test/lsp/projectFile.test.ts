import { afterEach, describe, expect, test } from 'vitest';
import type { CodeAction } from 'vscode-languageserver-types';
import { applyEdits } from '../kit/applyEdits';
import { log, message, type RunsClient, startRunsServer } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';

const FILE = '.agent-envelopes.json';
const PULL = { textDocument: { diagnostic: {} }, workspace: { configuration: true, workspaceFolders: true } };
const toItself = message(1, { from: 'build', to: 'build' });

let server: RunsClient | undefined;
afterEach(() => server?.kill());

async function over(files: Record<string, string>, settings: unknown = {}) {
  const folder = temporaryFolder(files);
  const client = await startRunsServer([folder.uri], { settings, capabilities: PULL });
  server = client;
  const codesOf = async (file: string) => {
    const uri = folder.uriOf(file);
    const { items } = await client.ask<{ items: { code: string; severity: number }[] }>('textDocument/diagnostic', {
      textDocument: { uri },
    });
    return items.map(({ code, severity }) => `${code} ${severity}`);
  };
  const close = async () => {
    expect(await client.stop()).toBe(0);
    expect(client.errors).toEqual([]);
    folder.dispose();
  };
  return { folder, client, codesOf, close };
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
    const { folder, client, codesOf, close } = await over({ 'a.json': toItself });
    await client.open(folder.uriOf('a.json'), toItself);
    expect(await codesOf('a.json')).toEqual(['agent-message/to-itself 2']);
    folder.write(FILE, '{"rules": {"agent-message/to-itself": "error"}}');
    await client.tell('workspace/didChangeWatchedFiles', { changes: [{ uri: folder.uriOf(FILE), type: 1 }] });
    expect(await codesOf('a.json')).toEqual(['agent-message/to-itself 1']);
    folder.remove(FILE);
    await client.tell('workspace/didChangeWatchedFiles', { changes: [{ uri: folder.uriOf(FILE), type: 3 }] });
    expect(await codesOf('a.json')).toEqual(['agent-message/to-itself 2']);
    await close();
  });

  test('changes it as it is typed, and asks the editor to look again', async () => {
    const { folder, client, codesOf, close } = await over({ 'a.json': toItself });
    await client.open(folder.uriOf('a.json'), toItself);
    await client.open(folder.uriOf(FILE), '{}');
    await client.change(folder.uriOf(FILE), { text: '{"rules": {"agent-message/*": "off"}}' });
    expect(await codesOf('a.json')).toEqual([]);
    await client.change(folder.uriOf(FILE), { text: '{"rules": {"agent-message/to-itsel": "off"}}' });
    expect(await codesOf(FILE)).toEqual(['agent-envelopes/unknown-rule 2']);
    expect(await codesOf('a.json')).toEqual(['agent-message/to-itself 2']);
    await close();
  });

  test('changes the badges of runs, and which files they are looked for in', async () => {
    const files = { 'logs/a.jsonl': log(toItself), 'old/b.jsonl': log(message(2, { run: 'wf_old' })) };
    const { folder, client, close } = await over(files);
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
    await close();
  });

  test("is heeded from the start, together with the editor's settings", async () => {
    const files = { 'a.json': toItself, 'x/b.json': message(2, { run: 'wf_x' }), [FILE]: '{"exclude": ["x"]}' };
    const { client, close } = await over(files, { exclude: ['a.json'], rules: { 'agent-message/to-itself': 'off' } });
    await outlineOf(client, ['wf_1: msg_1']);
    await warningsOf(client, 0);
    await close();
  });

  test('is made where a rule is switched off, and only by clients that can', async () => {
    for (const resourceOperations of [['create'], []]) {
      const folder = temporaryFolder({});
      const workspace = { ...PULL.workspace, workspaceEdit: { documentChanges: true, resourceOperations } };
      server = await startRunsServer([folder.uri], { capabilities: { ...PULL, workspace } });
      const uri = folder.uriOf('a.json');
      await server.open(uri, toItself);
      const range = { start: { line: 0, character: 0 }, end: { line: 0, character: toItself.length } };
      const ask = (only?: string[]) =>
        server?.ask<{ title: string }[]>('textDocument/codeAction', {
          textDocument: { uri },
          range,
          context: { diagnostics: [], ...(only && { only }) },
        });
      const off = 'Switch off agent-message/to-itself in this folder';
      const titles = (await ask())?.map(({ title }) => title) ?? [];
      expect(titles).toContain('Suppress agent-message/to-itself here');
      expect(titles.at(-1) === off).toBe(resourceOperations.length > 0);
      expect((await ask(['refactor']))?.filter(({ title }) => /^(Suppress|Switch)/.test(title))).toEqual([]);
      expect(await server.stop()).toBe(0);
      folder.dispose();
    }
  });

  test('is none of an editor that writes nonsense into it', async () => {
    const { folder, client, codesOf, close } = await over({ 'a.json': toItself, [FILE]: '{"rules": [' });
    await client.open(folder.uriOf('a.json'), toItself);
    expect(await codesOf('a.json')).toEqual(['agent-message/to-itself 2']);
    await client.open(folder.uriOf(FILE), '{"rules": [');
    expect(await codesOf(FILE)).toEqual(['syntax 1']);
    await close();
  });
});

test('an agent of one’s own is added to it by the first fix, and known from then on', async () => {
  const own = message(1, { from: 'researcher' });
  const folder = temporaryFolder({ 'a.json': own });
  const workspaceEdit = { documentChanges: true, resourceOperations: ['create'] };
  const client = await startRunsServer([folder.uri], {
    settings: {},
    capabilities: { ...PULL, workspace: { ...PULL.workspace, workspaceEdit } },
  });
  server = client;
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
  expect(await client.stop()).toBe(0);
  expect(client.errors).toEqual([]);
  folder.dispose();
});

import { afterEach, expect, test } from 'vitest';
import type { CodeAction, SnippetTextEdit, TextDocumentEdit } from 'vscode-languageserver-types';
import { applyEdits } from '../kit/applyEdits';
import { expandSnippet } from '../kit/expandSnippet';
import { type LspClient, startServer } from '../kit/lspClient';

let server: LspClient;
afterEach(async () => {
  expect(await server.stop()).toBe(0);
  expect(server.errors).toEqual([]);
});

const codeAction = { dataSupport: true, resolveSupport: { properties: ['edit'] } };
const uri = 'untitled:a.jsonl';
const line =
  '{"success": true, "summary": "s", "artifacts": [{"path": "a.ts", "operation": "overwrite"}], "recommendation": "proceed", "next_recommendation": "proceed"}';
const range = (character = 0) => ({ start: { line: 0, character }, end: { line: 0, character } });

const ask = (at: ReturnType<typeof range>, only?: string[]) =>
  server.ask<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri },
    range: at,
    context: { diagnostics: [], ...(only && { only }) },
  });

test('what is missing comes as a snippet where the client takes one', async () => {
  const workspaceEdit = { documentChanges: true, snippetEditSupport: true };
  server = await startServer({ capabilities: { textDocument: { codeAction }, workspace: { workspaceEdit } } });
  await server.open(
    uri,
    '{"artifacts": [], "success": true, "$schema": "agent-envelopes:/agent-protocol/output.schema.json"}',
  );
  const actions = await ask(range());
  const action = actions.find(({ title }) => title === 'Add both missing properties');
  const [change] = (action?.edit?.documentChanges ?? []) as TextDocumentEdit[];
  expect(change?.textDocument).toEqual({ uri, version: null });
  const edits = (change?.edits ?? []) as SnippetTextEdit[];
  expect(edits.map(({ snippet }) => snippet.kind)).toEqual(edits.map(() => 'snippet'));
  const text = applyEdits(
    '{"artifacts": [], "success": true, "$schema": "agent-envelopes:/agent-protocol/output.schema.json"}',
    edits.map(({ range, snippet }) => ({ range, newText: expandSnippet(snippet.value) })),
  );
  expect(JSON.parse(text)).toMatchObject({ summary: '', recommendation: 'proceed' });
});

test('and as plain edits where it does not', async () => {
  server = await startServer({ capabilities: { textDocument: { codeAction } } });
  await server.open(
    uri,
    '{"artifacts": [], "success": true, "$schema": "agent-envelopes:/agent-protocol/output.schema.json"}',
  );
  const action = (await ask(range())).find(({ title }) => title === 'Add both missing properties');
  expect(action?.edit).toEqual({ changes: { [uri]: expect.any(Array) } });
});

test('JSON as a model writes it is repaired', async () => {
  const workspaceEdit = { documentChanges: true, changeAnnotationSupport: {} };
  server = await startServer({ capabilities: { textDocument: { codeAction }, workspace: { workspaceEdit } } });
  const text = `{'from': 'build', 'to': 'fix', 'payload': {'confidence': 0.95,}, 'id': 9007199254740993}`;
  await server.open(uri, text);
  const actions = await ask(range());
  expect(actions.map(({ title }) => title)).toEqual([
    'Change to double quotes',
    'Remove the trailing comma',
    'Repair JSON',
  ]);
  expect(applyEdits(text, actions.at(-1)?.edit?.changes?.[uri] ?? [])).toBe(
    '{"from": "build", "to": "fix", "payload": {"confidence": 0.95}, "id": 9007199254740993}',
  );
});

test('fix all: what is asked for, and nothing else', async () => {
  server = await startServer({ capabilities: { textDocument: { codeAction } } });
  expect(server.capabilities.codeActionProvider).toMatchObject({
    codeActionKinds: expect.arrayContaining(['quickfix', 'source.fixAll.agentEnvelopes']),
    resolveProvider: true,
  });
  const text = `${line}\n${line}\n`;
  await server.open(uri, text);
  const actions = await ask(range(), ['source.fixAll']);
  expect(actions.map(({ kind }) => kind)).toEqual(['source.fixAll.agentEnvelopes']);
  const fixed = text.replaceAll('"overwrite"', '"update"').replaceAll(', "next_recommendation": "proceed"', '');
  expect(applyEdits(text, actions[0]?.edit?.changes?.[uri] ?? [])).toBe(fixed);
  expect(await ask(range(), ['source.organizeImports'])).toEqual([]);
  await server.change(uri, { text: fixed });
  expect(await ask(range(), ['source.fixAll'])).toEqual([]);
});

test('the same problem all over the file is worked out when it is chosen', async () => {
  server = await startServer({ capabilities: { textDocument: { codeAction } } });
  await server.open(uri, `${line}\n${line}\n`);
  const actions = await ask(range(line.indexOf('overwrite')));
  const action = actions.find(({ title }) => title === 'Fix all 4 of agent-protocol/superseded in this file');
  expect(action).toBeDefined();
  expect(action?.edit).toBeUndefined();
  const { edit } = await server.ask<CodeAction>('codeAction/resolve', action);
  expect(applyEdits(`${line}\n${line}\n`, edit?.changes?.[uri] ?? [])).not.toContain('overwrite');
});

test('a large edit is worked out when it is chosen, for the text as it is then', async () => {
  const workspaceEdit = { documentChanges: true, resourceOperations: ['create', 'rename'] };
  server = await startServer({ capabilities: { textDocument: { codeAction }, workspace: { workspaceEdit } } });
  const array = { uri: 'file:///work/array.json' };
  const listed = (count: number) => `[${Array.from({ length: count }, () => line).join(',')}]`;
  const textOf = ({ edit }: CodeAction) => {
    const changes = (edit?.documentChanges ?? []) as TextDocumentEdit[];
    return changes.flatMap(change => (change.edits ?? []) as { newText: string }[])[0]?.newText;
  };
  const actionsOf = () =>
    server.ask<CodeAction[]>('textDocument/codeAction', {
      textDocument: array,
      range: range(1),
      context: { diagnostics: [] },
    });
  const converting = (actions: CodeAction[]) => actions.find(({ title }) => title.startsWith('Convert to JSONL'));

  await server.open(array.uri, listed(2));
  expect(textOf(converting(await actionsOf()) as CodeAction)).toBe(`${line}\n${line}\n`);

  await server.change(array.uri, { text: listed(2000) });
  const actions = await actionsOf();
  expect(JSON.stringify(actions).length).toBeLessThan(100_000);
  const found = converting(actions);
  expect(found).toMatchObject({ command: expect.anything() });
  expect(found).not.toHaveProperty('edit');
  expect(textOf(await server.ask('codeAction/resolve', found))).toBe(`${line}\n`.repeat(2000));

  await server.change(array.uri, { text: listed(3) });
  expect(textOf(await server.ask('codeAction/resolve', found))).toBe(`${line}\n`.repeat(3));
  await server.change(array.uri, { text: '[' });
  const gone = await server.ask<CodeAction>('codeAction/resolve', found);
  expect(gone).not.toHaveProperty('edit');
  expect(gone).not.toHaveProperty('command');
});

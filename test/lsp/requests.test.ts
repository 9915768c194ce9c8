import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CodeAction, CompletionItem, DocumentLink, Hover, TextEdit } from 'vscode-languageserver-types';
import { type LspClient, startServer } from '../kit/lspClient';

const folder = mkdtempSync(join(tmpdir(), 'agent-envelopes-'));
const root = String(pathToFileURL(folder));
let server: LspClient;
beforeAll(async () => {
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/a.ts'), '');
  server = await startServer({ folders: [root], capabilities: { textDocument: { diagnostic: {} } } });
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  expect(server.errors).toEqual([]);
  rmSync(folder, { recursive: true });
});

const output = '{"success": true, "summary": "s", "artifacts": [{"path": "src/a.ts", "operation": "create"}]}';
let number = 0;
async function opened(ending: string, text: string) {
  const uri = `${root}/file${++number}.${ending}`;
  await server.open(uri, text);
  return { uri };
}

test('completion, hover and links know the disk', async () => {
  const textDocument = await opened('json', output);
  const position = { line: 0, character: output.indexOf('src/') + 4 };
  const items = await server.ask<CompletionItem[]>('textDocument/completion', { textDocument, position });
  expect(items.map(({ label }) => label)).toEqual(['a.ts']);
  const hover = await server.ask<Hover>('textDocument/hover', { textDocument, position });
  expect(hover.contents).toMatchObject({ kind: 'markdown', value: expect.stringContaining('✓ There') });
  const links = await server.ask<DocumentLink[]>('textDocument/documentLink', { textDocument });
  expect(links.map(({ target }) => target)).toEqual([`${root}/src/a.ts`]);
});

test('completion is a snippet for a client that takes one, and text for others', async () => {
  const text = '{"$schema": "agent-envelopes:/agent-protocol/output.schema.json" }';
  const position = { line: 0, character: text.length - 1 };
  const inserted = async (on: typeof server) => {
    const textDocument = { uri: `${root}/snippets.json` };
    await on.open(textDocument.uri, text);
    const items = await on.ask<CompletionItem[]>('textDocument/completion', { textDocument, position });
    const { insertTextFormat, textEdit } = items.find(({ label }) => label === 'success') ?? {};
    return { insertTextFormat, newText: textEdit?.newText };
  };
  expect(await inserted(server)).toEqual({ insertTextFormat: 1, newText: '"success": false' });
  const capabilities = { textDocument: { completion: { completionItem: { snippetSupport: true } } } };
  const other = await startServer({ capabilities });
  expect(await inserted(other)).toEqual({ insertTextFormat: 2, newText: '"success": ${1|false,true|}' });
  expect(await other.stop()).toBe(0);
});

test('a code action carries the edit and the problem that it mends', async () => {
  const text = output.replace('create', 'craete').replace('"artifacts"', '"recommendation": "proceed", "artifacts"');
  const textDocument = await opened('jsonl', text);
  const at = text.indexOf('craete');
  const range = { start: { line: 0, character: at }, end: { line: 0, character: at } };
  const actions = await server.ask<CodeAction[]>('textDocument/codeAction', {
    textDocument,
    range,
    context: { diagnostics: [] },
  });
  const [edit] = actions[0]?.edit?.changes?.[textDocument.uri] ?? [];
  expect(actions[0]).toMatchObject({
    title: 'Change to "create"',
    kind: 'quickfix',
    diagnostics: [{ code: 'schema/enum' }],
  });
  expect(edit).toEqual({
    range: { start: { line: 0, character: at - 1 }, end: { line: 0, character: at + 7 } },
    newText: '"create"',
  });
});

test('outline, folding, selection, formatting', async () => {
  const textDocument = await opened('json', output.replaceAll(', "', ',\n"'));
  const options = { tabSize: 2, insertSpaces: true };
  const ask = <T>(method: string, more = {}) =>
    server.ask<T[]>(`textDocument/${method}`, { textDocument, options, ...more });
  expect(await ask('documentSymbol')).toHaveLength(1);
  expect((await ask('foldingRange')).length).toBeGreaterThan(0);
  expect(await ask('selectionRange', { positions: [{ line: 1, character: 3 }] })).toHaveLength(1);
  expect((await ask<TextEdit>('formatting')).length).toBeGreaterThan(0);
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  expect((await ask<TextEdit>('rangeFormatting', { range })).length).toBeGreaterThan(0);
});

interface Insertion {
  text: string;
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
}

const insertions: [about: string, ending: string, text: string, line: number, character: number, wanted: RegExp][] = [
  ['an empty JSON file', 'json', '', 0, 0, /^\{\n\t*\s*"call_id"/],
  ['an empty line of a log', 'jsonl', '42\n\n', 1, 0, /^\{"call_id": .*\}$/],
  ['a line of a log that holds something', 'jsonl', '{"a": 1}', 0, 3, /^\n\{"call_id": .*\}$/],
  ['Markdown outside of a block', 'md', 'text\n\n', 1, 0, /^```json\n\{[\s\S]*\}\n```\n$/],
  ['a block of Markdown', 'md', '```json\n\n```', 1, 0, /^\{\n {2}"call_id"[\s\S]*\}$/],
  ['a block in a quote', 'md', '> ```json\n> \n> ```', 1, 2, /^\{\n> {3}"call_id"[\s\S]*\n> \}$/],
];

test.each(insertions)('a whole envelope for %s', async (_, ending, text, line, character, wanted) => {
  const { uri } = await opened(ending, text);
  const position = { line, character };
  const asked = { uri, position, snippet: 'toolcall/call' };
  const insertion = await server.ask<Insertion>('agentEnvelopes/envelope', asked);
  expect(insertion.text).toMatch(wanted);
  expect(await server.ask('agentEnvelopes/envelope', { ...asked, snippet: 'no/such' })).toBeNull();
});

test('the kinds, and their schemas as documents that accept everything', async () => {
  const kinds = await server.ask<{ id: string; snippets: unknown[] }[]>('agentEnvelopes/kinds');
  for (const { id, snippets } of kinds) {
    const isWritten =
      !/^(adk|atif|claude-code|codex|inspect|langfuse|langsmith|openai-agents|openhands|otlp|swe-agent)\//.test(id);
    expect(snippets.length > 0, id).toBe(isWritten);
    const schema = await server.ask<string>('agentEnvelopes/document', { uri: `agent-envelopes:/${id}.schema.json` });
    expect(Object.keys(JSON.parse(schema)), id).not.toContain('properties');
  }
});

test('a file that is not open gets empty answers', async () => {
  const on = { textDocument: { uri: `${root}/none.json` }, position: { line: 0, character: 0 } };
  expect(await server.ask('textDocument/completion', on)).toEqual([]);
  expect(await server.ask('textDocument/hover', on)).toBeNull();
});

test('a request that is cancelled while it waits behind another is refused', async () => {
  const large = await opened('jsonl', `${output}\n`.repeat(3000));
  const diagnostics = server.ask('textDocument/diagnostic', { textDocument: large });
  const position = { line: 0, character: 2 };
  const waiting = server.askUntil('textDocument/hover', { textDocument: large, position });
  waiting.cancel();
  await expect(waiting.answer).rejects.toMatchObject({ code: REQUEST_CANCELLED });
  await diagnostics;
});

const REQUEST_CANCELLED = -32800;

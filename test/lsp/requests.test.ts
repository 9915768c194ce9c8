import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  CodeAction,
  CompletionItem,
  Diagnostic,
  DocumentLink,
  Hover,
  TextEdit,
} from 'vscode-languageserver-types';
import { RECOGNISED, type RecognisedParams } from '../../server/src/shared/lspExtensions';
import { runsEverything } from '../kit/amount';
import { type LspClient, startServer } from '../kit/lspClient';
import { message } from '../kit/runsClient';
import { kindById } from '../kit/testContext';

const folder = mkdtempSync(join(tmpdir(), 'agent-envelopes-'));
const root = String(pathToFileURL(folder));
let server: LspClient;
beforeAll(async () => {
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/a.ts'), '');
  const documentSymbol = { hierarchicalDocumentSymbolSupport: true };
  server = await startServer({ folders: [root], capabilities: { textDocument: { diagnostic: {}, documentSymbol } } });
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
  expect(hover.contents).toMatchObject({ kind: 'markdown', value: expect.stringContaining('✓ Exists') });
  const links = await server.ask<DocumentLink[]>('textDocument/documentLink', { textDocument });
  expect(links.map(({ target }) => target)).toEqual([`${root}/src/a.ts`]);
});

test('what is asked at a cursor is answered while a large log is analysed, in that log and elsewhere', async () => {
  const small = await opened('json', output);
  const position = { line: 0, character: output.indexOf('src/') + 4 };
  await server.ask('textDocument/hover', { textDocument: small, position });
  const lines = Array.from({ length: 20_000 }, (_, index) => message(index));
  const large = await opened('jsonl', lines.join('\n'));
  const inLine = (key: string) => ({ line: 7000, character: (lines[7000]?.indexOf(key) ?? 0) + key.length });
  const answered: string[] = [];
  const ask = async <T>(name: string, method: string, params: object) => {
    const answer = await server.ask<T>(method, params);
    answered.push(name);
    return answer;
  };
  const recognised = server
    .told<RecognisedParams>(RECOGNISED, ({ uri }) => uri === large.uri)
    .then(() => answered.push('analysed'));
  const [, , inLog, completed] = await Promise.all([
    ask('diagnostics', 'textDocument/diagnostic', { textDocument: large }),
    ask('elsewhere', 'textDocument/hover', { textDocument: small, position }),
    ask<Hover>('in the log', 'textDocument/hover', { textDocument: large, position: inLine('"intent') }),
    ask<CompletionItem[]>('completion', 'textDocument/completion', {
      textDocument: large,
      position: inLine('"intent":"'),
    }),
  ]);
  await recognised;
  expect(answered.slice(0, 3).sort()).toEqual(['completion', 'elsewhere', 'in the log']);
  expect(inLog.contents).toMatchObject({ value: expect.stringContaining('intent') });
  expect(completed.map(({ label }) => label)).toContain('idea');
});

test.runIf(runsEverything)(
  'diagnostics asked for behind each of several keys tell of the last text, with the problems of the run',
  async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => message(index === 7000 ? 3 : index));
    const textDocument = await opened('jsonl', lines.join('\n'));
    const place = { line: 11, character: lines[11]?.indexOf('intent') ?? 0 };
    const ask = () => server.ask<{ items: Diagnostic[] }>('textDocument/diagnostic', { textDocument });
    const answers = [ask()];
    // An answer about another file comes in a pause of what is under way.
    for (let key = 0; key < 20; key++) {
      await server.ask('textDocument/hover', { textDocument: { uri: `${root}/none.json` }, position: place });
      await server.change(textDocument.uri, { range: { start: place, end: place }, text: 'x' });
      answers.push(ask());
    }
    const told = (await Promise.all(answers)).map(({ items }) => items);
    const last = (await ask()).items;
    expect(told.at(-1)).toEqual(last);
    for (const items of told)
      expect(items.map(({ code }) => code)).toEqual(
        expect.arrayContaining(['agent-message/duplicate-id', 'agent-message/time-goes-back']),
      );
    expect(last.map(one => one.message).join('\n')).toContain(`${'x'.repeat(20)}intent`);
  },
);

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
    expect(snippets.length > 0, id).toBe(!kindById(id).readOnly);
    const schema = await server.ask<string>('agentEnvelopes/document', { uri: `agent-envelopes:/${id}.schema.json` });
    expect(Object.keys(JSON.parse(schema)), id).not.toContain('properties');
  }
});

test('a new id is free in the whole workspace, not only beside the file', async () => {
  const place = mkdtempSync(join(tmpdir(), 'agent-envelopes-'));
  mkdirSync(join(place, 'earlier'));
  writeFileSync(join(place, 'earlier/log.jsonl'), `${message(7)}\n${message(41)}\n`);
  const here = String(pathToFileURL(place));
  const client = await startServer({ folders: [here], capabilities: { textDocument: {} } });
  const uri = `${here}/now/new.jsonl`;
  const text = `${message(5)}\n${message(6).replace('msg_6', '')}\n`;
  await client.open(uri, text);
  const line = text.split('\n')[1] ?? '';
  const on = { textDocument: { uri }, position: { line: 1, character: line.indexOf('"id":"') + 6 } };
  // Answered once all files are read.
  const agent = { line: 1, character: line.indexOf('vision') + 1 };
  await client.ask('textDocument/references', { ...on, position: agent, context: { includeDeclaration: true } });
  const items = await client.ask<CompletionItem[]>('textDocument/completion', on);
  expect(items.map(({ label }) => label)[0]).toBe('msg_42');
  const position = { line: 2, character: 0 };
  const made = await client.ask<{ text: string }>('agentEnvelopes/envelope', {
    uri,
    position,
    snippet: 'agent-message/message',
  });
  expect(made.text).toContain('msg_42');
  expect(await client.stop()).toBe(0);
  rmSync(place, { recursive: true });
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

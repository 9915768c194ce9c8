import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { CodeAction, CompletionItem, Diagnostic } from 'vscode-languageserver-types';
import { acceptCompletion, applyEdits } from '../kit/applyEdits';
import { expandSnippet } from '../kit/expandSnippet';
import type { LspClient } from '../kit/lspClient';
import { serverInTurns } from '../kit/serverInTurns';
import { temporaryFolder } from '../kit/temporaryFolder';

// What a new author does first, in a folder that is empty. At the end of each way nothing is wrong, but for texts that are still to be written.
let folder: ReturnType<typeof temporaryFolder>;
let server: LspClient;
const turn = serverInTurns({
  capabilities: {
    textDocument: { diagnostic: {} },
    workspace: {
      configuration: true,
      workspaceFolders: true,
      didChangeWatchedFiles: { dynamicRegistration: true },
      diagnostics: { refreshSupport: true },
    },
  },
});
beforeEach(async () => {
  folder = temporaryFolder();
  onTestFinished(folder.dispose);
  server = await turn({ folders: [folder.uri] });
});

/** A file that is written by choosing from the list at its end. */
async function choose(name: string, text: string, label: string): Promise<string> {
  const textDocument = { uri: folder.uriOf(name) };
  await server.open(textDocument.uri, text);
  const lines = text.split('\n');
  const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  const items = await server.ask<CompletionItem[]>('textDocument/completion', { textDocument, position });
  const item = items.find(one => one.label === label);
  if (!item) throw new Error(`${label} is not among ${items.map(one => one.label)}`);
  return save(name, acceptCompletion(text, item, position));
}

async function save(name: string, text: string): Promise<string> {
  const uri = folder.uriOf(name);
  await server.change(uri, { text });
  folder.write(name, text);
  await server.tell('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 1 }] });
  return text;
}

async function problems(name: string): Promise<string[]> {
  const textDocument = { uri: folder.uriOf(name) };
  const { items } = await server.ask<{ items: Diagnostic[] }>('textDocument/diagnostic', { textDocument });
  return items.filter(({ code }) => code !== 'envelope/placeholder').map(({ code, message }) => `${code}: ${message}`);
}

test('a first message and a second one', async () => {
  const first = JSON.parse(await choose('first.json', '', 'envelope-message'));
  const second = JSON.parse(await choose('second.json', '', 'envelope-message'));
  expect([await problems('first.json'), await problems('second.json')]).toEqual([[], []]);
  expect(second.id).not.toBe(first.id);
  expect(second.context).toEqual(first.context);
});

test('a log that grows', async () => {
  const name = 'run.jsonl';
  let text = await choose(name, '', 'envelope-message');
  for (let line = 0; line < 3; line++) {
    const asked = { uri: folder.uriOf(name), position: { line, character: 5 }, snippet: 'agent-message/message' };
    const { text: inserted } = await server.ask<{ text: string }>('agentEnvelopes/envelope', asked);
    text = await save(name, text + expandSnippet(inserted));
  }
  const lines = text.split('\n').map(line => JSON.parse(line));
  expect(await problems(name)).toEqual([]);
  expect(lines.map(({ id }) => id)).toEqual(['msg_001', 'msg_002', 'msg_003', 'msg_004']);
});

test('a catalogue and a call', async () => {
  const catalogue = JSON.parse(await choose('catalogue.json', '', 'envelope-catalogue'));
  const [agent = '', [tool]] = Object.entries<{ name: string }[]>(catalogue)[0] ?? ['', []];
  // The catalogue counts as soon as it is found on disk.
  await server.open(folder.uriOf('probe.json'), CALL);
  while ((await problems('probe.json')).length === 0) await server.asked('workspace/diagnostic/refresh');
  const call = JSON.parse(await choose('call.json', '', 'envelope-call'));
  expect([await problems('catalogue.json'), await problems('call.json')]).toEqual([[], []]);
  expect(call).toMatchObject({ agent, tool: tool?.name, args: { events: [] } });

  // And one whose arguments were taken out.
  const text = await save('call.json', JSON.stringify({ ...call, args: {} }));
  expect(await problems('call.json')).toHaveLength(1);
  const textDocument = { uri: folder.uriOf('call.json') };
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: text.length } };
  const actions = await server.ask<CodeAction[]>('textDocument/codeAction', {
    textDocument,
    range,
    context: { diagnostics: [] },
  });
  const edits = actions.find(({ title }) => title.startsWith('Add "events"'))?.edit?.changes?.[textDocument.uri];
  await save('call.json', applyEdits(text, edits ?? []));
  expect(await problems('call.json')).toEqual([]);
});

const CALL = JSON.stringify({
  call_id: 't_4k7m2p9x1c',
  agent: 'calendar',
  tool: 'none',
  args: {},
  ts: '2026-06-01T07:30:00Z',
  confirm_required: false,
});

test('settings and a protocol of one’s own', async () => {
  await choose('.agent-envelopes.json', '', 'agent-envelopes-settings');
  await choose('ours.agent-protocol.json', '', 'agent-envelopes-protocol');
  expect([await problems('.agent-envelopes.json'), await problems('ours.agent-protocol.json')]).toEqual([[], []]);
});

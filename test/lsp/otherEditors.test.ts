import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { PublishDiagnosticsParams } from 'vscode-languageserver';
import { version } from '../../package.json';
import { RECOGNISED, REPLAY_LOCATION, RUN_NODES, RUN_TEXT, RUNS_CHANGED } from '../../server/src/shared/protocol';
import { type LspClient, startServer } from '../kit/lspClient';
import { log, message, PLAIN_VIEW, startRunsServer } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';

/** As an editor that knows nothing of us. */
const plain = { initializationOptions: { showsRuns: false, takesNotifications: false } };

describe('a language id that says less than the ending', () => {
  const lines = log(message(1), message(2));
  test.each([
    ['json', 'log.jsonl', lines],
    ['json', 'log.ndjson', lines],
    ['javascript', 'log.JSONL', lines],
    ['plaintext', 'log.ndjson', lines],
    ['jsonc', 'log.jsonl', lines],
    ['json', 'commented.jsonc', `// a note\n${message(1)}`],
    ['json', 'notes.md', `# Notes\n\n\`\`\`json\n${message(1)}\n\`\`\`\n`],
    ['jsonc', 'commented.json', `// a note\n${message(1)}`],
    ['jsonl', 'log.txt', lines],
    ['jsonl', 'run.json', lines],
  ])('%s for %s is no false error', async (languageId, name, text) => {
    const server = await startServer({ ...plain, capabilities: { textDocument: { diagnostic: {} } } });
    const textDocument = { uri: `file:///work/${name}` };
    await server.open(textDocument.uri, text.replace('0.95', '1.4'), languageId);
    const { items } = await server.ask<{ items: { code: string }[] }>('textDocument/diagnostic', { textDocument });
    expect(items.map(({ code }) => code)).toEqual(['schema/maximum']);
    expect(await server.stop()).toBe(0);
  });
});

test('an only folder is a workspace', async () => {
  const folder = temporaryFolder({ 'a.json': message(1), 'b.json': message(2) });
  const server = await startRunsServer([], { rootUri: folder.uri });
  await server.until(server.outline, lines => lines.join() === 'wf_1: msg_1, msg_2');
  expect(await server.stop()).toBe(0);
  folder.dispose();
});

test('who does not ask for them gets no lenses, and no notifications but those of LSP', async () => {
  const folder = temporaryFolder({ 'a.json': message(1) });
  const server = await startServer({ ...plain, folders: [folder.uri] });
  expect(server.capabilities).not.toHaveProperty('codeLensProvider');
  const uri = folder.uriOf('a.json');
  await server.open(uri, message(1, { confidence: 1.4 }));
  const { diagnostics } = await server.told<PublishDiagnosticsParams>('textDocument/publishDiagnostics');
  expect(diagnostics).toHaveLength(1);
  // The index has been read by now.
  expect(await server.ask(RUN_NODES, { view: PLAIN_VIEW })).toMatchObject({ total: 1 });
  expect([RECOGNISED, RUNS_CHANGED].map(server.untaken)).toEqual([0, 0]);
  expect(await server.stop()).toBe(0);
  folder.dispose();
});

test('the server says which version it is', async () => {
  const server = await startServer(plain);
  expect(server.serverInfo).toEqual({ name: 'agent-envelopes', version });
  await server.stop();
});

describe('the life of a server', () => {
  test('after it was told to shut down it refuses all, and ends when told to', async () => {
    const server = await startServer();
    await server.ask('shutdown');
    for (const method of ['agentEnvelopes/kinds', 'textDocument/hover', 'workspace/symbol', 'shutdown', 'initialize']) {
      await expect(server.ask(method, {})).rejects.toMatchObject({
        code: -32600,
        message: expect.stringMatching(/shut down/),
      });
    }
    await server.open('file:///work/a.json', message(1));
    await server.tell('exit');
    expect(await server.exited).toBe(0);
    expect(server.errors).toEqual([]);
  });

  test('it is initialized once', async () => {
    const server = await startServer();
    await expect(server.ask('initialize', { capabilities: {} })).rejects.toMatchObject({ code: -32600 });
    expect(await server.stop()).toBe(0);
  });

  test('it ends as a failure when its client is gone', async () => {
    const server = await startServer();
    server.hangUp();
    expect(await server.exited).toBe(1);
  });
});

describe('parameters that a method can not have', () => {
  let server: LspClient;
  beforeAll(async () => {
    server = await startServer();
    await server.open('file:///work/a.json', message(1));
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
  });
  const textDocument = { uri: 'file:///work/a.json' };
  const position = { line: 0, character: 1 };
  const range = { start: position, end: position };

  test.each<[method: string, params: unknown, what: string]>([
    ['textDocument/hover', undefined, 'the parameters'],
    ['textDocument/hover', [], 'the parameters'],
    ['textDocument/hover', { position }, '"textDocument"'],
    ['textDocument/hover', { textDocument: {}, position }, '"textDocument"'],
    ['textDocument/hover', { textDocument: { uri: 5 }, position }, '"textDocument"'],
    ['textDocument/completion', { textDocument }, '"position"'],
    ['textDocument/definition', { textDocument, position: { line: -1, character: 0 } }, '"position"'],
    ['textDocument/documentHighlight', { textDocument, position: { line: 0.5, character: 0 } }, '"position"'],
    ['textDocument/references', { textDocument, position }, '"context"'],
    ['textDocument/rename', { textDocument, position }, '"newName"'],
    ['textDocument/codeAction', { textDocument, range, context: {} }, '"context"'],
    ['textDocument/inlayHint', { textDocument }, '"range"'],
    ['textDocument/rangeFormatting', { textDocument, options: {}, range: { start: position } }, '"range"'],
    ['textDocument/selectionRange', { textDocument, positions: [{}] }, '"positions"'],
    ['textDocument/documentSymbol', {}, '"textDocument"'],
    ['callHierarchy/incomingCalls', { item: {} }, '"item"'],
    ['workspace/symbol', {}, '"query"'],
    ['workspace/executeCommand', {}, '"command"'],
    [RUN_NODES, {}, '"view"'],
    [RUN_TEXT, { format: 'json' }, '"run"'],
    [REPLAY_LOCATION, { run: 'x', step: '1', source: 0 }, '"step"'],
  ])('%s with %o', async (method, params, what) => {
    await expect(server.ask(method, params)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(`${method}: ${what} must be`),
    });
  });

  test('notifications with them are passed over', async () => {
    const one = await startServer({ capabilities: { textDocument: { diagnostic: {} } } });
    onTestFinished(async () => expect(await one.stop()).toBe(0));
    await one.open(textDocument.uri, message(1));
    await one.tell('textDocument/didChange', { textDocument, contentChanges: [{ text: 5 }] });
    await one.tell('textDocument/didOpen', { textDocument: { uri: textDocument.uri } });
    await one.tell('textDocument/didClose', {});
    expect(await one.ask('textDocument/hover', { textDocument, position })).not.toBeNull();
  });
});

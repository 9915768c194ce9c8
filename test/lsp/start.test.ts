import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { serverPath, startServer } from '../kit/lspClient';

test.each(['stdio', 'node-ipc'] as const)('speaks over %s, and ends when it is told to', async transport => {
  const server = await startServer({ transport });
  expect(server.capabilities).toMatchObject({ hoverProvider: true, textDocumentSync: { change: 2 } });
  expect(await server.ask('agentEnvelopes/kinds')).toContainEqual(
    expect.objectContaining({ id: 'agent-message/message', title: 'Agent message' }),
  );
  expect(await server.stop()).toBe(0);
  expect(server.errors).toEqual([]);
});

test('without a transport it says in one sentence how it is started', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [serverPath], { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^This is the language server of Agent Envelopes; .*--stdio.*\.\n$/);
});

test('what is sent right after the greeting is not lost', async () => {
  const server = await startServer();
  const uri = 'file:///work/a.json';
  const opened = server.open(
    uri,
    '{"from": "build", "to": "fix", "payload": {"confidence": 1.4, "needsReview": true}}',
  );
  const { kinds } = await server.told<{ kinds: { id: string }[] }>('agentEnvelopes/recognised');
  await opened;
  expect(kinds.map(({ id }) => id)).toEqual(['agent-message/message']);
  expect(await server.stop()).toBe(0);
});

test('an exit without a shutdown ends it as a failure', async () => {
  const server = await startServer();
  await server.tell('exit');
  expect(await server.exited).toBe(1);
});

test('outline, folding, selection and formatting are offered at once to clients that take no news', async () => {
  const offered = { documentSymbolProvider: true, foldingRangeProvider: true, documentFormattingProvider: true };
  const plain = await startServer();
  expect(plain.capabilities).toMatchObject(offered);
  const served = await startServer({ initializationOptions: { hasJsonService: true } });
  expect(served.capabilities).toMatchObject({ documentSymbolProvider: false, documentFormattingProvider: false });
  await Promise.all([plain.stop(), served.stop()]);
});

test.each([
  [true, ['jsonl', 'markdown']],
  [false, ['json', 'jsonc', 'jsonl', 'markdown']],
])('they are registered by language; with a JSON service in the client: %s', async (hasJsonService, languages) => {
  const dynamic = { dynamicRegistration: true };
  const textDocument = {
    documentSymbol: dynamic,
    foldingRange: dynamic,
    selectionRange: dynamic,
    formatting: dynamic,
    rangeFormatting: dynamic,
  };
  const server = await startServer({ capabilities: { textDocument }, initializationOptions: { hasJsonService } });
  type Asked = { registrations: { method: string; registerOptions: { documentSelector: { language: string }[] } }[] };
  const { registrations } = await server.asked<Asked>('client/registerCapability');
  expect(registrations.map(({ method }) => method.replace('textDocument/', ''))).toEqual(Object.keys(textDocument));
  for (const { registerOptions } of registrations) {
    expect(registerOptions.documentSelector.map(({ language }) => language)).toEqual(languages);
  }
  expect(server.capabilities).toMatchObject({ documentSymbolProvider: false });
  await server.stop();
});

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
  for (const { method, registerOptions } of registrations) {
    const isFormatter = /ormatting$/.test(method);
    const expected = languages.filter(language => !isFormatter || language !== 'markdown');
    expect(registerOptions.documentSelector.map(({ language }) => language)).toEqual(expected);
  }
  expect(server.capabilities).toMatchObject({ documentSymbolProvider: false });
  await server.stop();
});

test('Markdown has a formatter only where there is a registry or an envelope in it', async () => {
  const formatting = { dynamicRegistration: true };
  const server = await startServer({
    capabilities: { textDocument: { formatting } },
    initializationOptions: { hasJsonService: true },
  });
  type Asked = { registrations: { id: string; method: string; registerOptions: { documentSelector: object[] } }[] };
  const next = () => server.asked<Asked>('client/registerCapability');
  await next();
  const uri = 'file:///work/specs/005-a/index.md';
  await server.open('file:///work/README.md', '# Notes\n\n| a | b |\n| --- | --- |\n');
  await server.open(uri, '# Feature Index: 005-a\n\n## Workflow Status\n\n- **Status**: blocked\n\n## Decisions Log\n');
  const { registrations } = await next();
  expect(registrations).toEqual([
    {
      id: `textDocument/formatting ${uri}`,
      method: 'textDocument/formatting',
      registerOptions: {
        documentSelector: [{ language: 'markdown', scheme: 'file', pattern: '/work/specs/005-a/index.md' }],
      },
    },
  ]);
  const withdrawn = server.asked('client/unregisterCapability');
  await server.tell('textDocument/didClose', { textDocument: { uri } });
  expect(await withdrawn).toEqual({
    unregisterations: [{ id: registrations[0]?.id, method: 'textDocument/formatting' }],
  });
  await server.stop();
});

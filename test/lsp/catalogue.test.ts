import { expect, onTestFinished, test } from 'vitest';
import { CATALOGUE } from '../kit/catalogue';
import { startServer } from '../kit/lspClient';
import { temporaryFolder } from '../kit/temporaryFolder';

const PULL = { textDocument: { diagnostic: {} }, workspace: { configuration: true, workspaceFolders: true } };
const call = (tool: string, ttl: unknown) =>
  JSON.stringify({
    call_id: 't_4k7m2p9x1c',
    agent: 'comms',
    tool,
    args: { item_id: 'n', ttl_seconds: ttl },
    ts: '2026-06-01T07:30:00Z',
    confirm_required: false,
  });

interface Diagnostic {
  code: string;
  message: string;
}

function workspace() {
  const folder = temporaryFolder({
    'tools/all.json': CATALOGUE,
    '.agent-envelopes.json': '{"toolCatalogues": ["tools/all.json"]}',
  });
  onTestFinished(folder.dispose);
  return { root: folder.uri, calls: folder.uriOf('calls.json'), catalogue: folder.uriOf('tools/all.json') };
}

async function started(capabilities: object) {
  const files = workspace();
  const server = await startServer({ capabilities, settings: {}, folders: [files.root] });
  return { server, ...files };
}

test('arguments are checked by the schema of the tool, as the catalogue is on disk and then as it is typed', async () => {
  const { server, calls, catalogue } = await started(PULL);
  const codes = async (uri: string) => {
    const report = await server.ask<{ items: Diagnostic[] }>('textDocument/diagnostic', { textDocument: { uri } });
    return report.items.map(({ code }) => code);
  };
  await server.open(calls, call('snooze', 30));
  expect(await codes(calls)).toEqual(['toolcall/arguments']);
  await server.open(catalogue, CATALOGUE.replace('"minimum": 60', '"minimum": 30'));
  expect(await codes(calls)).toEqual([]);
  // Broken, it is one problem there and none in its calls.
  await server.change(catalogue, { text: CATALOGUE.replace('"minimum": 60', '"minimum": "x"') });
  expect(await codes(catalogue)).toEqual(['toolcall/catalogue-schema']);
  expect(await codes(calls)).toEqual([]);
  await server.change(catalogue, { text: CATALOGUE.replace('"snooze"', '"hide"') });
  expect(await codes(calls)).toEqual(['toolcall/unknown-tool']);
  await server.change(catalogue, { text: `${CATALOGUE}]` });
  expect(await codes(calls)).toEqual([]);
  expect(await server.stop()).toBe(0);
  expect(server.errors).toEqual([]);
});

test('a client that is told problems is told again when the catalogue has changed', async () => {
  const { server, calls, catalogue } = await started({ workspace: { configuration: true, workspaceFolders: true } });
  const told = (wanted: readonly string[]) =>
    server.told<{ uri: string; diagnostics: Diagnostic[] }>(
      'textDocument/publishDiagnostics',
      one => one.uri === calls && JSON.stringify(one.diagnostics.map(({ code }) => code)) === JSON.stringify(wanted),
    );
  await server.open(calls, call('snooze', 60));
  await told([]);
  await server.open(catalogue, CATALOGUE);
  await server.change(catalogue, { text: CATALOGUE.replace('"snooze"', '"hide"') });
  await told(['toolcall/unknown-tool']);
  await server.change(catalogue, { text: CATALOGUE });
  await told([]);
  expect(await server.stop()).toBe(0);
});

test('a tool is completed, told of, and found', async () => {
  const { server, calls, catalogue } = await started(PULL);
  const text = call('', 60);
  await server.open(calls, text);
  const within = (piece: string) => ({ line: 0, character: text.indexOf(piece) + piece.length });
  const at = { textDocument: { uri: calls }, position: within('"tool":"') };
  const items = await server.ask<{ label: string }[]>('textDocument/completion', at);
  expect(items.map(({ label }) => label)).toEqual(['snooze', 'draft_reply']);
  await server.change(calls, { text: call('snooze', 60) });
  const hover = await server.ask<{ contents: { value: string } }>('textDocument/hover', at);
  expect(hover.contents.value).toContain('Hides a notification for a while');
  const line = CATALOGUE.split('\n').findIndex(one => one.includes('"snooze"'));
  const definition = await server.ask<{ uri: string; range: { start: object } }[]>('textDocument/definition', at);
  expect(definition).toMatchObject([{ uri: catalogue, range: { start: { line } } }]);
  const agent = { textDocument: { uri: calls }, position: within('"agent":"co') };
  expect(await server.ask('textDocument/definition', agent)).toMatchObject([{ uri: catalogue }]);
  expect(await server.stop()).toBe(0);
});

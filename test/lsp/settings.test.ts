import { expect, onTestFinished, test } from 'vitest';
import { runsEverything } from '../kit/amount';
import { type LspClient, startServer } from '../kit/lspClient';
import { serverInTurns } from '../kit/serverInTurns';

const PULL = { textDocument: { diagnostic: {} }, workspace: { configuration: true, workspaceFolders: true } };
const uri = 'file:///nowhere/work/logs/a.json';
const message = '{"from": "mine", "to": "fix", "payload": {"confidence": 0.5, "needsReview": true}}';

interface Recognised {
  uri: string;
  kinds: { id: string; sure: boolean; count: number }[];
}
interface Report {
  items: { code: string }[];
}

const turn = serverInTurns({ capabilities: PULL });

/** A server of its own, for settings that are there at the start or are told of once. */
async function started(settings: unknown, capabilities: object = PULL) {
  const server = await startServer({ capabilities, settings, folders: ['file:///nowhere/work'] });
  onTestFinished(async () => {
    expect(await server.stop()).toBe(0);
    expect(server.errors).toEqual([]);
  });
  return asked(server);
}

function asked(server: LspClient) {
  const kindsOf = async (file: string) => {
    const { kinds } = await server.told<Recognised>('agentEnvelopes/recognised', one => one.uri === file);
    return kinds.map(({ id }) => id);
  };
  const codesOf = async (file: string) => {
    const { items } = await server.ask<Report>('textDocument/diagnostic', { textDocument: { uri: file } });
    return items.map(({ code }) => code);
  };
  return { server, kindsOf, codesOf };
}

test('agents that the user declares are known, as soon as they are declared', async () => {
  const { server, codesOf } = asked(await turn({ settings: { agents: [] }, folders: ['file:///nowhere/work'] }));
  await server.open(uri, message);
  expect(await codesOf(uri)).toContain('agent-message/unknown-agent');
  await server.set({ agents: ['mine'] });
  expect(await codesOf(uri)).not.toContain('agent-message/unknown-agent');
});

test('an association makes an envelope of what is none, and `none` the reverse', async () => {
  const associations = { 'logs/*.json': 'toolcall/call', '*.note.json': 'none' };
  const { server, kindsOf } = asked(await turn({ settings: { associations }, folders: ['file:///nowhere/work'] }));
  await server.open(uri, '{"a": 1}');
  expect(await kindsOf(uri)).toEqual(['toolcall/call']);
  await server.open('file:///nowhere/work/logs/x.note.json', message);
  expect(await kindsOf('file:///nowhere/work/logs/x.note.json')).toEqual([]);
  await server.set({ associations: {} });
  expect(await kindsOf(uri)).toEqual([]);
  expect(await kindsOf('file:///nowhere/work/logs/x.note.json')).toEqual(['agent-message/message']);
});

test('a misspelt kind is reported once, with what was likely meant', async () => {
  const { server, codesOf } = await started({ associations: { '*.json': 'toolcall/cal', '': 'none' } });
  await server.open(uri, message);
  await server.open('file:///nowhere/work/b.json', message);
  await codesOf(uri);
  await server.set({ associations: { '*.json': 'toolcall/cal', '': 'none' }, agents: ['another'] });
  await codesOf('file:///nowhere/work/b.json');
  const { message: said } = await server.told<{ message: string }>('window/showMessage', one =>
    one.message.includes('cal'),
  );
  expect(said).toBe(
    'agentEnvelopes.associations: "toolcall/cal" for "*.json" is not a kind of envelope; did you mean "toolcall/call"?',
  );
  expect(await server.told('window/showMessage')).toMatchObject({ type: 2 });
  expect(server.untaken('window/showMessage')).toBe(0);
});

test.runIf(runsEverything)('a limit of problems that is none is reported once, and the default applies', async () => {
  const { server, codesOf } = await started({ maxProblems: 0 });
  const lines = Array.from({ length: 1001 }, () => message);
  await server.open('file:///nowhere/work/c.jsonl', lines.join('\n'));
  expect(await codesOf('file:///nowhere/work/c.jsonl')).toHaveLength(1001);
  await server.open(uri, message);
  expect(await codesOf(uri)).toContain('agent-message/unknown-agent');
  const said = await server.told('window/showMessage');
  const message0 = 'agentEnvelopes.maxProblems: 0 is not a whole number from 1 up; 1,000 is used.';
  expect(said).toEqual({ type: 2, message: message0 });
  await server.set({ maxProblems: 'many' });
  expect(await codesOf(uri)).toContain('agent-message/unknown-agent');
  expect(await server.told('window/showMessage')).toMatchObject({ message: expect.stringContaining('"many" is not') });
  expect(server.untaken('window/showMessage')).toBe(0);
});

test.each([
  ['null', null],
  ['of wrong types', { associations: ['x'], agents: 'mine', intents: [1, null] }],
])('settings that are %s count as not set', async (_, settings) => {
  const { server, codesOf } = asked(await turn({ settings, folders: ['file:///nowhere/work'] }));
  await server.open(uri, message);
  expect(await codesOf(uri)).toContain('agent-message/unknown-agent');
});

test('a client that can refresh is asked to, also when folders come and go', async () => {
  const { server, kindsOf } = await started(
    { associations: { 'sub/x.json': 'toolcall/call' } },
    { ...PULL, workspace: { ...PULL.workspace, diagnostics: { refreshSupport: true } } },
  );
  const file = 'file:///nowhere/work/logs/sub/x.json';
  await server.open(file, '{"a": 1}');
  expect(await kindsOf(file)).toEqual([]);
  const added = [{ uri: 'file:///nowhere/work/logs', name: 'logs' }];
  const removed = [{ uri: 'file:///nowhere/work', name: 'work' }];
  await server.tell('workspace/didChangeWorkspaceFolders', { event: { added, removed } });
  expect(await kindsOf(file)).toEqual(['toolcall/call']);
  await server.asked('workspace/diagnostic/refresh');
});

test('a client that pushes its settings is heard', async () => {
  const server = await startServer({ capabilities: { textDocument: { diagnostic: {} } } });
  await server.open(uri, message);
  const codes = async () => {
    const { items } = await server.ask<Report>('textDocument/diagnostic', { textDocument: { uri } });
    return items.map(({ code }) => code);
  };
  expect(await codes()).toContain('agent-message/unknown-agent');
  await server.tell('workspace/didChangeConfiguration', { settings: { agentEnvelopes: { agents: ['mine'] } } });
  expect(await codes()).not.toContain('agent-message/unknown-agent');
  expect(await server.stop()).toBe(0);
});

test('a client that refuses all that it is asked is served all the same', async () => {
  const dynamic = { dynamicRegistration: true };
  const server = await startServer({
    refuses: true,
    settings: {},
    capabilities: {
      textDocument: { diagnostic: {}, documentSymbol: dynamic },
      workspace: { configuration: true, didChangeConfiguration: dynamic, diagnostics: { refreshSupport: true } },
    },
  });
  await server.asked('client/registerCapability');
  await server.open(uri, message);
  await server.set({});
  await server.asked('workspace/diagnostic/refresh');
  const { items } = await server.ask<Report>('textDocument/diagnostic', { textDocument: { uri } });
  expect(items.map(({ code }) => code)).toContain('agent-message/unknown-agent');
  expect(await server.stop()).toBe(0);
});

import { expect, onTestFinished, test } from 'vitest';
import type { CodeAction, TextDocumentEdit } from 'vscode-languageserver-types';
import { applyEdits } from '../kit/applyEdits';
import { type LspClient, startServer } from '../kit/lspClient';
import { serverInTurns } from '../kit/serverInTurns';
import { temporaryFolder } from '../kit/temporaryFolder';

let client: LspClient;

async function ownServer(options: Parameters<typeof startServer>[0] = {}): Promise<LspClient> {
  const own = await startServer(options);
  onTestFinished(async () => {
    expect(await own.stop()).toBe(0);
  });
  return own;
}

const index = `# Feature Index: 005-invites

## Document Availability

| Document | Status |
|----------|--------|
| spec.md | absent |

## Decisions Log

| Timestamp | Agent | Decision | Rationale |
|-----------|-------|----------|-----------|
`;

const artifactReturn = {
  success: true,
  message: 'Written.',
  artifacts: [{ path: 'spec.md', operation: 'overwrite', content: '# Spec\n' }],
  state_updates: {
    document_availability: { 'spec.md': 'present' },
    decisions_log: [
      { timestamp: '2026-06-01T10:00:00Z', agent: 'spec-writer', decision: 'Twelve months', rationale: 'Asked' },
    ],
    validation_summary: { passed: 3 },
  },
  next_recommendation: 'proceed',
};

test('a conversion changes the registry beside the envelope, and says what stays where', async () => {
  const text = JSON.stringify(artifactReturn, undefined, 2);
  const folder = temporaryFolder({ '.workflow/index.md': index, 'spec.md': '', 'return.json': text });
  onTestFinished(folder.dispose);
  const uri = folder.uriOf('return.json');
  const log = folder.uriOf('return.jsonl');
  client = await ownServer({
    folders: [folder.uri],
    capabilities: {
      window: { showDocument: { support: true } },
      workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename'] } },
    },
  });
  expect(client.capabilities).toMatchObject({
    codeActionProvider: { codeActionKinds: expect.arrayContaining(['refactor.rewrite.agentEnvelopes']) },
  });
  await client.open(uri, text);

  const range = { start: { line: 1, character: 3 }, end: { line: 1, character: 3 } };
  const ask = (only: string) =>
    client.ask<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range,
      context: { diagnostics: [], only: [only] },
    });
  const actions = await ask('refactor.rewrite');
  const action = actions.find(({ title }) => title.startsWith('Convert to an agent output'));
  const { changes = {} } = action?.edit ?? {};
  expect(JSON.parse(applyEdits(text, changes[uri] ?? []))).toEqual({
    success: true,
    summary: 'Written.',
    artifacts: [{ path: 'spec.md', operation: 'update', content: '# Spec\n' }],
    notes: ['state_updates.validation_summary: {"passed":3}'],
    recommendation: 'proceed',
  });
  const changed = applyEdits(index, changes[folder.uriOf('.workflow/index.md')] ?? []);
  expect(changed).toContain('| spec.md | present |');
  expect(changed.endsWith('| 2026-06-01T10:00:00Z | spec-writer | Twelve months | Asked |\n')).toBe(true);

  await client.ask('workspace/executeCommand', {
    command: action?.command?.command,
    arguments: action?.command?.arguments,
  });
  const said = await client.told<{ message: string }>('window/showMessage');
  expect(said.message).toContain('"validation_summary" of the state updates: in "notes"');

  const [append] = await ask('refactor.move');
  const [create, edit] = append?.edit?.documentChanges ?? [];
  expect([append?.title, create]).toMatchObject(['Append to a new log, return.jsonl', { kind: 'create' }]);
  expect((edit as TextDocumentEdit).textDocument.uri).toBe(log);
  await client.ask('workspace/executeCommand', {
    command: append?.command?.command,
    arguments: append?.command?.arguments,
  });
  const top = { line: 0, character: 0 };
  expect(await client.asked('window/showDocument')).toMatchObject({ uri: log, selection: { start: top, end: top } });
});

test('a command with arguments of anything does nothing', async () => {
  client = await ownServer();
  for (const argument of [null, 'x', { said: 1, show: 2 }, undefined]) {
    expect(
      await client.ask('workspace/executeCommand', { command: 'agentEnvelopes.tell', arguments: [argument] }),
    ).toBeNull();
  }
  expect(client.untaken('window/showMessage')).toBe(0);
});

const workspaceEdit = { documentChanges: true, resourceOperations: ['create', 'rename'] };
const turn = serverInTurns({
  capabilities: { workspace: { workspaceEdit, configuration: true, workspaceFolders: true } },
});

test.each([
  ['vscode-vfs://github/return.json', 'vscode-vfs://github/'],
  ['inmemory://model/1', 'inmemory://model/'],
  ['file://server/return.json', 'file://server/'],
  ['file:///return.json', undefined],
  ['untitled:return.json', undefined],
])('what can be done to %s, which lies in no folder below its authority', async (uri, beside) => {
  client = await turn();
  await client.open(uri, `[${JSON.stringify({ ...artifactReturn, success: 'true' })}]`);
  const start = { line: 0, character: 1 };
  const actions = await client.ask<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri },
    range: { start, end: { line: 0, character: 30 } },
    context: { diagnostics: [] },
  });
  expect(actions.map(({ title }) => title)).toContain('Change to true');
  const made = actions.flatMap(({ edit }) => edit?.documentChanges ?? []).flatMap(one => ('uri' in one ? one.uri : []));
  for (const one of made) expect(one.startsWith(beside ?? '-'), one).toBe(true);
  expect(made.length > 0).toBe(beside !== undefined);
});

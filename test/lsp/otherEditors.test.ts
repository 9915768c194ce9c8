import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type {
  ApplyWorkspaceEditParams,
  CodeAction,
  Command,
  CompletionItem,
  DocumentSymbol,
  Hover,
  PublishDiagnosticsParams,
  ShowMessageParams,
  SnippetTextEdit,
  SymbolInformation,
  TextDocumentEdit,
  TextEdit,
  WorkspaceDiagnosticReport,
  WorkspaceEdit,
} from 'vscode-languageserver';
import { version } from '../../package.json';
import { RECOGNISED, RUNS_CHANGED } from '../../server/src/shared/lspExtensions';
import { runsEverything } from '../kit/amount';
import { applyEdits } from '../kit/applyEdits';
import { expandSnippet } from '../kit/expandSnippet';
import { type LspClient, startServer } from '../kit/lspClient';
import { log, message, PLAIN_VIEW, startRunsServer } from '../kit/runsClient';
import { serverInTurns } from '../kit/serverInTurns';
import { temporaryFolder } from '../kit/temporaryFolder';

/** As an editor that knows nothing of us. */
const plain = { initializationOptions: { showsRuns: false, takesNotifications: false } };

describe('a language id that says less than the ending', () => {
  let server: LspClient;
  beforeAll(async () => {
    server = await startServer({ ...plain, capabilities: { textDocument: { diagnostic: {} } } });
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
  });
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
    const textDocument = { uri: `file:///work/${name}` };
    await server.open(textDocument.uri, text.replace('0.95', '1.4'), languageId);
    const { items } = await server.ask<{ items: { code: string }[] }>('textDocument/diagnostic', { textDocument });
    expect(items.map(({ code }) => code)).toEqual(['schema/maximum']);
    await server.close(textDocument.uri);
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
  // Its answer comes once the index has read everything.
  await server.ask('agentEnvelopes/tool', { name: 'runs', input: {} });
  expect(await server.ask('agentEnvelopes/runs/nodes', { view: PLAIN_VIEW })).toMatchObject({ total: 1 });
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
    ['agentEnvelopes/runs/nodes', {}, '"view"'],
    ['agentEnvelopes/runs/text', { format: 'json' }, '"run"'],
    ['agentEnvelopes/replay/place', { run: 'x', step: '1', envelope: 0 }, '"step"'],
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

/** Starts a server for one test. */
async function started(...[options]: Parameters<typeof startServer>): Promise<LspClient> {
  const server = await startServer({ ...plain, ...options });
  onTestFinished(async () => {
    expect(await server.stop()).toBe(0);
    expect(server.errors).toEqual([]);
  });
  return server;
}

function filesFor(files: Record<string, string>) {
  const folder = temporaryFolder(files);
  onTestFinished(() => folder.dispose());
  return folder;
}

const START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
const everywhere = (text: string) => ({ ...START, end: { line: text.split('\n').length, character: 0 } });
const actionsAt = <T = CodeAction>(server: LspClient, uri: string, range: object = START) =>
  server.ask<T[]>('textDocument/codeAction', { textDocument: { uri }, range, context: { diagnostics: [] } });

describe('a client without literal code actions', () => {
  const textDocument = { codeAction: { codeActionLiteralSupport: undefined } };
  const uri = 'file:///work/a.json';
  const text = `{'from': 'build', 'to': 'fix', 'payload': {'confidence': 0.95,}}`;
  const repairOf = async (server: LspClient) => {
    const commands = await actionsAt<Command>(server, uri);
    for (const one of commands) expect([typeof one.command, Object.hasOwn(one, 'edit')]).toEqual(['string', false]);
    const { command, arguments: given } = commands.find(({ title }) => title === 'Repair JSON') ?? {};
    return { command, arguments: given };
  };

  test('gets commands, whose edits it is asked to apply', async () => {
    const server = await started({ capabilities: { textDocument, workspace: { applyEdit: true } } });
    await server.open(uri, text);
    const { command, arguments: given } = await repairOf(server);
    expect(server.capabilities.executeCommandProvider).toMatchObject({ commands: expect.arrayContaining([command]) });
    expect(await server.ask('workspace/executeCommand', { command, arguments: given })).toBeNull();
    const { label, edit } = await server.asked<ApplyWorkspaceEditParams>('workspace/applyEdit');
    expect(label).toBe('Repair JSON');
    expect(applyEdits(text, edit.changes?.[uri] ?? [])).toBe(
      '{"from": "build", "to": "fix", "payload": {"confidence": 0.95}}',
    );
  });

  test.runIf(runsEverything)('is told so where the document has changed since', async () => {
    const server = await started({ capabilities: { textDocument, workspace: { applyEdit: true } } });
    await server.open(uri, text);
    const repair = await repairOf(server);
    await server.change(uri, { text: `${text} ` });
    await server.ask('workspace/executeCommand', repair);
    const { message } = await server.told<ShowMessageParams>('window/showMessage');
    expect(message).toBe('a.json has changed since "Repair JSON" was offered. Try again.');
    expect(server.untaken('workspace/applyEdit')).toBe(0);
  });

  test.runIf(runsEverything)('is told the result of a refactoring once it has applied it', async () => {
    const folder = filesFor({ 'log.jsonl': log(message(1)) });
    const server = await started({
      folders: [folder.uri],
      capabilities: {
        textDocument,
        window: { showDocument: { support: true } },
        workspace: { applyEdit: true, workspaceEdit: { documentChanges: true, resourceOperations: ['create'] } },
      },
    });
    await server.open(folder.uriOf('log.jsonl'), log(message(1)));
    const commands = await actionsAt<Command>(server, folder.uriOf('log.jsonl'));
    const { command, arguments: given } = commands.find(({ title }) => title === 'Copy to a new file') ?? {};
    await server.ask('workspace/executeCommand', { command, arguments: given });
    await server.asked('workspace/applyEdit');
    expect(await server.asked('window/showDocument')).toMatchObject({ uri: folder.uriOf('msg_1.message.json') });
  });

  test('that applies no edits either gets nothing', async () => {
    const server = await started({ capabilities: { textDocument } });
    await server.open(uri, text);
    expect(await actionsAt(server, uri)).toEqual([]);
  });
});

describe('pushed diagnostics', () => {
  const uri = 'untitled:a.json';
  const wrong = message(1, { confidence: 1.4 });

  test.each([true, false])('say which text they are of, if the client asks: %s', async versionSupport => {
    const server = await started({ capabilities: { textDocument: { publishDiagnostics: { versionSupport } } } });
    const versions = [];
    await server.open(uri, wrong);
    versions.push((await server.told<PublishDiagnosticsParams>('textDocument/publishDiagnostics')).version);
    await server.change(uri, { text: message(1) });
    const { version, diagnostics } = await server.told<PublishDiagnosticsParams>('textDocument/publishDiagnostics');
    versions.push(version);
    expect(diagnostics).toEqual([]);
    expect(versions).toEqual(versionSupport ? [1, 2] : [undefined, undefined]);
  });

  test.runIf(runsEverything)('have the properties that every client knows, and no others', async () => {
    const server = await started({ capabilities: { textDocument: { publishDiagnostics: {} } } });
    await server.open(uri, wrong);
    const { diagnostics } = await server.told<PublishDiagnosticsParams>('textDocument/publishDiagnostics');
    const [action] = await actionsAt(server, uri, everywhere(wrong));
    for (const one of [...diagnostics, ...(action?.diagnostics ?? [])])
      expect(Object.keys(one)).toEqual(['range', 'severity', 'code', 'source', 'message']);
    expect(diagnostics).toHaveLength(1);
    expect(action?.diagnostics).toHaveLength(1);
  });
});

describe('line ends of the file are kept', () => {
  const crlf = (text: string) => text.replace(/\n/g, '\r\n');
  const isCrlf = (text: string) => !/(?<!\r)\n|\r(?!\n)/.test(text);
  const pretty = (number: number, of: object = {}) =>
    crlf(JSON.stringify(JSON.parse(message(number, of)), undefined, 2));
  const editsOf = (edit: WorkspaceEdit | undefined, uri: string): TextEdit[] => {
    const changed = (edit?.documentChanges ?? []).flatMap(change =>
      'edits' in change && change.textDocument.uri === uri ? (change as TextDocumentEdit).edits : [],
    );
    return [...(edit?.changes?.[uri] ?? []), ...(changed as (TextEdit | SnippetTextEdit)[])].map(one =>
      'newText' in one ? one : { range: one.range, newText: expandSnippet(one.snippet.value) },
    );
  };
  const edited = async (
    server: LspClient,
    uri: string,
    text: string,
    title: string | RegExp,
    changed = { uri, text },
  ) => {
    const action = (await actionsAt(server, uri, everywhere(text))).find(one =>
      typeof title === 'string' ? one.title === title : title.test(one.title),
    );
    const edits = editsOf(action?.edit, changed.uri);
    expect(edits.length, String(title)).toBeGreaterThan(0);
    return applyEdits(changed.text, edits);
  };
  const workspaceEdit = { documentChanges: true, resourceOperations: ['create', 'rename'], snippetEditSupport: true };
  const turn = serverInTurns({
    capabilities: {
      textDocument: { completion: { completionItem: { snippetSupport: true } } },
      workspace: { workspaceEdit, configuration: true, workspaceFolders: true },
    },
  });

  test('by repairs, snippets, suppressions and refactorings', async () => {
    const server = await turn();
    const cases: [title: string | RegExp, text: string][] = [
      ['Repair JSON', pretty(1).replaceAll('"', "'")],
      [
        /^Add all \d missing properties$/,
        crlf('{\n  "from": "vision",\n  "to": "fix",\n  "payload": {\n    "confidence": 0.9\n  }\n}\n'),
      ],
      ['Suppress schema/maximum here', pretty(1, { confidence: 1.4 })],
      ['Sort properties in protocol order', pretty(1).replace(/^\{\r\n( {2}"id".*\r\n)( {2}"time.*\r\n)/, '{\r\n$2$1')],
    ];
    for (const [index, [title, text]] of cases.entries()) {
      const uri = `untitled:${index}.json`;
      await server.open(uri, text);
      const after = await edited(server, uri, text, title);
      expect(after, String(title)).not.toBe(text);
      expect(after, String(title)).toSatisfy(isCrlf);
    }
  });

  test.runIf(runsEverything)('by what is added to a settings file, with its own', async () => {
    const settings = {
      crlf: crlf('{\n  "agents": [\n    "mine"\n  ]\n}\n'),
      lf: '{\n  "agents": [\n    "mine"\n  ]\n}\n',
    };
    const text = pretty(1, { from: 'resarcher', confidence: 1.4 });
    const folder = filesFor({
      'crlf/.agent-envelopes.json': settings.crlf,
      'lf/.agent-envelopes.json': settings.lf,
      'none/a.md': '',
    });
    const folders = ['crlf', 'lf', 'none'].map(name => folder.uriOf(name));
    const server = await turn({ folders });
    for (const name of ['crlf', 'lf', 'none'] as const) {
      const uri = folder.uriOf(`${name}/a.json`);
      await server.open(uri, text);
      const target = {
        uri: folder.uriOf(`${name}/.agent-envelopes.json`),
        text: name === 'none' ? '' : settings[name],
      };
      for (const title of [
        'Switch off schema/maximum in this folder',
        'Add "resarcher" to "agents" in .agent-envelopes.json',
      ]) {
        const after = await edited(server, uri, text, title, target);
        expect(after).toContain('\n');
        if (name === 'lf') expect(after).not.toContain('\r');
        else expect(after, title).toSatisfy(isCrlf);
      }
    }
  });

  test('by formatting, which ends the file with a line end where it is asked to', async () => {
    const server = await turn();
    const text = crlf(message(1).replaceAll(',', ',\n').replaceAll('{', '{\n'));
    await server.open('untitled:a.json', text);
    for (const insertFinalNewline of [true, false]) {
      const edits = await server.ask<TextEdit[]>('textDocument/formatting', {
        textDocument: { uri: 'untitled:a.json' },
        options: { tabSize: 2, insertSpaces: true, insertFinalNewline },
      });
      expect(applyEdits(text, edits)).toBe(`${pretty(1)}${insertFinalNewline ? '\r\n' : ''}`);
    }
  });

  test('by completion', async () => {
    const server = await turn();
    await server.open('untitled:a.json', '\r\n\r\n');
    const items = await server.ask<CompletionItem[]>('textDocument/completion', {
      textDocument: { uri: 'untitled:a.json' },
      position: { line: 0, character: 0 },
    });
    const texts = items.flatMap(({ textEdit }) => (textEdit?.newText.includes('\n') ? [textEdit.newText] : []));
    expect(texts.length).toBeGreaterThan(3);
    for (const text of texts) expect(text).toSatisfy(isCrlf);
  });
});

describe('a client that takes plain text, and no nested symbols,', () => {
  const text = JSON.stringify(JSON.parse(message(1)), undefined, 2);
  const position = { line: 6, character: 8 };
  const textDocument = { uri: 'untitled:a.json' };

  test.each([['plaintext'], []])('%s: gets no marks of Markdown', async (...formats) => {
    const format = formats.length > 0 ? formats : undefined;
    const server = await started({
      capabilities: {
        textDocument: {
          hover: { contentFormat: format },
          completion: { completionItem: { documentationFormat: format } },
        },
      },
    });
    await server.open(textDocument.uri, text);
    const hover = await server.ask<Hover>('textDocument/hover', { textDocument, position });
    expect(hover.contents).toEqual({ kind: 'plaintext', value: expect.stringMatching(/^\w[^*\x60]{20,}$/) });
    await server.change(textDocument.uri, { text: text.replace('"priority": 1,', '') });
    const items = await server.ask<CompletionItem[]>('textDocument/completion', {
      textDocument,
      position: { line: 9, character: 4 },
    });
    const documented = items.flatMap(({ documentation }) => (documentation === undefined ? [] : [documentation]));
    expect(documented.length).toBeGreaterThan(0);
    for (const one of documented)
      expect(one).toEqual({ kind: 'plaintext', value: expect.not.stringMatching(/\*\*|\x60/) });
  });

  test('gets a flat outline, each symbol with what contains it', async () => {
    const of = async (hierarchicalDocumentSymbolSupport: boolean) => {
      const server = await started({
        capabilities: { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport } } },
      });
      await server.open(textDocument.uri, text);
      return server.ask<(DocumentSymbol | SymbolInformation)[]>('textDocument/documentSymbol', { textDocument });
    };
    const flat = (await of(false)) as SymbolInformation[];
    for (const symbol of flat) {
      expect(symbol).not.toHaveProperty('children');
      expect(symbol.location.uri).toBe(textDocument.uri);
    }
    expect(flat.find(({ name }) => name === 'priority')?.containerName).toBe('context');
    const names = (all: readonly DocumentSymbol[]): string[] =>
      all.flatMap(({ name, children = [] }) => [name, ...names(children)]);
    expect(flat.map(({ name }) => name)).toEqual(names((await of(true)) as DocumentSymbol[]));
  });
});

test('workspace diagnostics list a file once, under whatever names the client knows it', async () => {
  const folder = filesFor({ 'a+b.json': message(1, { confidence: 7 }), 'inner/b.json': message(2, { confidence: 7 }) });
  const other = (uri: string) => uri.replace('+', '%2B').replace('file:///', 'file:/');
  const server = await started({
    // One folder within the other: its files are in both.
    folders: [folder.uri, folder.uriOf('inner')],
    capabilities: { textDocument: { diagnostic: {} }, workspace: { workspaceFolders: true } },
  });
  await server.open(other(folder.uriOf('a+b.json')), message(1, { confidence: 7 }));
  const shown = new Map<string, string>();
  while (shown.size < 2) {
    const previousResultIds = [...shown].flatMap(([uri, value]) => [
      { uri, value },
      { uri: other(uri), value },
    ]);
    const { items } = await server.ask<WorkspaceDiagnosticReport>('workspace/diagnostic', { previousResultIds });
    const uris = items.map(({ uri }) => uri);
    expect(uris).toEqual([...new Set(uris)]);
    for (const item of items) if (item.resultId !== undefined) shown.set(item.uri, item.resultId);
  }
  expect([...shown.keys()].sort()).toEqual([other(folder.uriOf('a+b.json')), folder.uriOf('inner/b.json')].sort());
});

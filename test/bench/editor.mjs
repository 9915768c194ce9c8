import { spawn } from 'node:child_process';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';

/**
 * Starts a language server over a folder as an editor that pulls diagnostics does.
 * @param {string[]} command the program and its arguments; the server speaks over its standard streams
 * @param {string} folder its URI
 * @param {NodeJS.ProcessEnv} [env] added to our own
 * @param {object} [settings] what it is told when it asks for them
 */
export async function startServer([program, ...args], folder, env = {}, settings = {}) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  const connection = createMessageConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.onRequest((method, params) =>
    method === 'workspace/configuration' ? params.items.map(() => settings) : null,
  );
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: null,
    rootUri: null,
    capabilities: {
      textDocument: {
        diagnostic: {},
        documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        foldingRange: { rangeLimit: 5000, lineFoldingOnly: true },
        hover: { contentFormat: ['markdown'] },
        completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } },
      },
      workspace: {
        configuration: true,
        didChangeWatchedFiles: { dynamicRegistration: true },
        diagnostics: { refreshSupport: true },
      },
    },
    initializationOptions: { provideFormatter: false, showsRuns: true, takesNotifications: true, opensDocs: true },
    workspaceFolders: [{ uri: folder, name: 'bench' }],
  });
  await connection.sendNotification('initialized', {});
  return {
    pid: child.pid,
    connection,
    async stop() {
      await connection.sendRequest('shutdown');
      const exited = new Promise(resolve => child.once('exit', resolve));
      await connection.sendNotification('exit');
      await exited;
    },
  };
}

/**
 * Starts a language server as `startServer` does, for one document that is not open yet.
 * @param {string[]} command
 * @param {object} document
 * @param {string} document.uri
 * @param {string} document.languageId
 * @param {string} document.text
 * @param {object} [document.settings] what it is told when it asks for them
 * @param {(connection: import('vscode-jsonrpc/node').MessageConnection) => Promise<void>} [document.prepare] called
 *   before the document is opened
 */
export async function startEditor(command, { uri, languageId, text, settings, prepare }) {
  const folder = uri.slice(0, uri.lastIndexOf('/'));
  const { pid, connection, stop } = await startServer(command, folder, {}, settings);
  let isAskedToPull = () => {};
  connection.onRequest('workspace/diagnostic/refresh', () => {
    isAskedToPull();
    return null;
  });
  await prepare?.(connection);
  let version = 1;
  /** The last report of the document's diagnostics, which editors name when they ask again. */
  let last;

  const ask = (method, position) =>
    connection.sendRequest(method, { textDocument: { uri }, ...(position && { position }) });

  async function diagnostics() {
    const previous = last?.resultId !== undefined && { previousResultId: last.resultId };
    const report = await connection.sendRequest('textDocument/diagnostic', { textDocument: { uri }, ...previous });
    if (report.kind !== 'unchanged') last = report;
    return last.items;
  }
  /** Pulls as often as the server asks for it, until a list is the one that is looked for. */
  async function diagnosticsOnce(isComplete) {
    for (;;) {
      const asked = new Promise(resolve => {
        isAskedToPull = () => resolve(undefined);
      });
      const list = await diagnostics();
      if (isComplete(list)) return list;
      await asked;
    }
  }
  const second = `${uri}.second.json`;
  return {
    pid,
    connection,
    stop,
    /** Opens a small document besides. */
    openSecond: () =>
      connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri: second, languageId: 'json', version, text: '{ "status": "success" }' },
      }),
    /** Asks about a place in it. */
    askSecond: method =>
      connection.sendRequest(method, { textDocument: { uri: second }, position: { line: 0, character: 4 } }),
    /** Asks about a position, or about the whole document. */
    ask,
    diagnostics,
    diagnosticsOnce,
    open: () =>
      connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId, version, text } }),
    /** Inserts text at a position. */
    type: (position, inserted) =>
      connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version: ++version },
        contentChanges: [{ range: { start: position, end: position }, text: inserted }],
      }),
  };
}

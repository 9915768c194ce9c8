import { LSPErrorCodes, ResponseError } from 'vscode-languageserver';
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  createConnection,
  ProposedFeatures,
} from 'vscode-languageserver/browser';
import { version } from '../../../package.json';
import { interceptMessages } from '../connection/interceptMessages';
import { registerCapabilities, serverCapabilities } from '../connection/serverCapabilities';
import type { WorkerScope } from '../web/browserPlatform';

declare const self: WorkerScope;

// Starts the language server in a web worker of a browser, or the thread that indexes files in another worker. The client starts the server only
// when there is something to check, so all code is loaded at once.
void import('./serveInBrowser.js').then(({ INDEX_WORKER, runIndex, serveInBrowser }) => {
  if (self.name === INDEX_WORKER) return runIndex(self);
  const scope = self as never;
  const { reader, writer } = interceptMessages(
    [new BrowserMessageReader(scope), new BrowserMessageWriter(scope)],
    () => {},
  );
  const connection = createConnection(ProposedFeatures.all, reader, writer);
  connection.onInitialize(params => {
    const refusal = (message: string) => new ResponseError(LSPErrorCodes.RequestFailed, message);
    connection.onInitialized(() => {
      registerCapabilities(connection, params);
      // Ignores the returned warm-up work, which is for the time until a document is opened: one is open already.
      serveInBrowser(self, connection, params, refusal);
    });
    return { capabilities: serverCapabilities(params), serverInfo: { name: 'agent-envelopes', version } };
  });
  connection.listen();
});

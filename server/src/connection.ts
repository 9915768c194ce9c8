import type { Connection, InitializeParams } from 'vscode-languageserver/node';
import { serveAuthoring } from './connection/serveAuthoring';
import { serveCodeActions } from './connection/serveCodeActions';
import { serveDiagnostics } from './connection/serveDiagnostics';
import { serveReceiver } from './connection/serveReceiver';
import { serveRuns } from './connection/serveRuns';
import { openServerState, type RequestHandlers, type ServerState } from './connection/serverState';
import { serveSending } from './connection/serveSending';
import { serveSessions } from './connection/serveSessions';
import { serveSymbols } from './connection/serveSymbols';
import { serveText } from './connection/serveText';
import { syncDocuments, syncSettings, syncWatchedFiles } from './connection/syncDocuments';
import { authoringFamilies } from './families/authoringFamilies';
import { warmUp } from './features/closedDiagnostics';

export { workerMain } from './thread/workerMain';

/** The features of the server for an editor. Each registers its own handlers and has its own state; all share the server's state. */
const FEATURES: readonly ((server: ServerState) => void)[] = [
  syncSettings,
  syncDocuments,
  syncWatchedFiles,
  serveDiagnostics,
  serveText,
  serveSymbols,
  serveCodeActions,
];

/** Returns the handlers of all requests that are not part of LSP. */
function requestHandlers(server: ServerState): RequestHandlers {
  return {
    ...serveRuns(server),
    ...serveSending(server),
    ...serveSessions(),
    ...serveReceiver(server),
    ...serveAuthoring(server),
  };
}

/**
 * Serves an editor. Returns work to do in the background until a document is opened.
 *
 * @param refusal creates the error for a refused request
 */
export function serve(
  connection: Connection,
  params: InitializeParams,
  refusal: (message: string) => Error,
): Iterator<undefined> {
  const server = openServerState(connection, params, refusal);
  for (const register of FEATURES) register(server);
  for (const [method, answer] of Object.entries(requestHandlers(server))) connection.onRequest(method, answer);
  return warmUp(authoringFamilies);
}

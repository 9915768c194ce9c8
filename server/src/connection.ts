import type { Connection, InitializeParams } from 'vscode-languageserver/node';
import { serveAuthoring } from './connection/serveAuthoring';
import { serveCodeActions } from './connection/serveCodeActions';
import { serveDiagnostics } from './connection/serveDiagnostics';
import { serveReceiver } from './connection/serveReceiver';
import { serveRuns } from './connection/serveRuns';
import { serveSending } from './connection/serveSending';
import { serveSessions } from './connection/serveSessions';
import { serveSymbols } from './connection/serveSymbols';
import { serveText } from './connection/serveText';
import { openSession, type RequestHandlers, type Session } from './connection/session';
import { syncDocuments, syncSettings, syncWatchedFiles } from './connection/syncDocuments';
import { authoringFamilies } from './families/authoringFamilies';
import { warmUp } from './features/closedDiagnostics';

export { workerMain } from './thread/workerMain';

/** The server's features for an editor. Each registers its own handlers and keeps its own state; they share the session. */
const FEATURES: readonly ((session: Session) => void)[] = [
  syncSettings,
  syncDocuments,
  syncWatchedFiles,
  serveDiagnostics,
  serveText,
  serveSymbols,
  serveCodeActions,
];

/** Those that answer requests besides those of LSP, and what they answer. */
function requestHandlers(session: Session): RequestHandlers {
  return {
    ...serveRuns(session),
    ...serveSending(session),
    ...serveSessions(),
    ...serveReceiver(session),
    ...serveAuthoring(session),
  };
}

/**
 * Serves an editor. Returns work for the time until a document is opened.
 *
 * @param refusal creates the error for a refused request
 */
export function serve(
  connection: Connection,
  params: InitializeParams,
  refusal: (message: string) => Error,
): Iterator<undefined> {
  const session = openSession(connection, params, refusal);
  for (const register of FEATURES) register(session);
  for (const [method, answer] of Object.entries(requestHandlers(session))) connection.onRequest(method, answer);
  return warmUp(authoringFamilies);
}

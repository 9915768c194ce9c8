import type { Connection, InitializeParams } from 'vscode-languageserver';
import { familiesWithSnippets } from '../families/familiesWithSnippets';
import { warmUp } from '../features/closedFileDiagnostics';
import { serveCodeActions } from './serveCodeActions';
import { serveDiagnostics } from './serveDiagnostics';
import { serveDocumentFeatures } from './serveDocumentFeatures';
import { openServerState, type RequestHandlers, type ServerOptions, type ServerState } from './serverState';
import { serveSymbols } from './serveSymbols';
import { syncDocuments, syncSettings, syncWatchedFiles } from './syncDocuments';

/** The features of the server for an editor. Each registers its own handlers and has its own state; all share the server's state. */
const FEATURES: readonly ((server: ServerState) => void)[] = [
  syncSettings,
  syncDocuments,
  syncWatchedFiles,
  serveDiagnostics,
  serveDocumentFeatures,
  serveSymbols,
  serveCodeActions,
];

/**
 * Starts all features of the language server on an editor's connection. Returns an iterator over warm-up work, which the caller runs in
 * small steps until a document is opened.
 *
 * @param handlers answer the requests that are not part of LSP
 */
export function serveEditor(
  connection: Connection,
  params: InitializeParams,
  options: ServerOptions,
  handlers: (server: ServerState) => RequestHandlers,
): Iterator<undefined> {
  const server = openServerState(connection, params, options);
  for (const register of FEATURES) register(server);
  for (const [method, answer] of Object.entries(handlers(server))) connection.onRequest(method, answer);
  return warmUp(familiesWithSnippets);
}

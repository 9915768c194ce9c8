import type { Connection, InitializeParams } from 'vscode-languageserver';
import { configuredStores } from '../connection/configuredStores';
import { serveAgentSessions } from '../connection/serveAgentSessions';
import { serveEditor } from '../connection/serveEditor';
import { serveNewContent } from '../connection/serveNewContent';
import { serveReceiver } from '../connection/serveReceiver';
import { serveRunSending } from '../connection/serveRunSending';
import { serveRuns } from '../connection/serveRuns';
import type { RequestHandlers, ServerState } from '../connection/serverState';
import type { LoadedCode } from '../model/schema';
import { nodeServerPlatform } from '../thread/nodePlatform';
import { filesBelow } from '../workspace/walkFiles';

export { workerMain } from '../thread/workerMain';

function requestHandlers(server: ServerState, code: LoadedCode): RequestHandlers {
  return {
    ...serveRuns(server),
    ...serveRunSending(server),
    ...serveAgentSessions(code),
    ...serveReceiver(server),
    ...serveNewContent(server, filesBelow),
  };
}

/**
 * Starts the language server in a Node process. Returns an iterator over warm-up work, which the caller runs in small steps until a
 * document is opened.
 */
export function serveInNode(
  connection: Connection,
  params: InitializeParams,
  refusal: (message: string) => Error,
): Iterator<undefined> {
  const platform = nodeServerPlatform();
  const options = { refusal, platform, createStores: configuredStores };
  return serveEditor(connection, params, options, server => requestHandlers(server, platform.code));
}

import type { Connection, InitializeParams } from 'vscode-languageserver';
import { openStores } from './connection/openStores';
import { serveAuthoring } from './connection/serveAuthoring';
import { serveEditor } from './connection/serveEditor';
import { serveReceiver } from './connection/serveReceiver';
import { serveRuns } from './connection/serveRuns';
import type { RequestHandlers, ServerState } from './connection/serverState';
import { serveSending } from './connection/serveSending';
import { serveSessions } from './connection/serveSessions';
import { nodeServerPlatform } from './thread/nodePlatform';
import type { LoadedCode } from './thread/platform';
import { filesBelow } from './workspace/walkPaths';

export { workerMain } from './thread/workerMain';

function requestHandlers(server: ServerState, code: LoadedCode): RequestHandlers {
  return {
    ...serveRuns(server),
    ...serveSending(server),
    ...serveSessions(code),
    ...serveReceiver(server),
    ...serveAuthoring(server, filesBelow),
  };
}

/** Serves an editor, in Node: see `serveEditor`. */
export function serve(
  connection: Connection,
  params: InitializeParams,
  refusal: (message: string) => Error,
): Iterator<undefined> {
  const platform = nodeServerPlatform();
  const options = { refusal, platform, openStores };
  return serveEditor(connection, params, options, server => requestHandlers(server, platform.code));
}

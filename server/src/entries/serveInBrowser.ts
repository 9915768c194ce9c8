import type { Connection, InitializeParams } from 'vscode-languageserver';
import { serveEditor } from '../connection/serveEditor';
import { serveNewContent } from '../connection/serveNewContent';
import { serveRuns } from '../connection/serveRuns';
import { runIndexWorker } from '../thread/indexWorker';
import {
  browserIndexPlatform,
  browserServerPlatform,
  clientFilesBelow,
  type WorkerScope,
} from '../web/browserPlatform';
import { clientDisk } from '../web/clientDisk';
import { noStores, unavailableInBrowser } from '../web/unavailableInBrowser';

export { INDEX_WORKER } from '../web/browserPlatform';

/**
 * Starts the language server in a web worker of a browser. Returns an iterator over warm-up work, which the caller runs in small steps
 * until a document is opened.
 */
export function serveInBrowser(
  scope: WorkerScope,
  connection: Connection,
  params: InitializeParams,
  refusal: (message: string) => Error,
): Iterator<undefined> {
  const disk = clientDisk(connection);
  const options = { refusal, platform: browserServerPlatform(scope, disk), createStores: noStores };
  return serveEditor(connection, params, options, server => ({
    ...serveRuns(server),
    ...serveNewContent(server, uris => clientFilesBelow(disk, uris)),
    ...unavailableInBrowser(refusal),
  }));
}

/** Runs the worker of the index. */
export function runIndex(scope: WorkerScope): void {
  const { port, platform } = browserIndexPlatform(scope);
  runIndexWorker(port, platform);
}

import { type ExtensionContext, window } from 'vscode';
import { commandRegistrar } from './commands/commandRegistrar';
import { registerCommands } from './commands/registerCommands';
import { registerVirtualDocuments } from './editors/registerVirtualDocuments';
import { saveChangedSettings } from './editors/saveChangedSettings';
import { showLargeFileStatus } from './editors/showLargeFileStatus';
import { showRecognitionStatus } from './editors/showRecognitionStatus';
import { suggestInFences } from './editors/suggestInFences';
import { suggestSchemaIds } from './editors/suggestSchemaIds';
import { failureReporter } from './messages/failureReporter';
import { registerReceiver } from './receive/registerReceiver';
import { showReplay } from './replay/showReplay';
import { showRuns } from './runs/showRuns';
import { createServer } from './server/createServer';
import { showServerStatus } from './server/showServerStatus';
import { openSession } from './sessions/openSession';
import { registerSources } from './sources/registerSources';

/** Composes the extension from its parts. */
export async function activate(context: ExtensionContext): Promise<void> {
  const log = window.createOutputChannel('Agent Envelopes', { log: true });
  const server = createServer(context, log);
  const reportFailure = failureReporter(server, log);
  const register = commandRegistrar(context.extension, reportFailure);
  const runs = showRuns(context, server, log, register);
  context.subscriptions.push(
    log,
    server,
    showServerStatus(server),
    showLargeFileStatus(),
    showRecognitionStatus(server),
    registerVirtualDocuments(server),
    suggestSchemaIds(),
    suggestInFences(),
    saveChangedSettings(),
    ...runs.disposables,
    ...showReplay(context, { server, log, register, reportFailure, onShown: runs.follow }),
    ...registerCommands(register, server, log),
    ...registerSources(context, server, register, runs.tree),
    registerReceiver(context, { server, register, reportFailure }),
    register('openSession', () => openSession(server, context.globalState)),
  );
  await server.start();
}

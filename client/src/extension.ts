import { type ExtensionContext, window } from 'vscode';
import { registerCommands } from './commands';
import { provideDocuments } from './documents';
import { failureReporter } from './failures';
import { showLargeFiles } from './largeFiles';
import { openSchemaIds } from './openSchemaIds';
import { showRecognition } from './recognition';
import { commandRegistrar } from './registerCommand';
import { showReplay } from './replay/showReplay';
import { showRuns } from './runs/showRuns';
import { createServer } from './server';
import { showServerStatus } from './serverStatus';

/** Composes the extension; each piece lives in a file of its own. */
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
    showLargeFiles(),
    showRecognition(server),
    provideDocuments(server),
    openSchemaIds(),
    ...runs.disposables,
    ...showReplay(context, { server, log, register, reportFailure, onShown: runs.follow }),
    ...registerCommands(register, server, log),
  );
  await server.start();
}

import { type ExtensionContext, window } from 'vscode';
import { registerCommands } from './commands';
import { provideDocuments } from './documents';
import { showRecognition } from './recognition';
import { showReplay } from './replay/showReplay';
import { showRuns } from './runs/showRuns';
import { createServer } from './server';

/** Composes the extension; each piece lives in a file of its own. */
export async function activate(context: ExtensionContext): Promise<void> {
  const log = window.createOutputChannel('Agent Envelopes', { log: true });
  const server = createServer(context, log);
  context.subscriptions.push(
    log,
    server,
    showRecognition(server),
    provideDocuments(server),
    ...showRuns(context, server, log),
    ...showReplay(context, server, log),
    ...registerCommands(server, log),
  );
  await server.start();
}

import { type ExtensionContext, window } from 'vscode';
import { continueWalkthrough, openSample, trySample } from './commands/openSample';
import { registerCommands } from './commands/registerCommands';
import { createServer } from './createServer';
import {
  registerVirtualDocuments,
  saveChangedSettings,
  suggestInFences,
  suggestSchemaIds,
} from './editors/editorFeatures';
import { commandRegistrar, failureReporter } from './messages/failureReporter';
import { showLargeFileStatus, showRecognitionStatus, showServerStatus } from './messages/statusItems';
import { registerAgentTools } from './registerAgentTools';
import { registerReplay } from './replay/registerReplay';
import { showRuns } from './runs/showRuns';
import { openSession } from './sources/openSession';
import { registerReceiver } from './sources/registerReceiver';
import { registerSources } from './sources/registerSources';
import { startWhenNeeded } from './startWhenNeeded';

/** Starts the extension: creates its features and connects them. */
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
    showRecognitionStatus(server, register),
    registerVirtualDocuments(server),
    suggestSchemaIds(),
    suggestInFences(),
    saveChangedSettings(),
    ...runs.disposables,
    ...registerReplay(context, { server, log, register, reportFailure, onShown: runs.follow }),
    ...registerCommands(register, server, log),
    ...registerSources(context, server, register, runs.tree),
    registerReceiver(context, { server, register, reportFailure }),
    ...registerAgentTools(context, server),
    register('openSession', () => openSession(server, context.globalState)),
    register('openSample', () => openSample(context)),
    register('try', (step: unknown) => trySample(context, step)),
    startWhenNeeded(context, server, log),
  );
  await continueWalkthrough(context);
}

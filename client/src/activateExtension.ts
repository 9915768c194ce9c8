// This import comes first, since other modules translate their texts when they are loaded.
import './messages/displayLanguageTexts';
import { type Disposable, type ExtensionContext, window } from 'vscode';
import type { ClientPlatform } from './clientPlatform';
import { continueWalkthrough, trySample } from './commands/openSample';
import { registerCommands } from './commands/registerCommands';
import { createServer, type Server } from './createServer';
import {
  registerVirtualDocuments,
  saveChangedSettings,
  suggestInFences,
  suggestSchemaIds,
} from './editors/documentHandlers';
import {
  commandRegistrar,
  failureReporter,
  type RegisterCommand,
  type ReportFailure,
} from './messages/failureReporter';
import { showLargeFileStatus, showRecognitionStatus, showServerStatus } from './messages/statusBarItems';
import { registerReplay } from './replay/registerReplay';
import { registerRunsViews } from './runs/registerRunsViews';
import type { RunsTree } from './runs/runsTree';
import { startServerWhenNeeded } from './startServerWhenNeeded';

/**
 * Starts the extension, in Node or in a browser: creates the language server's client, and registers commands, views, tools and the replay of
 * runs.
 *
 * @param more adds the features that only Node, or only a browser, has
 */
export async function activateExtension(
  context: ExtensionContext,
  host: ClientPlatform,
  more: (parts: ExtensionParts) => Disposable[],
): Promise<void> {
  const log = window.createOutputChannel('Agent Envelopes', { log: true });
  const server = createServer(context, log, host);
  const reportFailure = failureReporter(server, log);
  const register = commandRegistrar(context.extension, reportFailure);
  const runs = registerRunsViews(context, server, log, register);
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
    ...registerReplay(context, {
      server,
      log,
      register,
      reportFailure,
      onShown: runs.follow,
      downloads: host.downloads ?? false,
    }),
    ...registerCommands(register, server, log),
    register('try', (step: unknown) => trySample(context, step)),
    ...more({ server, register, reportFailure, tree: runs.tree }),
    startServerWhenNeeded(context, server, log, host),
  );
  await continueWalkthrough(context);
}

export interface ExtensionParts {
  server: Server;
  register: RegisterCommand;
  reportFailure: ReportFailure;
  tree: Pick<RunsTree, 'show'>;
}

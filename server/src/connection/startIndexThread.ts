import type { Connection, InitializeParams } from 'vscode-languageserver/node';
import { progressReporter } from '../session/progressReporter';
import { type ClientOptions, RUNS_CHANGED, type RunsChanged } from '../shared/protocol';
import { type IndexThread, indexThread } from '../thread/indexThread';
import { ignoreRejection } from './ignoreRejection';

/**
 * Starts the index thread, and shows its progress in the editor.
 *
 * @returns the thread, and a function that refreshes lenses and hints, which depend on runs
 */
export function startIndexThread(
  connection: Connection,
  { capabilities, initializationOptions }: InitializeParams,
  handlers: Pick<Parameters<typeof indexThread>[0], 'onDeclared' | 'openFiles'>,
): { index: IndexThread; refreshText(): void } {
  const client: ClientOptions = initializationOptions ?? {};
  const { codeLens, inlayHint } = capabilities.workspace ?? {};
  const showProgress = progressReporter(
    'Reading workflow runs',
    capabilities.window?.workDoneProgress ? () => connection.window.createWorkDoneProgress() : undefined,
    () => index.cancelScan(),
  );
  function refreshText(): void {
    if (codeLens?.refreshSupport && client.showsRuns)
      ignoreRejection(connection.sendRequest('workspace/codeLens/refresh'));
    if (inlayHint?.refreshSupport) ignoreRejection(connection.sendRequest('workspace/inlayHint/refresh'));
  }
  let shownRevision: number | undefined;
  const index = indexThread({
    ...handlers,
    onState({ revision, runs, files, scanning, live }) {
      showProgress(scanning, `${files} files, ${runs} runs`);
      const changed: RunsChanged = { runs, reading: scanning, live };
      if (client.takesNotifications) void connection.sendNotification(RUNS_CHANGED, changed);
      // What is found in a search changes no lens.
      if (revision !== shownRevision || scanning) refreshText();
      shownRevision = revision;
    },
    onWarning: text => connection.console.warn(text),
  });
  return { index, refreshText };
}

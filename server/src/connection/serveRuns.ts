import type { Connection, InitializeParams } from 'vscode-languageserver/node';
import { codeLens } from '../features/runs/lenses/codeLens';
import { inlayHints } from '../features/runs/lenses/inlayHints';
import { progressReporter } from '../session/progressReporter';
import {
  type ClientOptions,
  REPLAY,
  REPLAY_AT,
  REPLAY_LOCATION,
  RUN_FILES,
  RUN_FILTER,
  RUN_LOCATION,
  RUN_NODES,
  RUN_PATH,
  RUN_TEXT,
  RUNS_CHANGED,
  RUNS_REFRESH,
  type RunsChanged,
  STATE_NODES,
} from '../shared/protocol';
import { type IndexThread, indexThread } from '../thread/indexThread';
import { ignoreRejection } from './ignoreRejection';
import type { Session } from './session';

/** Starts the thread of the index, and tells the editor how it gets on. */
export function startIndexThread(
  connection: Connection,
  { capabilities, initializationOptions }: InitializeParams,
  { onDeclared, openFiles }: Pick<Parameters<typeof indexThread>[0], 'onDeclared' | 'openFiles'>,
) {
  const client: ClientOptions = initializationOptions ?? {};
  const reading = progressReporter(
    'Reading workflow runs',
    capabilities.window?.workDoneProgress ? () => connection.window.createWorkDoneProgress() : undefined,
    () => thread.cancelScan(),
  );
  const thread: IndexThread = indexThread({
    onState({ runs, files, scanning, live }) {
      reading(scanning, `${files} files, ${runs} runs`);
      const changed: RunsChanged = { runs, reading: scanning, live };
      if (client.takesNotifications) void connection.sendNotification(RUNS_CHANGED, changed);
      refreshText();
    },
    onDeclared,
    openFiles,
    onWarning: text => connection.console.warn(text),
  });
  // What stands above and beside envelopes tells of their runs.
  const { codeLens: lens, inlayHint } = capabilities.workspace ?? {};
  const refreshText = () => {
    if (lens?.refreshSupport && client.showsRuns) ignoreRejection(connection.sendRequest('workspace/codeLens/refresh'));
    if (inlayHint?.refreshSupport) ignoreRejection(connection.sendRequest('workspace/inlayHint/refresh'));
  };
  return { index: thread, refreshText };
}

/** What an editor asks of runs: of their trees, and of what stands above and beside the text. */
export function serveRuns({ connection, withAnalysis, settings, index }: Session): void {
  connection.onCodeLens(({ textDocument }) =>
    withAnalysis(textDocument, [], async analysis => {
      const { uri } = analysis.file;
      const { enabled } = (await settings.settingsFor(uri)).codeLens;
      return enabled ? codeLens(analysis, await index.query('lens', { uri })) : [];
    }),
  );
  connection.languages.inlayHint.on(({ textDocument, range }) =>
    withAnalysis(textDocument, [], async analysis => {
      const { uri } = analysis.file;
      const shown = (await settings.settingsFor(uri)).inlayHints;
      const lines = { first: range.start.line, last: range.end.line };
      return inlayHints(analysis, range, { shown, steps: await index.query('steps', { uri, lines }) });
    }),
  );
  connection.onRequest(RUN_NODES, asked => index.query('nodes', asked));
  connection.onRequest(RUN_FILTER, asked => index.query('filter', asked));
  connection.onRequest(RUN_FILES, () => index.query('files', undefined));
  connection.onRequest(RUN_PATH, asked => index.query('path', asked));
  connection.onRequest(RUN_LOCATION, asked => index.query('place', asked));
  connection.onRequest(RUN_TEXT, asked => index.query('text', asked));
  connection.onRequest(STATE_NODES, asked => index.query('state', asked));
  connection.onRequest(REPLAY, asked => index.query('replay', asked));
  connection.onRequest(REPLAY_AT, asked => index.query('replayAt', asked));
  connection.onRequest(REPLAY_LOCATION, asked => index.query('replayPlace', asked));
  connection.onRequest(RUNS_REFRESH, () => index.rescan());
  connection.onShutdown(() => index.stop());
}

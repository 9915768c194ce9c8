import type { Connection, InitializeParams } from 'vscode-languageserver/node';
import { codeLens } from '../features/runs/lenses/codeLens';
import { inlayHints } from '../features/runs/lenses/inlayHints';
import {
  type ClientOptions,
  REPLAY,
  REPLAY_AT,
  REPLAY_PLACE,
  RUN_FILES,
  RUN_FILTER,
  RUN_NODES,
  RUN_PATH,
  RUN_PLACE,
  RUN_TEXT,
  RUNS_CHANGED,
  RUNS_REFRESH,
  type RunsChanged,
  STATE_NODES,
} from '../protocol';
import { progress } from '../session/progressReporter';
import { type IndexThread, indexThread } from '../thread/indexThread';
import { quietly } from './ignoreRejection';
import type { Session } from './session';

/** Starts the thread of the index, and tells the editor how it gets on. */
export function runsThread(
  connection: Connection,
  { capabilities, initializationOptions }: InitializeParams,
  { onDeclared, openFiles }: Pick<Parameters<typeof indexThread>[0], 'onDeclared' | 'openFiles'>,
) {
  const client: ClientOptions = initializationOptions ?? {};
  const reading = progress(
    'Reading workflow runs',
    capabilities.window?.workDoneProgress ? () => connection.window.createWorkDoneProgress() : undefined,
    () => thread.cancel(),
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
    if (lens?.refreshSupport && client.showsRuns) quietly(connection.sendRequest('workspace/codeLens/refresh'));
    if (inlayHint?.refreshSupport) quietly(connection.sendRequest('workspace/inlayHint/refresh'));
  };
  return { thread, refreshText };
}

/** What an editor asks of runs: of their trees, and of what stands above and beside the text. */
export function serveRuns({ connection, on, settings, thread }: Session): void {
  connection.onCodeLens(({ textDocument }) =>
    on(textDocument, [], async analysis => {
      const { uri } = analysis.file;
      const { enabled } = (await settings.settingsFor(uri)).codeLens;
      return enabled ? codeLens(analysis, await thread.ask('lens', { uri })) : [];
    }),
  );
  connection.languages.inlayHint.on(({ textDocument, range }) =>
    on(textDocument, [], async analysis => {
      const { uri } = analysis.file;
      const shown = (await settings.settingsFor(uri)).inlayHints;
      const lines = { first: range.start.line, last: range.end.line };
      return inlayHints(analysis, range, { shown, steps: await thread.ask('steps', { uri, lines }) });
    }),
  );
  connection.onRequest(RUN_NODES, asked => thread.ask('nodes', asked));
  connection.onRequest(RUN_FILTER, asked => thread.ask('filter', asked));
  connection.onRequest(RUN_FILES, () => thread.ask('files', undefined));
  connection.onRequest(RUN_PATH, asked => thread.ask('path', asked));
  connection.onRequest(RUN_PLACE, asked => thread.ask('place', asked));
  connection.onRequest(RUN_TEXT, asked => thread.ask('text', asked));
  connection.onRequest(STATE_NODES, asked => thread.ask('state', asked));
  connection.onRequest(REPLAY, asked => thread.ask('replay', asked));
  connection.onRequest(REPLAY_AT, asked => thread.ask('replayAt', asked));
  connection.onRequest(REPLAY_PLACE, asked => thread.ask('replayPlace', asked));
  connection.onRequest(RUNS_REFRESH, () => thread.scan());
  connection.onShutdown(() => thread.stop());
}

import { codeLens } from '../features/runs/lenses/codeLens';
import { inlayHints } from '../features/runs/lenses/inlayHints';
import {
  REPLAY,
  REPLAY_AT,
  REPLAY_FILES,
  REPLAY_LOCATION,
  type ReplayFilesParams,
  RUN_FILES,
  RUN_FILTER,
  RUN_LOCATION,
  RUN_NODES,
  RUN_PATH,
  RUN_TEXT,
  RUNS_REFRESH,
  SEARCH_SAID,
  STATE_NODES,
} from '../shared/protocol';
import type { Session } from './session';

/** Answers requests about runs: their tree, their replay, and the lenses and hints in the text. */
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
  connection.onRequest(SEARCH_SAID, asked => index.query('said', asked));
  connection.onRequest(RUN_FILES, () => index.query('files', undefined));
  connection.onRequest(RUN_PATH, asked => index.query('path', asked));
  connection.onRequest(RUN_LOCATION, asked => index.query('location', asked));
  connection.onRequest(RUN_TEXT, asked => index.query('text', asked));
  connection.onRequest(STATE_NODES, asked => index.query('state', asked));
  connection.onRequest(REPLAY, asked => index.query('replay', asked));
  connection.onRequest(REPLAY_AT, asked => index.query('findReplay', asked));
  connection.onRequest(REPLAY_FILES, ({ files }: ReplayFilesParams) => index.included(files.map(({ uri }) => uri)));
  connection.onRequest(REPLAY_LOCATION, asked => index.query('replayLocation', asked));
  connection.onRequest(RUNS_REFRESH, () => index.rescan());
  connection.onShutdown(() => index.stop());
}

import { codeLens } from '../features/runs/codeLens';
import { inlayHints } from '../features/runs/inlayHints';
import {
  REPLAY,
  REPLAY_AT,
  REPLAY_FILES,
  REPLAY_LOCATION,
  type ReplayFilesParams,
  type ReplayLocationParams,
  type ReplayParams,
  RUN_FILES,
  RUN_FILTER,
  RUN_LOCATION,
  RUN_NODES,
  RUN_PATH,
  RUN_TEXT,
  RUNS_REFRESH,
  type RunLocationParams,
  type RunNodesParams,
  type RunPathParams,
  type RunTextParams,
  type SaidParams,
  SEARCH_SAID,
  SEARCHED_STORES,
  STATE_NODES,
  STORED_STEP,
  type StateNodesParams,
  type StoredStep,
  type StoredStepParams,
} from '../shared/protocol';
import type { Session } from './session';

/** Answers requests about runs: their tree, their replay, and the lenses and hints in the text. */
export function serveRuns({ connection, withAnalysis, settings, index, stores }: Session): void {
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
  connection.onRequest(RUN_NODES, async (asked: RunNodesParams) => {
    const ofStore = await stores.nodes(asked);
    if (ofStore) return ofStore;
    const parent = asked.parent === undefined ? undefined : await stores.nodeOf(asked.parent);
    return index.query('nodes', { ...asked, ...(parent !== undefined && { parent }) });
  });
  connection.onRequest(RUN_FILTER, asked => index.query('filter', asked));
  connection.onRequest(SEARCH_SAID, (asked: SaidParams) =>
    asked.source === undefined ? index.query('said', asked) : stores.search(asked.source, asked),
  );
  connection.onRequest(SEARCHED_STORES, () => stores.names());
  connection.onRequest(STORED_STEP, async (asked: StoredStepParams): Promise<StoredStep> => {
    const run = await stores.keyOf(asked.run);
    return { run, step: await index.query('stepOf', { run, key: asked.step }) };
  });
  connection.onRequest(RUN_FILES, () => index.query('files', undefined));
  connection.onRequest(RUN_PATH, async (asked: RunPathParams) => {
    // The store may have been added just now.
    if ('source' in asked) await stores.configured();
    return index.query('path', 'run' in asked ? { ...asked, run: await stores.keyOf(asked.run) } : asked);
  });
  connection.onRequest(RUN_LOCATION, async ({ node }: RunLocationParams) =>
    index.query('location', { node: await stores.nodeOf(node) }),
  );
  connection.onRequest(RUN_TEXT, async (asked: RunTextParams) => index.query('text', await withLoadedRun(asked)));
  connection.onRequest(STATE_NODES, async (asked: StateNodesParams) =>
    index.query('state', await withLoadedRun(asked)),
  );
  connection.onRequest(REPLAY, async (asked: ReplayParams) => {
    const { with: other } = { with: undefined, ...(asked.params as object | null) };
    // A comparison names a second run.
    const params =
      typeof other === 'string' ? { ...(asked.params as object), with: await stores.keyOf(other) } : asked.params;
    return index.query('replay', { ...(await withLoadedRun(asked)), params: params as ReplayParams['params'] });
  });
  connection.onRequest(REPLAY_AT, asked => index.query('findReplay', asked));
  connection.onRequest(REPLAY_FILES, ({ files }: ReplayFilesParams) => index.included(files.map(({ uri }) => uri)));
  connection.onRequest(REPLAY_LOCATION, async (asked: ReplayLocationParams) =>
    index.query('replayLocation', await withLoadedRun(asked)),
  );
  connection.onRequest(RUNS_REFRESH, () => {
    stores.refresh();
    index.rescan();
  });
  connection.onShutdown(() => {
    stores.close();
    return index.stop();
  });

  /** Replaces the run in parameters by its key in the index. Loads a store's run first. */
  async function withLoadedRun<T extends { run: string }>(asked: T): Promise<T> {
    return { ...asked, run: await stores.keyOf(asked.run) };
  }
}

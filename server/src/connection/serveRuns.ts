import { needsRuns } from '../features/agentTools/agentTools';
import { codeLens } from '../features/runs/codeLens';
import { hintedParts, inlayHints } from '../features/runs/inlayHints';
import { analysedPartAt } from '../features/runs/stepsOfFile';
import type { RequestHandlers, ServerState } from './serverState';

/** Answers requests about workflow runs: the tree of runs, their replay, and their code lenses and inlay hints in the editor. */
export function serveRuns({ connection, tellIndex, withAnalysis, documents, settings, index, stores }: ServerState) {
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
      const steps = await index.query('steps', { uri, parts: hintedParts(analysis, range) });
      return inlayHints(analysis, range, { shown, steps });
    }),
  );
  connection.onShutdown(() => {
    stores.close();
    return index.stop();
  });
  return {
    'agentEnvelopes/runs/nodes': async asked => {
      const ofStore = await stores.nodes(asked);
      if (ofStore) return ofStore;
      const parent = asked.parent === undefined ? undefined : await stores.nodeOf(asked.parent);
      return index.query('nodes', { ...asked, ...(parent !== undefined && { parent }) });
    },
    'agentEnvelopes/runs/filter': asked => index.query('filter', asked),
    'agentEnvelopes/runs/said': asked =>
      asked.source === undefined ? index.query('said', asked) : stores.search(asked.source, asked),
    'agentEnvelopes/tool': async asked => {
      if (!needsRuns(asked.name)) return index.query('tool', asked, 'now');
      await tellIndex();
      return index.query('tool', asked, 'checked');
    },
    'agentEnvelopes/runs/stores': () => stores.names(),
    'agentEnvelopes/runs/storedStep': async asked => {
      const run = await stores.keyOf(asked.run);
      return { run, step: await index.query('stepOf', { run, key: asked.step }) };
    },
    'agentEnvelopes/runs/files': () => index.query('files', undefined),
    'agentEnvelopes/runs/path': async asked => {
      // The store may have been added just now.
      if (asked.source !== undefined) await stores.configured();
      const { run, uri, position } = asked;
      const analysis = uri === undefined ? undefined : documents.madeAnalysis(uri);
      const params = { ...asked, place: analysis && position && analysedPartAt(analysis, position) };
      return index.query('path', run === undefined ? params : { ...params, run: await stores.keyOf(run) });
    },
    'agentEnvelopes/runs/place': async ({ node }) => index.query('location', { node: await stores.nodeOf(node) }),
    'agentEnvelopes/runs/text': async asked => index.query('text', await withLoadedRun(asked)),
    'agentEnvelopes/state/nodes': async asked => index.query('state', await withLoadedRun(asked)),
    'agentEnvelopes/replay': async asked => {
      // A comparison names a second run.
      const { with: other } = { with: undefined, ...(asked.params as object | null) };
      const params =
        typeof other === 'string' ? { ...(asked.params as object), with: await stores.keyOf(other) } : asked.params;
      return index.query('replay', { ...(await withLoadedRun(asked)), params });
    },
    'agentEnvelopes/replay/at': asked => index.query('findReplay', asked),
    'agentEnvelopes/replay/files': ({ files }) => index.included(files.map(({ uri }) => uri)),
    'agentEnvelopes/replay/place': async asked => index.query('replayLocation', await withLoadedRun(asked)),
    'agentEnvelopes/runs/refresh': () => {
      stores.refresh();
      index.rescan();
    },
  } satisfies Partial<RequestHandlers>;

  /** Replaces the run in parameters by its key in the index. Loads a store's run first. */
  async function withLoadedRun<T extends { run: string }>(asked: T): Promise<T> {
    return { ...asked, run: await stores.keyOf(asked.run) };
  }
}

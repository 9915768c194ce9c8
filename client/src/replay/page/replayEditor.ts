import { type Disposable, type Uri, window, workspace } from 'vscode';
import { REPLAY_AT, type ReplayAt, type ReplayAtParams, type RunBrief } from '../../../../server/src/shared/protocol';
import { noRunsMessage } from '../runs/noRunsMessage';
import { runTitle } from '../runs/runTitles';
import type { OpenReplays } from './openReplays';
import type { PageActions } from './pageActions';
import type { PageSubject } from './pageTypes';
import type { ReplayServices } from './replayServices';
import { replayWebview } from './replayWebview';

/** Registers the custom editor "Trace Replay", which shows the runs of a file instead of its text. */
export function registerReplayEditor(services: ReplayServices, pages: OpenReplays, actions: PageActions): Disposable {
  return window.registerCustomEditorProvider('agentEnvelopes.replayEditor', {
    // The server reads the file, so there is nothing to load here.
    openCustomDocument: uri => ({ uri, dispose: () => {} }),
    resolveCustomEditor({ uri }, panel) {
      const included = services.shown.include(uri);
      panel.onDidDispose(() => included.dispose());
      pages.add(replayWebview(panel, createSubject(services, uri), services, actions));
    },
  });
}

function createSubject({ server, runs }: ReplayServices, uri: Uri): PageSubject {
  return {
    async find(requested) {
      const params: ReplayAtParams = { uri: uri.toString() };
      const at = await server.request<ReplayAt | null>(REPLAY_AT, params);
      const runs = at?.runs ?? [];
      const defaultRun = runs.find(({ key }) => key === at?.run) ?? runs[0];
      const chosen = runs.find(({ key }) => key === requested) ?? defaultRun;
      if (!chosen) return undefined;
      return {
        run: chosen.key,
        // A run may begin in another file.
        ...(chosen.key === at?.run && at.step !== undefined && { step: at.step }),
        ...(runs.length > 1 && { runs: runs.slice(0, MAX_CHOICES).map(choice) }),
      };
    },
    nothing: () =>
      noRunsMessage(workspace.asRelativePath(uri), {
        reading: runs.reading,
        isInside: workspace.getWorkspaceFolder(uri) !== undefined,
      }),
  };
}

/** The page's list of runs is limited: users browse larger files in the tree. */
const MAX_CHOICES = 500;

function choice(run: RunBrief): { key: string; title: string } {
  return { key: run.key, title: runTitle(run) };
}

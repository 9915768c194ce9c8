import { type Disposable, l10n, Uri, ViewColumn, type WebviewPanel, window, workspace } from 'vscode';
import type { RunBrief } from '../../../../server/src/shared/lspExtensions';
import { askReplay, type ReplayServices } from '../replayServices';
import { noRunsMessage, panelTitle, runTitle } from '../runTitles';
import { decodePageState } from './decodePageMessage';
import type { PageActions } from './pageActions';
import type { PageSubject, PageTarget } from './pageController';
import { type OpenReplays, replayWebview } from './replayWebview';

/** The editor tabs (webview panels) in which workflow runs are replayed, one for each run. */
export interface ReplayPanels extends Disposable {
  /** Shows a run in its existing panel, or in a new one. */
  open(target: PageTarget & { run: string }): void;
}

export function replayPanels(services: ReplayServices, pages: OpenReplays, actions: PageActions): ReplayPanels {
  const panels = new Map<string, WebviewPanel>();

  function fillPanel(panel: WebviewPanel, run: string | undefined, target: PageTarget): void {
    panel.iconPath = iconIn(services.extensionUri);
    pages.add(replayWebview(panel, createSubject(services, panel, run), services, actions, target));
    if (run === undefined) return;
    panels.set(run, panel);
    panel.onDidDispose(() => panels.delete(run));
  }

  // After a window reload, VS Code restores the panels and their pages' saved state.
  const serializer = window.registerWebviewPanelSerializer(REPLAY_PANEL, {
    async deserializeWebviewPanel(panel, state) {
      const restored = decodePageState(state);
      // The run was opened in another panel before this panel was restored.
      if (restored && panels.has(restored.run)) return panel.dispose();
      fillPanel(panel, restored?.run, {});
    },
  });
  return {
    open(target) {
      const { run } = target;
      const existing = panels.get(run);
      if (existing) {
        existing.reveal();
        pages.of(existing)?.controller.show(target);
      } else fillPanel(window.createWebviewPanel(REPLAY_PANEL, panelTitle(), ViewColumn.Active), run, target);
    },
    // Does not dispose the panels, which VS Code restores after a reload.
    dispose: () => serializer.dispose(),
  };
}

const REPLAY_PANEL = 'agentEnvelopes.replay';

function createSubject({ server, runs }: ReplayServices, panel: WebviewPanel, run: string | undefined): PageSubject {
  return {
    async find() {
      if (run === undefined) return undefined;
      const overview = await askReplay(server, run, 'overview', {});
      if (!overview) return undefined;
      panel.title = panelTitle(overview.run);
      return { run };
    },
    nothing() {
      if (run === undefined) return l10n.t('The run that was shown here is unknown. {0}', GO_ON);
      if (runs.reading)
        return l10n.t('The files of this workspace are being read. The run is shown as soon as it is found.');
      return l10n.t(
        'This run is no longer in the workspace: its files were deleted or have other content now. {0}',
        GO_ON,
      );
    },
  };
}

const GO_ON = l10n.t(
  'Choose another one in the Workflow Runs view, or with the command "Agent Envelopes: Open Replay".',
);

function iconIn(extensionUri: Uri): { light: Uri; dark: Uri } {
  const icon = (theme: string) => Uri.joinPath(extensionUri, 'client', 'icons', `replay-${theme}.svg`);
  return { light: icon('light'), dark: icon('dark') };
}

/** Registers the custom editor "Trace Replay", which shows the runs of a file instead of its text. */
export function registerReplayEditor(services: ReplayServices, pages: OpenReplays, actions: PageActions): Disposable {
  return window.registerCustomEditorProvider('agentEnvelopes.replayEditor', {
    // The server reads the file, so there is nothing to load here.
    openCustomDocument: uri => ({ uri, dispose: () => {} }),
    resolveCustomEditor({ uri }, panel) {
      const included = services.shown.include(uri);
      panel.onDidDispose(() => included.dispose());
      pages.add(replayWebview(panel, createEditorSubject(services, uri), services, actions));
    },
  });
}

function createEditorSubject({ server, runs }: ReplayServices, uri: Uri): PageSubject {
  return {
    async find(requested) {
      const at = await server.request('agentEnvelopes/replay/at', { uri: uri.toString() });
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

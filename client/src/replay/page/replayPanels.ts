import { type Disposable, Uri, ViewColumn, type WebviewPanel, window } from 'vscode';
import { REPLAY, type ReplayOverview, type ReplayParams } from '../../../../server/src/shared/protocol';
import { panelTitle } from '../runs/runTitles';
import { decodePageState } from './decodePageMessage';
import type { OpenReplays } from './openReplays';
import type { PageActions } from './pageActions';
import type { PageSubject, PageTarget } from './pageTypes';
import type { ReplayServices } from './replayServices';
import { replayWebview } from './replayWebview';

/** The panels that replay runs, one for each run. */
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
      const params: ReplayParams<'overview'> = { run, question: 'overview', params: {} };
      const overview = await server.request<ReplayOverview | null>(REPLAY, params);
      if (!overview) return undefined;
      panel.title = panelTitle(overview.run);
      return { run };
    },
    nothing() {
      if (run === undefined) return `The run that was shown here is unknown. ${GO_ON}`;
      if (runs.reading) return 'The files of this workspace are being read. The run is shown as soon as it is found.';
      return `This run is no longer in the workspace: its files were deleted or have other content now. ${GO_ON}`;
    },
  };
}

const GO_ON = 'Choose another one in the Workflow Runs view, or with the command "Agent Envelopes: Open Replay".';

function iconIn(extensionUri: Uri): { light: Uri; dark: Uri } {
  const icon = (theme: string) => Uri.joinPath(extensionUri, 'client', 'icons', `replay-${theme}.svg`);
  return { light: icon('light'), dark: icon('dark') };
}

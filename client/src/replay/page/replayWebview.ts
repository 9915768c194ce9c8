import { Disposable, Uri, type WebviewPanel } from 'vscode';
import { throttle } from '../../debounce';
import { displayLanguageTexts } from '../../messages/displayLanguageTexts';
import type { ReplayServices, RunStep } from '../replayServices';
import type { PageActions } from './pageActions';
import { PageController, type PageSubject, type PageTarget } from './pageController';
import { pageHtml } from './pageHtml';

/** A page that replays a workflow run in an editor tab: a webview panel, or the custom editor of a file. */
export interface ReplayWebview extends Disposable {
  readonly panel: WebviewPanel;
  readonly controller: PageController;
}

/** Loads a replay page into a tab, and handles its messages. */
export function replayWebview(
  panel: WebviewPanel,
  subject: PageSubject,
  { server, runs, log, extensionUri, onShown }: ReplayServices,
  actions: PageActions,
  first?: PageTarget,
): ReplayWebview {
  const { webview } = panel;
  let isClosed = false;
  const tellShown = (shown: RunStep) => onShown({ ...shown, isOpen: () => !isClosed && controller.run === shown.run });
  const controller = new PageController(
    {
      subject,
      send: message => void webview.postMessage(message),
      ask: question => server.request('agentEnvelopes/replay', question),
      act: (action, run) => actions(action, { panel, controller, run }),
      warn: text => log.warn(text),
      onShown(shown) {
        if (panel.visible) tellShown(shown);
      },
    },
    first,
  );
  // Runs change often while a workspace is read or a log is written.
  const notifyPage = throttle(500, 50, () => controller.onRunsChanged());
  const listeners = Disposable.from(
    notifyPage,
    webview.onDidReceiveMessage(message => controller.onMessage(message)),
    panel.onDidChangeViewState(() => {
      if (!panel.visible) controller.detach();
      else if (panel.active && controller.run !== undefined) tellShown({ run: controller.run, step: controller.step });
    }),
    runs.onDidChange(notifyPage),
  );
  const page: ReplayWebview = {
    panel,
    controller,
    dispose() {
      controller.detach();
      listeners.dispose();
      isClosed = true;
    },
  };
  loadPage(panel, extensionUri);
  return page;
}

function loadPage({ webview }: WebviewPanel, extensionUri: Uri): void {
  const folder = Uri.joinPath(extensionUri, 'dist');
  const uriOf = (name: string) => webview.asWebviewUri(Uri.joinPath(folder, name)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [folder] };
  webview.html = pageHtml({
    cspSource: webview.cspSource,
    script: uriOf('replay.js'),
    style: uriOf('replay.css'),
    translation: displayLanguageTexts(),
    nonce: btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18)))),
  });
}

/** The open replay pages, in panels and in file editors. */
export interface OpenReplays extends Disposable {
  /** Keeps a page until its tab is closed, then disposes it. */
  add(page: ReplayWebview): void;
  of(panel: WebviewPanel): ReplayWebview | undefined;
  /** The visible pages. */
  visible(): ReplayWebview[];
  /** The focused page. */
  active(): ReplayWebview | undefined;
}

export function openReplays(): OpenReplays {
  const pages = new Map<WebviewPanel, ReplayWebview>();
  const all = () => [...pages.values()];
  return {
    add(page) {
      pages.set(page.panel, page);
      page.panel.onDidDispose(() => {
        pages.delete(page.panel);
        page.dispose();
      });
    },
    of: panel => pages.get(panel),
    visible: () => all().filter(({ panel }) => panel.visible),
    active: () => all().find(({ panel }) => panel.active),
    dispose() {
      for (const page of all()) page.dispose();
      pages.clear();
    },
  };
}

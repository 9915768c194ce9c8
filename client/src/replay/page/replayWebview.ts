import { randomBytes } from 'node:crypto';
import { Disposable, Uri, type WebviewPanel } from 'vscode';
import { REPLAY } from '../../../../server/src/shared/protocol';
import { throttle } from '../../debounce';
import type { PageActions } from './pageActions';
import { type PageTalk, pageTalk, type Subject, type Wanted } from './pageController';
import { replayHtml } from './pageHtml';
import type { ReplayParts } from './replayServices';

/** The page of a replay in its tab, whether that is a panel or an editor of a file. */
export interface ReplayPage extends Disposable {
  readonly panel: WebviewPanel;
  readonly talk: PageTalk;
}

/** Fills a tab with the page of a replay, and speaks with that from then on. */
export function replayPage(
  panel: WebviewPanel,
  subject: Subject,
  { server, news, log, extensionUri, onShown }: ReplayParts,
  actions: PageActions,
  first?: Wanted,
): ReplayPage {
  const { webview } = panel;
  const talk = pageTalk(
    {
      subject,
      send: message => void webview.postMessage(message),
      ask: question => server.request(REPLAY, question),
      act: (action, run) => actions(action, { page, run }),
      warn: text => log.warn(text),
      onShown(shown) {
        if (panel.visible) onShown(shown);
      },
    },
    first,
  );
  // Where a workspace is read, or a log is written, there is news all the time.
  const changed = throttle(500, 50, () => talk.news());
  const listening = Disposable.from(
    changed,
    webview.onDidReceiveMessage(message => talk.hear(message)),
    panel.onDidChangeViewState(() => {
      if (!panel.visible) talk.leave();
      else if (panel.active && talk.run !== undefined) onShown({ run: talk.run, step: talk.step });
    }),
    news.onDidChange(changed),
  );
  const page: ReplayPage = {
    panel,
    talk,
    dispose() {
      talk.leave();
      listening.dispose();
    },
  };
  fill(panel, extensionUri);
  return page;
}

function fill({ webview }: WebviewPanel, extensionUri: Uri): void {
  const folder = Uri.joinPath(extensionUri, 'dist');
  const addressOf = (name: string) => webview.asWebviewUri(Uri.joinPath(folder, name)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [folder] };
  webview.html = replayHtml({
    cspSource: webview.cspSource,
    script: addressOf('replay.js'),
    style: addressOf('replay.css'),
    nonce: randomBytes(18).toString('base64'),
  });
}

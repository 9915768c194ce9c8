import type { Disposable, WebviewPanel } from 'vscode';
import type { ReplayWebview } from './replayWebview';

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

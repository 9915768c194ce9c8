import type { Disposable, WebviewPanel } from 'vscode';
import type { ReplayWebview } from './replayWebview';

/** The pages that there are, in panels and in editors of files. */
export interface OpenReplays extends Disposable {
  /** Keeps a page until its tab is closed, and disposes of it then. */
  add(page: ReplayWebview): void;
  of(panel: WebviewPanel): ReplayWebview | undefined;
  /** Those that can be seen. */
  visible(): ReplayWebview[];
  /** That which has the focus. */
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

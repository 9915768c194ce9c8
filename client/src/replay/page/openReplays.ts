import type { Disposable, WebviewPanel } from 'vscode';
import type { ReplayPage } from './replayWebview';

/** The pages that there are, in panels and in editors of files. */
export interface ReplayPages extends Disposable {
  /** Keeps a page until its tab is closed, and disposes of it then. */
  add(page: ReplayPage): void;
  of(panel: WebviewPanel): ReplayPage | undefined;
  /** Those that can be seen. */
  visible(): ReplayPage[];
  /** That which has the focus. */
  active(): ReplayPage | undefined;
}

export function replayPages(): ReplayPages {
  const pages = new Map<WebviewPanel, ReplayPage>();
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

import { type Disposable, EventEmitter, type TreeView, window } from 'vscode';
import type { Branch } from './branch';
import type { Pages } from './pages';
import { select } from './select';
import { treeItemOf } from './treeItem';

/** A tree view over nodes that the server names, page by page. */
export interface Tree extends Disposable {
  view: TreeView<Branch>;
  /** What is drawn is asked for again. Ids are stable, so what is open stays open. */
  redraw(): void;
  /** Reads the next page below a node, in the place of its "Show more…". */
  more(parent: Branch | undefined): Promise<void>;
}

interface TreeOptions {
  /** Several nodes can be selected. */
  canSelectMany?: boolean;
}

export function createTree(
  id: string,
  pages: Pages,
  onTrouble: (error: unknown) => void,
  { canSelectMany = false }: TreeOptions = {},
): Tree {
  const changed = new EventEmitter<undefined>();
  const view = window.createTreeView<Branch>(id, {
    showCollapseAll: true,
    canSelectMany,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getTreeItem: treeItemOf,
      getParent: branch => branch.parent,
      // A server that stops or starts is no news to the reader of a tree; the log has it.
      getChildren: branch =>
        pages
          .childrenOf(branch)
          .catch(onTrouble)
          .then(children => children ?? []),
    },
  });
  const redraw = () => changed.fire(undefined);
  return {
    view,
    redraw,
    async more(parent) {
      const first = await pages.more(parent);
      redraw();
      if (first) await select(view, first, true);
    },
    dispose() {
      view.dispose();
      changed.dispose();
    },
  };
}

import { type Disposable, EventEmitter, type TreeView, window } from 'vscode';
import { revealElement } from './revealElement';
import type { TreeElement } from './treeElement';
import { treeItemOf } from './treeItem';
import type { TreePages } from './treePages';

/** A tree view over nodes that the server names, page by page. */
export interface Tree extends Disposable {
  view: TreeView<TreeElement>;
  /** What is drawn is asked for again. Ids are stable, so what is open stays open. */
  redraw(): void;
  /** Reads the next page below a node, in the place of its "Show more…". */
  showNextPage(parent: TreeElement | undefined): Promise<void>;
}

interface TreeOptions {
  /** Several nodes can be selected. */
  canSelectMany?: boolean;
}

export function createTree(
  id: string,
  pages: TreePages,
  onTrouble: (error: unknown) => void,
  { canSelectMany = false }: TreeOptions = {},
): Tree {
  const changed = new EventEmitter<undefined>();
  const view = window.createTreeView<TreeElement>(id, {
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
    async showNextPage(parent) {
      const first = await pages.loadNextPage(parent);
      redraw();
      if (first) await revealElement(view, first, true);
    },
    dispose() {
      view.dispose();
      changed.dispose();
    },
  };
}

import { type Disposable, EventEmitter, type TreeView, window } from 'vscode';
import type { TreeNode } from '../../../../server/src/shared/protocol';
import { revealElement } from './revealElement';
import type { TreeElement } from './treeElement';
import { treeItemOf } from './treeItem';
import type { TreePages } from './treePages';

/** A tree view of the server's nodes, loaded page by page. */
export interface Tree extends Disposable {
  view: TreeView<TreeElement>;
  /** Redraws everything: the tree is another one. */
  redraw(): void;
  /**
   * Reloads all loaded nodes, and redraws only what changed: a row redrawn between mouse down and up loses the click.
   * `way` is loaded already, as for `TreePages.pin`.
   */
  refresh(way?: readonly TreeNode[]): Promise<void>;
  /** Loads the next page below a node, in place of its "Show more…". */
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
  const changes = new EventEmitter<TreeElement[] | undefined>();
  const view = window.createTreeView<TreeElement>(id, {
    showCollapseAll: true,
    canSelectMany,
    treeDataProvider: {
      onDidChangeTreeData: changes.event,
      getTreeItem: treeItemOf,
      getParent: branch => branch.parent,
      // A starting or stopped server is no error in the tree; it is logged.
      getChildren: branch =>
        pages
          .childrenOf(branch)
          .catch(onTrouble)
          .then(children => children ?? []),
    },
  });
  const redraw = () => changes.fire(undefined);
  return {
    view,
    redraw,
    async refresh(way) {
      if (!view.visible) {
        pages.reload();
        if (way) pages.pin(way);
        return redraw();
      }
      const changed = await pages.refresh(way);
      if (changed === undefined) redraw();
      else if (changed.length > 0) changes.fire(changed);
    },
    async showNextPage(parent) {
      const first = await pages.loadNextPage(parent);
      redraw();
      if (first) await revealElement(view, first, true);
    },
    dispose() {
      view.dispose();
      changes.dispose();
    },
  };
}

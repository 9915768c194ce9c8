import { type Disposable, EventEmitter, type TreeView, window } from 'vscode';
import type { TreeNode } from '../../../../server/src/shared/protocol';
import { revealElement } from './revealElement';
import type { TreeElement } from './treeElement';
import { treeItemOf } from './treeItem';
import type { TreePages } from './treePages';

/** A tree view over nodes that the server names, page by page. */
export interface Tree extends Disposable {
  view: TreeView<TreeElement>;
  /** Draws all of it anew: for another tree. */
  redraw(): void;
  /**
   * Reads all that is drawn again, and draws anew what changed alone: a row that is drawn anew between the press and the release of a
   * button loses the click. `way` is read already, as for `TreePages.pin`.
   */
  refresh(way?: readonly TreeNode[]): Promise<void>;
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
  const changes = new EventEmitter<TreeElement[] | undefined>();
  const view = window.createTreeView<TreeElement>(id, {
    showCollapseAll: true,
    canSelectMany,
    treeDataProvider: {
      onDidChangeTreeData: changes.event,
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

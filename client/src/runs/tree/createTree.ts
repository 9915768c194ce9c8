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
   * Reloads all loaded nodes, and redraws only what changed: a row redrawn between mouse down and up loses the click, and a row
   * that is to be redrawn once the view is shown gives commands no node until then. A hidden view is refreshed when it is shown.
   * @param findWay the path that stays in the tree, as for `TreePages.pin`
   */
  refresh(findWay?: FindWay): Promise<void>;
  /** Loads the next page below a node, in place of its "Show more…". */
  showNextPage(parent: TreeElement | undefined): Promise<void>;
}

type FindWay = () => Promise<readonly TreeNode[] | undefined>;

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
  /** How to refresh the tree when it is shown, where it is outdated. */
  let outdated: FindWay | undefined;

  async function refresh(findWay: FindWay = async () => undefined): Promise<void> {
    if (!view.visible) {
      if (pages.isLoaded()) outdated = findWay;
      return;
    }
    outdated = undefined;
    const changed = await pages.refresh(await findWay());
    if (changed === undefined) redraw();
    else if (changed.length > 0) changes.fire(changed);
  }

  const shown = view.onDidChangeVisibility(() => {
    if (outdated) void refresh(outdated).catch(onTrouble);
  });
  return {
    view,
    redraw,
    refresh,
    async showNextPage(parent) {
      const first = await pages.loadNextPage(parent);
      redraw();
      if (first) await revealElement(view, first, true);
    },
    dispose() {
      for (const part of [shown, view, changes]) part.dispose();
    },
  };
}

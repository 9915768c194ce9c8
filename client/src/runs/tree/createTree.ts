import { type Disposable, EventEmitter, type TreeView, window } from 'vscode';
import type { TreeNode } from '../../../../server/src/shared/protocol';
import { revealElement } from './revealElement';
import type { TreeElement } from './treeElement';
import { treeItemOf } from './treeItem';
import type { TreePages } from './treePages';

/** A tree view of the server's nodes, loaded page by page. */
export interface Tree extends Disposable {
  view: TreeView<TreeElement>;
  /** Redraws the whole tree. */
  redraw(): void;
  /**
   * Reloads all loaded nodes, and redraws only those that changed: a row that is redrawn between mouse down and mouse up
   * loses the click, and a row that awaits its redrawing passes no node to commands. Refreshes a hidden view when it is
   * shown.
   * @param findPinned finds the path that stays in the tree, as for `TreePages.pin`
   */
  refresh(findPinned?: FindPinned): Promise<void>;
  /** Loads the next page below a node, in place of its "Show more…". */
  showNextPage(parent: TreeElement | undefined): Promise<void>;
}

type FindPinned = () => Promise<readonly TreeNode[] | undefined>;

interface TreeOptions {
  /** Whether several nodes can be selected. */
  canSelectMany?: boolean;
}

export function createTree(
  id: string,
  pages: TreePages,
  onError: (error: unknown) => void,
  { canSelectMany = false }: TreeOptions = {},
): Tree {
  const changes = new EventEmitter<TreeElement[] | undefined>();
  const view = window.createTreeView<TreeElement>(id, {
    showCollapseAll: true,
    canSelectMany,
    treeDataProvider: {
      onDidChangeTreeData: changes.event,
      getTreeItem: treeItemOf,
      getParent: element => element.parent,
      // The tree shows no errors, since the server may be starting or stopped; they are logged.
      getChildren: element =>
        pages
          .childrenOf(element)
          .catch(onError)
          .then(children => children ?? []),
    },
  });
  const redraw = () => changes.fire(undefined);
  /** Set while a hidden tree is outdated: how to refresh it when it is shown. */
  let outdated: FindPinned | undefined;

  let running = Promise.resolve();
  let next: Promise<void> | undefined;
  let findNewest: FindPinned;

  // One after the other: VS Code waits for the pages that a refresh asked for, and would wait for ever if each next one discarded them.
  function refresh(findPinned: FindPinned = async () => undefined): Promise<void> {
    findNewest = findPinned;
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        running = refreshNow(findNewest);
        return running;
      });
    return next;
  }

  async function refreshNow(findPinned: FindPinned): Promise<void> {
    if (!view.visible) {
      if (pages.isLoaded()) outdated = findPinned;
      return;
    }
    outdated = undefined;
    const changed = await pages.refresh(await findPinned());
    if (changed === undefined) redraw();
    else if (changed.length > 0) changes.fire(changed);
  }

  const visibility = view.onDidChangeVisibility(() => {
    if (outdated) void refresh(outdated).catch(onError);
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
      for (const part of [visibility, view, changes]) part.dispose();
    },
  };
}

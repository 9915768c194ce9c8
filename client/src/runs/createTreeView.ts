import {
  type Command,
  type Disposable,
  EventEmitter,
  l10n,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  type TreeView,
  Uri,
  window,
} from 'vscode';
import type { TreeNode } from '../../../server/src/shared/lspExtensions';
import type { PagedTreeNodes, TreeElement } from './pagedTreeNodes';
import { type ClickTarget, problemCountsText, treeNodePresentation } from './treeNodePresentation';

/** A tree view in VS Code, such as that of workflow runs, whose nodes come from the language server, page by page. */
export interface Tree extends Disposable {
  view: TreeView<TreeElement>;
  /** Redraws the whole tree. */
  redraw(): void;
  /**
   * Reloads all loaded nodes, and redraws only those that changed: a row that is redrawn between mouse down and mouse up loses the click,
   * and a row that awaits its redrawing passes no node to commands. A hidden view is refreshed when it is shown.
   *
   * @param findPinned finds the path that stays in the tree, as for `PagedTreeNodes.pin`
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

/**
 * Creates a view with a tree of nodes that are read page by page.
 *
 * @param id the view's id in the manifest
 * @param onError called when a page can't be read; the tree stays as it was
 */
export function createTreeView(
  id: string,
  pages: PagedTreeNodes,
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
  /** Set while a hidden tree is outdated: the function with which to refresh it when it is shown. */
  let outdated: FindPinned | undefined;

  let running = Promise.resolve();
  let next: Promise<void> | undefined;
  let findNewest: FindPinned;

  // Refreshes run one after another: VS Code waits for the pages of a refresh, and would wait forever if each next refresh discarded them.
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
      for (const disposable of [visibility, view, changes]) disposable.dispose();
    },
  };
}

/** Returns a node as VS Code's tree item. */
function treeItemOf(element: TreeElement): TreeItem {
  const { node, key } = element;
  const presentation = treeNodePresentation(node);
  const item = new TreeItem(node.label, COLLAPSIBLE[node.opens]);
  item.id = key;
  item.description = presentation.description;
  item.contextValue = presentation.context;
  item.accessibilityInformation = { label: presentation.aloud };
  item.tooltip = tooltipOf(node);
  if (node.icon) item.iconPath = iconOf(node.icon);
  const decoration = decorationUri(node);
  if (decoration) item.resourceUri = decoration;
  if (presentation.click) item.command = CLICKS[presentation.click](element);
  return item;
}

const COLLAPSIBLE: Record<TreeNode['opens'], TreeItemCollapsibleState> = {
  no: TreeItemCollapsibleState.None,
  closed: TreeItemCollapsibleState.Collapsed,
  open: TreeItemCollapsibleState.Expanded,
};

// The commands of a click on a node. No menu contains them.
const CLICKS: Record<ClickTarget, (element: TreeElement) => Command> = {
  more: element => ({ command: 'agentEnvelopes.runs.more', title: l10n.t('Show More'), arguments: [element] }),
  file: element => ({ command: 'agentEnvelopes.runs.previewFile', title: l10n.t('Open File'), arguments: [element] }),
  place: element => ({
    command: 'agentEnvelopes.runs.previewSource',
    title: l10n.t('Open Source'),
    arguments: [element],
  }),
};

// Always sets a tooltip: without one, VS Code would show the decoration URI of a node with problems.
function tooltipOf({ label, tooltip }: TreeNode): MarkdownString | string {
  if (tooltip === undefined) return label;
  const markdown = new MarkdownString(tooltip, true);
  markdown.isTrusted = false;
  return markdown;
}

function iconOf({ id, color }: NonNullable<TreeNode['icon']>): ThemeIcon {
  return new ThemeIcon(id, color === undefined ? undefined : new ThemeColor(color));
}

/**
 * Expands a tree to a node and selects it. VS Code silently drops a reveal while the tree is redrawn or first opened, so
 * this checks the selection, and retries as long as the reveal is current.
 */
export async function revealElement(
  view: TreeView<TreeElement>,
  element: TreeElement,
  focus: boolean,
  isCurrent = () => true,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS && isCurrent(); attempt++) {
    try {
      await view.reveal(element, { select: true, focus });
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
    if (await isSelected(view, element)) return;
  }
}

const ATTEMPTS = 5;
const TIMEOUT = 500;

function isSelected(view: TreeView<TreeElement>, { key }: TreeElement): Promise<boolean> {
  const selected = () => view.selection.some(element => element.key === key);
  if (selected()) return Promise.resolve(true);
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer);
      listener.dispose();
      resolve(selected());
    };
    const timer = setTimeout(done, TIMEOUT);
    const listener = view.onDidChangeSelection(() => {
      if (selected()) done();
    });
  });
}

const SCHEME = 'agent-envelopes-run';

/** Decorates the URIs of `decorationUri` with the number of problems, and with a colour for failures. */
export function registerOutcomeDecorations(): Disposable {
  return window.registerFileDecorationProvider({
    provideFileDecoration(uri) {
      if (uri.scheme !== SCHEME) return undefined;
      const [error = 0, warning = 0, info = 0] = uri.query.split(',').map(Number);
      const count = error + warning;
      return {
        ...(count > 0 && {
          badge: count > 9 ? '9+' : `${count}`,
          tooltip: problemCountsText({ error, warning, info }),
        }),
        ...(uri.fragment === 'failed' && { color: new ThemeColor('list.errorForeground') }),
      };
    },
  });
}

/** Returns a URI for a node that failed or has problems. It contains these facts, so that decorations never need change events. */
function decorationUri({ id, outcome, problems }: TreeNode): Uri | undefined {
  const { error, warning, info } = problems ?? { error: 0, warning: 0, info: 0 };
  if (outcome !== 'failed' && error + warning === 0) return undefined;
  return Uri.from({
    scheme: SCHEME,
    path: `/${encodeURIComponent(id)}`,
    query: [error, warning, info].join(','),
    fragment: outcome ?? '',
  });
}

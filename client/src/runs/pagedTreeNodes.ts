import { l10n } from 'vscode';
import { formatNumber, type TreeNode, type TreeNodes } from '../../../server/src/shared/lspExtensions';

/** The nodes of a tree view that have been loaded from the language server so far; the children of a node are loaded page by page. */
export interface PagedTreeNodes {
  childrenOf(parent?: TreeElement): Promise<TreeElement[]>;
  /** Loads the next page; returns its first node. */
  loadNextPage(parent?: TreeElement): Promise<TreeElement | undefined>;
  /**
   * Adds a path from a root to a node to the tree, even if its pages are not loaded, and returns its last element. Only
   * the last pinned path stays in the tree.
   */
  pin(path: readonly TreeNode[]): { element: TreeElement; isNew: boolean } | undefined;
  /** Returns whether any page was requested, so that the tree can be outdated. */
  isLoaded(): boolean;
  /**
   * Reloads all pages. Returns the elements to redraw, or undefined if the whole tree must be redrawn because the roots changed or are not known. A page
   * that can't be loaded stays unchanged; rejects if no page can be loaded. Callers that wait for a page meanwhile get the new page.
   */
  refresh(path?: readonly TreeNode[]): Promise<TreeElement[] | undefined>;
  /** Discards all pages and elements. */
  reset(): void;
}

type Load = (parent: TreeNode | undefined, from: number) => Promise<TreeNodes>;

interface Page {
  nodes: TreeNode[];
  /** The number of nodes received; duplicates are not in `nodes`. */
  read: number;
  /** The page size. */
  size: number;
  total: number;
  isOpenEnded: boolean;
}

/**
 * Keeps what a tree shows of lists that are read page by page. An element stays the same object as long as its node is shown.
 *
 * @param load reads a page of the nodes below a node; rejects if the server can't be asked
 */
export function createPagedTreeNodes(load: Load): PagedTreeNodes {
  const pages = new Map<string, Promise<Page>>();
  const arrived = new Map<string, { page: Page; parent: TreeElement | undefined }>();
  // VS Code identifies elements by object identity.
  const elements = new Map<string, TreeElement>();
  const readCounts = new Map<string, number>();
  let pinned: TreeElement[] = [];

  async function getPage(parent: TreeElement | undefined): Promise<Page> {
    const key = keyOf(parent);
    return pages.get(key) ?? keepPage(parent, readTo(readCounts.get(key) ?? 1, parent?.node, load));
  }

  function getElement(node: TreeNode, parent?: TreeElement): TreeElement {
    const element = createTreeElement(node, parent);
    const known = elements.get(element.key);
    if (known) return Object.assign(known, element);
    elements.set(element.key, element);
    return element;
  }

  // Drops a failed page. Returns the newer page if the page was requested again, since the view may have changed.
  async function keepPage(parent: TreeElement | undefined, reading: Promise<Page>): Promise<Page> {
    const key = keyOf(parent);
    pages.set(key, reading);
    try {
      const page = await reading;
      const newest = pages.get(key);
      if (newest && newest !== reading) return newest;
      if (newest) arrived.set(key, { page, parent });
      return page;
    } catch (error) {
      if (pages.get(key) === reading) pages.delete(key);
      throw error;
    }
  }

  function discardPages(): void {
    pages.clear();
    arrived.clear();
  }

  function isBeyondPages({ node, parent }: TreeElement): boolean {
    const read = arrived.get(keyOf(parent));
    return read !== undefined && !read.page.nodes.some(({ id }) => id === node.id);
  }

  return {
    async childrenOf(parent) {
      const page = await getPage(parent);
      const children = page.nodes.map(node => getElement(node, parent));
      if (page.read < page.total) children.push(moreElement(page, parent));
      const pin = pinned.find(element => keyOf(element.parent) === keyOf(parent));
      return pin && !children.some(({ key }) => key === pin.key) ? [...children, pin] : children;
    },
    async loadNextPage(parent) {
      const key = keyOf(parent);
      const before = await getPage(parent);
      // A refresh meanwhile reads that far, too.
      readCounts.set(key, before.read + 1);
      const page = await keepPage(parent, readTo(before.read + 1, parent?.node, load, before));
      readCounts.set(key, page.read);
      const first = page.nodes[before.nodes.length];
      return first && getElement(first, parent);
    },
    pin(path) {
      pinned = [];
      for (const node of path) pinned.push(getElement(node, pinned.at(-1)));
      const element = pinned.at(-1);
      return element && { element, isNew: pinned.some(isBeyondPages) };
    },
    isLoaded: () => pages.size > 0,
    async refresh(path) {
      const before = [...arrived.values()];
      const texts = new Map([...elements].map(([key, { node }]) => [key, JSON.stringify(node)]));
      const isChanged = ({ key, node }: TreeElement) => texts.get(key) !== JSON.stringify(node);
      // A pending answer may be older than the change that caused this refresh.
      const underWay = [...pages.keys()].filter(key => !arrived.has(key)).map(key => elements.get(key));
      // The last request failed, for example because the server had stopped. Only a redrawing makes VS Code request the nodes again.
      const isNothingKnown = pages.size === 0;
      discardPages();
      // Callers that wait for these pages get the new answers and errors.
      const requestedAgain = Promise.allSettled(underWay.map(getPage));
      const faults: unknown[] = [];
      const found = await Promise.all(
        before.map(async ({ page, parent }) => {
          let reloaded: Page;
          try {
            reloaded = await getPage(parent);
          } catch (error) {
            // The page stays unchanged; other pages must not wait for it.
            await keepPage(parent, Promise.resolve(page));
            faults.push(error);
            return [];
          }
          if (!isSameList(page, reloaded)) return [parent];
          return reloaded.nodes.map(node => getElement(node, parent)).filter(isChanged);
        }),
      );
      await requestedAgain;
      if (before.length > 0 && faults.length === before.length) throw faults[0];
      if (path) {
        pinned = [];
        for (const node of path) pinned.push(getElement(node, pinned.at(-1)));
      }
      const changed = [...found.flat(), ...pinned.filter(pin => isBeyondPages(pin) && isChanged(pin))];
      const known = changed.filter(element => element !== undefined);
      return isNothingKnown || known.length < changed.length ? undefined : known;
    },
    reset() {
      discardPages();
      elements.clear();
      readCounts.clear();
      pinned = [];
    },
  };
}

function isSameList(left: Page, right: Page): boolean {
  const unread = ({ read, total }: Page) => total - read;
  if (unread(left) !== unread(right) || left.nodes.length !== right.nodes.length) return false;
  return left.nodes.every(({ id }, index) => id === right.nodes[index]?.id);
}

function keyOf(parent: TreeElement | undefined): string {
  return parent?.key ?? '';
}

async function readTo(count: number, parent: TreeNode | undefined, load: Load, before?: Page): Promise<Page> {
  const nodes = new Map(before?.nodes.map(node => [node.id, node]));
  let { read, size, total, isOpenEnded } = before ?? { read: 0, size: 0, total: count, isOpenEnded: false };
  while (read < count && read < total) {
    const page = await load(parent, read);
    // Pages overlap if a node was inserted between the requests; VS Code rejects a tree with duplicate ids.
    for (const node of page.nodes) if (!nodes.has(node.id)) nodes.set(node.id, node);
    read += page.nodes.length;
    size ||= page.nodes.length;
    total = page.nodes.length > 0 ? page.total : read;
    isOpenEnded = page.isOpenEnded === true;
  }
  return { nodes: [...nodes.values()], read, size, total, isOpenEnded };
}

function moreElement({ read, size, total, isOpenEnded }: Page, parent: TreeElement | undefined): TreeElement {
  const rest = total - read;
  const node: TreeNode = {
    id: `more/${parent?.node.id ?? ''}/${read}`,
    is: 'more',
    label: isOpenEnded ? l10n.t('Show more…') : l10n.t('Show {0} more…', formatNumber(Math.min(size, rest))),
    ...(!isOpenEnded && { description: l10n.t('of {0}', formatNumber(rest)) }),
    icon: { id: 'ellipsis' },
    opens: 'no',
  };
  return createTreeElement(node, parent);
}

/** A node at its position in a tree. */
export interface TreeElement {
  node: TreeNode;
  /** Unique in the tree; stays the same when the tree is reloaded. */
  key: string;
  parent?: TreeElement | undefined;
}

/** Creates an element below its parent, or a root. */
function createTreeElement(node: TreeNode, parent?: TreeElement): TreeElement {
  const group = ancestors(parent).find(({ node: { is } }) => is === 'group');
  // A run of two agents is in both agents' groups, and so are its descendants.
  return { node, key: group ? `${group.key}/${node.id}` : node.id, parent };
}

/** Returns the run that contains a node, if any. */
export function enclosingRun(element: TreeElement): TreeElement | undefined {
  return ancestors(element).find(({ node: { is } }) => is === 'run');
}

/** Returns the element itself and its ancestors, the root last. */
function ancestors(element: TreeElement | undefined): TreeElement[] {
  return element ? [element, ...ancestors(element.parent)] : [];
}

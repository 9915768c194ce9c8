import type { TreeNode, TreeNodes } from '../../../../server/src/shared/protocol';
import { createTreeElement, type TreeElement } from './treeElement';

/** The loaded children of each node, page by page. */
export interface TreePages {
  childrenOf(parent?: TreeElement): Promise<TreeElement[]>;
  /** Loads the next page; returns its first node. */
  loadNextPage(parent?: TreeElement): Promise<TreeElement | undefined>;
  /**
   * Adds a path from a root to a node to the tree even where its pages are not loaded, and returns its end. Only the
   * last path stays.
   */
  pin(way: readonly TreeNode[]): { element: TreeElement; isNews: boolean } | undefined;
  /** Whether anything was asked for, so that it can be outdated. */
  isLoaded(): boolean;
  /**
   * Reloads everything, as far as it was loaded; returns the elements to redraw, or undefined where the whole tree must be redrawn:
   * the roots changed, or an answer about them that may be outdated is still to be drawn.
   */
  refresh(way?: readonly TreeNode[]): Promise<TreeElement[] | undefined>;
  /** Discards everything: it is another tree now. */
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
}

export function createTreePages(load: Load): TreePages {
  const pages = new Map<string, Promise<Page>>();
  const arrived = new Map<string, { page: Page; parent: TreeElement | undefined }>();
  // VS Code identifies an element by the object that it was given.
  const elements = new Map<string, TreeElement>();
  const wanted = new Map<string, number>();
  let pinned: TreeElement[] = [];

  async function getPage(parent: TreeElement | undefined): Promise<Page> {
    const key = keyOf(parent);
    return pages.get(key) ?? keepPage(parent, readTo(wanted.get(key) ?? 1, parent?.node, load));
  }

  function getElement(node: TreeNode, parent?: TreeElement): TreeElement {
    const element = createTreeElement(node, parent);
    const known = elements.get(element.key);
    if (known) return Object.assign(known, element);
    elements.set(element.key, element);
    return element;
  }

  // Drops a failed page. An overtaken one gives way: it may be of another view.
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
      if (page.read < page.total) children.push(moreBranch(page, parent));
      const pin = pinned.find(branch => keyOf(branch.parent) === keyOf(parent));
      return pin && !children.some(({ key }) => key === pin.key) ? [...children, pin] : children;
    },
    async loadNextPage(parent) {
      const key = keyOf(parent);
      const before = await getPage(parent);
      const page = await keepPage(parent, readTo(before.read + 1, parent?.node, load, before));
      wanted.set(key, page.read);
      const first = page.nodes[before.nodes.length];
      return first && getElement(first, parent);
    },
    pin(way) {
      pinned = [];
      for (const node of way) pinned.push(getElement(node, pinned.at(-1)));
      const element = pinned.at(-1);
      return element && { element, isNews: pinned.some(isBeyondPages) };
    },
    isLoaded: () => pages.size > 0,
    async refresh(way) {
      const before = [...arrived.values()];
      const texts = new Map([...elements].map(([key, { node }]) => [key, JSON.stringify(node)]));
      const isChanged = ({ key, node }: TreeElement) => texts.get(key) !== JSON.stringify(node);
      // An answer under way may be older than what made this refresh necessary; it is drawn when it arrives.
      const underWay = [...pages.keys()].filter(key => !arrived.has(key)).map(key => elements.get(key));
      discardPages();
      const found = await Promise.all(
        before.map(async ({ page, parent }) => {
          const now = await getPage(parent);
          if (!isSameList(page, now)) return [parent];
          return now.nodes.map(node => getElement(node, parent)).filter(isChanged);
        }),
      );
      if (way) {
        pinned = [];
        for (const node of way) pinned.push(getElement(node, pinned.at(-1)));
      }
      const changed = [...underWay, ...found.flat(), ...pinned.filter(pin => isBeyondPages(pin) && isChanged(pin))];
      const known = changed.filter(element => element !== undefined);
      return known.length < changed.length ? undefined : known;
    },
    reset() {
      discardPages();
      elements.clear();
      wanted.clear();
      pinned = [];
    },
  };
}

function isSameList(one: Page, other: Page): boolean {
  const rest = ({ read, total }: Page) => total - read;
  if (rest(one) !== rest(other) || one.nodes.length !== other.nodes.length) return false;
  return one.nodes.every(({ id }, at) => id === other.nodes[at]?.id);
}

function keyOf(parent: TreeElement | undefined): string {
  return parent?.key ?? '';
}

async function readTo(count: number, parent: TreeNode | undefined, load: Load, before?: Page): Promise<Page> {
  const nodes = new Map(before?.nodes.map(node => [node.id, node]));
  let { read, size, total } = before ?? { read: 0, size: 0, total: count };
  while (read < count && read < total) {
    const page = await load(parent, read);
    // Pages may overlap where a node was inserted between the requests; VS Code rejects a tree with duplicate ids.
    for (const node of page.nodes) if (!nodes.has(node.id)) nodes.set(node.id, node);
    read += page.nodes.length;
    size ||= page.nodes.length;
    total = page.nodes.length > 0 ? page.total : read;
  }
  return { nodes: [...nodes.values()], read, size, total };
}

function moreBranch({ read, size, total }: Page, parent: TreeElement | undefined): TreeElement {
  const rest = total - read;
  const node: TreeNode = {
    id: `more/${parent?.node.id ?? ''}/${read}`,
    is: 'more',
    label: `Show ${Math.min(size, rest).toLocaleString('en')} more…`,
    description: `of ${rest.toLocaleString('en')}`,
    icon: { id: 'ellipsis' },
    opens: 'no',
  };
  return createTreeElement(node, parent);
}

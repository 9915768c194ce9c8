import type { TreeNode, TreeNodes } from '../../../../server/src/shared/protocol';
import { createTreeElement, type TreeElement } from './treeElement';

/** The children of each node, as far as they were asked for: a page, and another when more are wanted. */
export interface TreePages {
  childrenOf(parent?: TreeElement): Promise<TreeElement[]>;
  /** Reads the next page; returns the first node of it. */
  loadNextPage(parent?: TreeElement): Promise<TreeElement | undefined>;
  /**
   * Makes a way from a root to a node part of the tree even where its pages are not read yet, and returns its end. Only the
   * last such way stays.
   */
  pin(way: readonly TreeNode[]): { element: TreeElement; isNews: boolean } | undefined;
  /** Everything is read again when it is asked for, as far as it was read. */
  reload(): void;
  /** Reads everything again, as far as it was read; returns the elements to draw anew, or undefined where the roots changed. */
  refresh(way?: readonly TreeNode[]): Promise<TreeElement[] | undefined>;
  /** Everything is read from its start: it is another tree now. */
  reset(): void;
}

type Load = (parent: TreeNode | undefined, from: number) => Promise<TreeNodes>;

interface Page {
  nodes: TreeNode[];
  /** How many were given; one given twice is not in `nodes` twice. */
  read: number;
  /** How many come at once. */
  size: number;
  total: number;
}

export function createTreePages(load: Load): TreePages {
  const pages = new Map<string, Promise<Page>>();
  const arrived = new Map<string, { page: Page; parent: TreeElement | undefined }>();
  // VS Code knows an element by the object that it was given.
  const elements = new Map<string, TreeElement>();
  const wanted = new Map<string, number>();
  let pinned: TreeElement[] = [];

  async function pageOf(parent: TreeElement | undefined): Promise<Page> {
    const key = keyOf(parent);
    return pages.get(key) ?? keep(parent, readTo(wanted.get(key) ?? 1, parent?.node, load));
  }

  function elementOf(node: TreeNode, parent?: TreeElement): TreeElement {
    const element = createTreeElement(node, parent);
    const known = elements.get(element.key);
    if (known) return Object.assign(known, element);
    elements.set(element.key, element);
    return element;
  }

  // One that failed is not kept. One that was overtaken gives way: it may be of another view.
  async function keep(parent: TreeElement | undefined, reading: Promise<Page>): Promise<Page> {
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

  function forget(): void {
    pages.clear();
    arrived.clear();
  }

  function isBeyondPages({ node, parent }: TreeElement): boolean {
    const read = arrived.get(keyOf(parent));
    return read !== undefined && !read.page.nodes.some(({ id }) => id === node.id);
  }

  return {
    async childrenOf(parent) {
      const page = await pageOf(parent);
      const children = page.nodes.map(node => elementOf(node, parent));
      if (page.read < page.total) children.push(moreBranch(page, parent));
      const pin = pinned.find(branch => keyOf(branch.parent) === keyOf(parent));
      return pin && !children.some(({ key }) => key === pin.key) ? [...children, pin] : children;
    },
    async loadNextPage(parent) {
      const key = keyOf(parent);
      const before = await pageOf(parent);
      const page = await keep(parent, readTo(before.read + 1, parent?.node, load, before));
      wanted.set(key, page.read);
      const first = page.nodes[before.nodes.length];
      return first && elementOf(first, parent);
    },
    pin(way) {
      pinned = [];
      for (const node of way) pinned.push(elementOf(node, pinned.at(-1)));
      const element = pinned.at(-1);
      return element && { element, isNews: pinned.some(isBeyondPages) };
    },
    reload: forget,
    async refresh(way) {
      const before = [...arrived.values()];
      const texts = new Map([...elements].map(([key, { node }]) => [key, JSON.stringify(node)]));
      const isChanged = ({ key, node }: TreeElement) => texts.get(key) !== JSON.stringify(node);
      forget();
      const found = await Promise.all(
        before.map(async ({ page, parent }) => {
          const now = await pageOf(parent);
          if (!isSameList(page, now)) return [parent];
          return now.nodes.map(node => elementOf(node, parent)).filter(isChanged);
        }),
      );
      if (way) {
        pinned = [];
        for (const node of way) pinned.push(elementOf(node, pinned.at(-1)));
      }
      const changed = [...found.flat(), ...pinned.filter(pin => isBeyondPages(pin) && isChanged(pin))];
      const known = changed.filter(element => element !== undefined);
      return known.length < changed.length ? undefined : known;
    },
    reset() {
      forget();
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
    // Two pages may overlap where something arrived between them; VS Code refuses a tree that has an id twice.
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

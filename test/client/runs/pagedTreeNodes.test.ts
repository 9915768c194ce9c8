import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPagedTreeNodes, type PagedTreeNodes, type TreeElement } from '../../../client/src/runs/pagedTreeNodes';
import type { TreeNode, TreeNodes } from '../../../server/src/shared/lspExtensions';

const PAGE = 2;

test('requests a page once, and offers to show more', async () => {
  const { pages, asked } = pagesOver({ '': ['a', 'b', 'c'] });
  expect(pages.isLoaded()).toBe(false);
  expect(await shown(pages)).toEqual(['a', 'b', 'Show 1 more…']);
  expect(await shown(pages)).toEqual(['a', 'b', 'Show 1 more…']);
  expect(asked).toEqual(['/0']);
  expect(pages.isLoaded()).toBe(true);
});

test('the next page replaces "Show more"', async () => {
  const { pages } = pagesOver({ '': ['a', 'b', 'c', 'd', 'e'] });
  await shown(pages);
  expect((await pages.loadNextPage())?.node.id).toBe('c');
  expect(await shown(pages)).toEqual(['a', 'b', 'c', 'd', 'Show 1 more…']);
  expect((await pages.loadNextPage())?.node.id).toBe('e');
  expect(await shown(pages)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a refresh reloads all loaded pages, a reset only the first one', async () => {
  const tree = { '': ['a', 'b', 'c', 'd', 'e'] };
  const { pages } = pagesOver(tree);
  await shown(pages);
  await pages.loadNextPage();
  tree[''] = ['z', 'a', 'b', 'c', 'd', 'e'];
  expect(await pages.refresh()).toBeUndefined();
  expect(await shown(pages)).toEqual(['z', 'a', 'b', 'c', 'Show 2 more…']);
  pages.reset();
  expect(await shown(pages)).toEqual(['z', 'a', 'Show 2 more…']);
});

test('shows a node that moved between two pages once', async () => {
  const tree = { '': ['a', 'b', 'c'] };
  const { pages } = pagesOver(tree);
  await shown(pages);
  tree[''] = ['z', 'a', 'b', 'c'];
  await pages.loadNextPage();
  expect(await shown(pages)).toEqual(['a', 'b', 'c']);
});

test('ends a list that became shorter', async () => {
  const tree = { '': ['a', 'b', 'c'] };
  const { pages } = pagesOver(tree);
  await shown(pages);
  tree[''] = ['a'];
  expect(await pages.loadNextPage()).toBeUndefined();
  expect(await shown(pages)).toEqual(['a', 'b']);
});

test('shows a pinned path after "Show more", until its page is loaded', async () => {
  const { pages } = pagesOver({ '': ['a', 'b', 'c', 'd'], d: ['d1', 'd2', 'd3'] });
  await shown(pages);
  const pin = pages.pin([node('d'), node('d3')]);
  expect(pin?.isNew).toBe(true);
  expect(await shown(pages)).toEqual(['a', 'b', 'Show 2 more…', 'd']);
  expect((await pages.childrenOf(pin?.element.parent)).map(({ node: { label } }) => label)).toEqual([
    'd1',
    'd2',
    'Show 1 more…',
    'd3',
  ]);
  await pages.loadNextPage();
  expect(await shown(pages)).toEqual(['a', 'b', 'c', 'd']);
});

test('a path of loaded nodes is not new', async () => {
  const { pages } = pagesOver({ '': ['a', 'b', 'c'] });
  await shown(pages);
  expect(pages.pin([node('b'), node('b1')])?.isNew).toBe(false);
  expect(pages.pin([])).toBeUndefined();
});

test('repeats a failed request', async () => {
  let fails = true;
  const pages = createPagedTreeNodes(async () => {
    if (fails) throw new Error('not yet');
    return { nodes: [node('a')], total: 1 };
  });
  await expect(shown(pages)).rejects.toThrow('not yet');
  // The whole tree is redrawn: else nobody would ask again.
  expect(await pages.refresh()).toBeUndefined();
  fails = false;
  expect(await shown(pages)).toEqual(['a']);
});

test('an answer to a request before a reset is ignored after it', async () => {
  const answers: ((label: string) => void)[] = [];
  const pages = createPagedTreeNodes(
    () => new Promise(resolve => answers.push(label => resolve({ nodes: [node(label)], total: 1 }))),
  );
  const before = shown(pages);
  pages.reset();
  const after = shown(pages);
  answers[1]?.('new');
  answers[0]?.('old');
  expect(await Promise.all([before, after])).toEqual([['new'], ['new']]);
});

test('a run in two groups has a key in each group', async () => {
  const { pages } = pagesOver({ '': ['group-a', 'group-b'], 'group-a': ['run'], 'group-b': ['run'] });
  const groups = await pages.childrenOf();
  const keys = await Promise.all(groups.map(async group => (await pages.childrenOf(group)).map(({ key }) => key)));
  expect(keys).toEqual([['group-a/run'], ['group-b/run']]);
});

test('who waits for an answer while all is reloaded gets the new one, and nothing is redrawn for it', async () => {
  const answers: ((labels: string[]) => void)[] = [];
  const pages = createPagedTreeNodes(
    () => new Promise(resolve => answers.push(ids => resolve({ nodes: ids.map(node), total: ids.length }))),
  );
  const first = shown(pages);
  const refreshed = pages.refresh();
  answers[0]?.([]);
  answers[1]?.(['a']);
  expect(await first).toEqual(['a']);
  expect(await refreshed).toEqual([]);
  expect(await shown(pages)).toEqual(['a']);
  expect(answers.length).toBe(2);
});

test('who waits for the children of a node while all is reloaded gets the new ones', async () => {
  const answers: ((label: string) => void)[] = [];
  const pages = createPagedTreeNodes(async parent => {
    const label = parent ? await new Promise<string>(resolve => answers.push(resolve)) : 'a';
    return { nodes: [node(label)], total: 1 };
  });
  const [a] = await pages.childrenOf();
  const children = shown(pages, a);
  const refreshed = pages.refresh();
  answers[0]?.('old');
  answers[1]?.('new');
  expect(await children).toEqual(['new']);
  expect(await refreshed).toEqual([]);
});

test('a next page that is under way while all is reloaded is there in the end', async () => {
  const answers: (() => void)[] = [];
  const all = ['a', 'b', 'c', 'd', 'e'];
  let isHeld = false;
  const pages = createPagedTreeNodes(async (_, from) => {
    if (isHeld) await new Promise<void>(resolve => answers.push(resolve));
    return { nodes: all.slice(from, from + PAGE).map(node), total: all.length };
  });
  await pages.childrenOf();
  isHeld = true;
  const next = pages.loadNextPage();
  await setImmediate();
  isHeld = false;
  const refreshed = pages.refresh();
  for (const answer of answers) answer();
  expect((await next)?.node.id).toBe('c');
  await refreshed;
  expect(await shown(pages)).toEqual(['a', 'b', 'c', 'd', 'Show 1 more…']);
});

test('a fault is heard by who waits while all is reloaded', async () => {
  const answers: ((fault?: Error) => void)[] = [];
  const pages = createPagedTreeNodes(
    () =>
      new Promise((resolve, reject) =>
        answers.push(fault => (fault ? reject(fault) : resolve({ nodes: [], total: 0 }))),
      ),
  );
  const waiting = pages.childrenOf();
  const refreshed = pages.refresh();
  answers[0]?.();
  answers[1]?.(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  expect(await refreshed).toEqual([]);
});

test('a refresh that is overtaken by a later one redraws what that one finds', async () => {
  const labels = { a: 'a' };
  const answers: (() => void)[] = [];
  const pages = createPagedTreeNodes(
    () => new Promise(resolve => answers.push(() => resolve({ nodes: [{ ...node('a'), label: labels.a }], total: 1 }))),
  );
  const first = shown(pages);
  answers[0]?.();
  await first;
  const overtaken = pages.refresh();
  const later = pages.refresh();
  answers[1]?.();
  labels.a = 'changed';
  answers[2]?.();
  expect((await overtaken)?.map(({ node: { label } }) => label)).toEqual(['changed']);
  expect(await later).toEqual([]);
});

test('a page that can’t be reloaded stays as it was, and the others are reloaded', async () => {
  const failing = new Set<string>();
  const names = { a: 'a1' };
  const pages = createPagedTreeNodes(async parent => {
    const key = parent?.id ?? '';
    if (failing.has(key)) throw new Error(`no ${key}`);
    const ids = key === '' ? ['a', 'b'] : [key === 'a' ? names.a : 'b1'];
    return { nodes: ids.map(node), total: ids.length };
  });
  const [a, b] = await pages.childrenOf();
  const below = async (element: typeof a) => (await pages.childrenOf(element)).map(({ node: { id } }) => id);
  await Promise.all([below(a), below(b)]);
  failing.add('b');
  names.a = 'a2';
  expect(await pages.refresh()).toEqual([a]);
  expect(await below(a)).toEqual(['a2']);
  expect(await below(b)).toEqual(['b1']);
  for (const key of ['', 'a']) failing.add(key);
  await expect(pages.refresh()).rejects.toThrow('no ');
  expect(await below(a)).toEqual(['a2']);
});

function pagesOver(tree: Record<string, string[]>): { pages: PagedTreeNodes; asked: string[] } {
  const asked: string[] = [];
  const pages = createPagedTreeNodes(async (parent, from): Promise<TreeNodes> => {
    asked.push(`${parent?.id ?? ''}/${from}`);
    const all = tree[parent?.id ?? ''] ?? [];
    return { nodes: all.slice(from, from + PAGE).map(node), total: all.length };
  });
  return { pages, asked };
}

async function shown(pages: PagedTreeNodes, parent?: TreeElement): Promise<string[]> {
  return (await pages.childrenOf(parent)).map(({ node: { label } }) => label);
}

function node(id: string): TreeNode {
  return { id, is: id.startsWith('group') ? 'group' : 'run', label: id, opens: 'closed' };
}

test('a refresh returns only the changed elements, as the same objects', async () => {
  const tree: Record<string, string[]> = { '': ['a', 'b'], a: ['a1', 'a2'], b: ['b1'] };
  const labels: Record<string, string> = {};
  const pages = createPagedTreeNodes(async (parent, from) => {
    const ids = tree[parent?.id ?? ''] ?? [];
    const nodes = ids.slice(from, from + PAGE).map(id => ({ ...node(id), label: labels[id] ?? id }));
    return { nodes, total: ids.length };
  });
  const [a, b] = await pages.childrenOf();
  await pages.childrenOf(a);
  await pages.childrenOf(b);
  expect(await pages.refresh()).toEqual([]);
  labels.a2 = 'changed';
  tree.b = ['b1', 'b2'];
  const changed = (await pages.refresh()) ?? [];
  expect(changed.map(({ node: { label } }) => label)).toEqual(['changed', 'b']);
  expect(changed[1]).toBe(b);
  expect((await pages.childrenOf())[0]).toBe(a);
  tree[''] = ['b', 'a'];
  expect(await pages.refresh()).toBeUndefined();
});

test('a refresh returns a changed node that is pinned beyond its page', async () => {
  const { pages } = pagesOver({ '': ['a', 'b', 'c', 'd'] });
  await shown(pages);
  const pin = pages.pin([node('d')]);
  await shown(pages);
  expect(await pages.refresh([node('d')])).toEqual([]);
  expect(await pages.refresh([{ ...node('d'), label: 'changed' }])).toEqual([pin?.element]);
});

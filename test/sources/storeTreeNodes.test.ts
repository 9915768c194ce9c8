import { expect, test } from 'vitest';
import { runKey } from '../../server/src/runs/index/recordStore';
import type { ListedRuns } from '../../server/src/sources/storeListing';
import { firstRunOf, loadFaultNodes, type StoreFolder, storeTreeNodes } from '../../server/src/sources/storeTreeNodes';

const STORE: StoreFolder = { uri: 'file:///s/prod', name: 'prod', kind: 'tempo' };
const NOW = Date.parse('2026-03-01T12:00:00Z');

function listed(count: number, rest: Partial<ListedRuns> = {}): ListedRuns {
  const runs = Array.from({ length: count }, (_, index) => ({
    id: `a${index}`,
    family: 'otlp',
    title: `Run ${index}`,
    status: 'failed' as const,
    startedAt: BigInt(NOW - 60_000 * (index + 1)) * 1_000_000n,
    agents: ['planner'],
    steps: 3,
  }));
  return { runs, known: count, hasMore: false, appliedAfter: [], notApplied: [], ...rest };
}

test('runs look as those of files, and are known by their key in the index', () => {
  const { nodes, total } = storeTreeNodes(STORE, listed(1), 0, NOW);
  expect(total).toBe(1);
  expect(nodes[0]).toMatchObject({
    is: 'run',
    label: 'Run 0',
    outcome: 'failed',
    opens: 'closed',
    run: runKey('otlp', 'a0', STORE.uri),
  });
  expect(nodes[0]?.description).toContain('3 steps');
});

test('a run whose steps the store did not count can be opened, and tells nothing of them', () => {
  const list = listed(1);
  const runs = list.runs.map(({ steps, ...run }) => run);
  const [node] = storeTreeNodes(STORE, { ...list, runs }, 0, NOW).nodes;
  expect(node).toMatchObject({ opens: 'closed', leads: true });
  expect(`${node?.description} ${node?.tooltip}`).not.toMatch(/step|state only/i);
});

test('terms of the filter that the store did not apply come first, once', () => {
  const list = listed(2, { notApplied: ['rule:x'], appliedAfter: ['tool:search'], hasMore: true });
  const page = storeTreeNodes(STORE, list, 0, NOW);
  expect(page.nodes.map(({ label }) => label)).toEqual([
    'Not applied: rule:x',
    'Applied to its answer: tool:search',
    'Run 0',
    'Run 1',
  ]);
  expect(page).toMatchObject({ total: 5, isOpenEnded: true });
  expect(firstRunOf(page.nodes.length, list)).toBe(2);
  expect(storeTreeNodes(STORE, { ...list, runs: [], known: 2 }, 4, NOW).nodes).toEqual([]);
});

test.each([
  [listed(0), ['No runs']],
  [listed(0, { recentDays: 7 }), ['No runs in the last 7 days']],
  [listed(1, { recentDays: 7 }), ['Run 0', 'The last 7 days']],
  [
    listed(1, { unlisted: 2 }),
    ['Run 0', '2 runs are left out: the store gives no start or no valid id, or they can’t be loaded'],
  ],
  [listed(0, { fault: 'prod: refused; start it.' }), ['prod: refused; start it.']],
  [listed(1, { fault: 'prod: the answer breaks off.' }), ['Run 0', 'prod: the answer breaks off.']],
])('the end of a list says why it ends', (list, labels) => {
  const { nodes, total } = storeTreeNodes(STORE, list, 0, NOW);
  expect(nodes.map(({ label }) => label)).toEqual(labels);
  expect(total).toBe(labels.length);
});

test('texts of a server are one plain line', () => {
  const fault = 'prod: \u202Eanswered\n\u001b[31m[click](command:x)';
  const nodes = [
    ...storeTreeNodes(STORE, listed(0, { fault }), 0, NOW).nodes,
    ...loadFaultNodes('otlp a x', fault).nodes,
  ];
  for (const { label, tooltip } of nodes) {
    expect(label).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    expect(tooltip).not.toContain('[click](');
  }
});

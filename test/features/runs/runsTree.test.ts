import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pathInRunsTree } from '../../../server/src/features/runs/pathInRunsTree';
import { PAGE, runsTree } from '../../../server/src/features/runs/runsTree';
import { nodeLocation, nodeRef, treeNodeId } from '../../../server/src/features/runs/treeNodeId';
import type { Effect } from '../../../server/src/model/run';
import type { RunIndex } from '../../../server/src/runs/index/runIndex';
import type { RunGroup, RunSort, RunView, TreeNode } from '../../../server/src/shared/lspExtensions';
import { type EntryFields, fileRecordOf } from '../../kit/fileRecordOf';
import { indexOf } from '../../runs/index/indexOf';
import { AROUND, at, childrenOf, drawn, indexIn, NOW, VIEW } from './shownTree';

const effects: Effect[] = [
  { do: 'write', path: 'src/invite/route.ts', operation: 'create' },
  { do: 'document', name: 'spec.md', status: 'present' },
  { do: 'decision', text: 'REST with e-mail' },
  { do: 'note', text: 'Watch the limits' },
  { do: 'question', id: 'C2.1', status: 'pending', text: 'Session timeout?', priority: 'security' },
  { do: 'gap', id: 'G-001', status: 'resolved', priority: 'Critical' },
  { do: 'handoff', to: 'review', text: 'Validate types' },
  { do: 'call', id: 't_1', tool: 'search' },
  { do: 'result', id: 't_1', ok: true },
  { do: 'approval', state: 'requested' },
  { do: 'budget', state: 'exceeded' },
  { do: 'evaluation', name: 'Relevance', label: 'fail', score: 0.2, text: 'Missed the date', isGood: false },
  { do: 'usage', tokens: 1200, cost: 0.03 },
];

const sample = () =>
  indexOf(
    fileRecordOf('a.jsonl', [
      {
        title: 'Idea',
        run: 'wf_1',
        at: at('2026-11-22T10:00:00Z'),
        agent: 'vision',
        peer: 'build',
        about: 'Team invites',
        confidence: 0.9,
      },
      {
        title: 'Code',
        run: 'wf_1',
        at: at('2026-11-22T10:08:00Z'),
        duration: 360_000_000_000n,
        agent: 'build',
        peer: 'review',
        outcome: 'failed',
        effects,
      },
    ]),
    fileRecordOf('b.jsonl', [{ title: 'Old', run: 'wf_2', at: at('2026-11-20T10:00:00Z'), outcome: 'pending' }]),
  );

test('traces of services are left out, and counted', () => {
  const span = { run: 'x', kind: 'otlp/span', service: 'shop', agent: 'shop' };
  const index = indexOf(
    fileRecordOf('a.json', [{ ...span, title: 'GET /', about: 'GET /' }]),
    fileRecordOf('b.json', [
      { ...span, run: 'y', title: 'GET /ask', about: 'GET /ask' },
      { ...span, run: 'y', title: 'chat', kind: 'otlp/span:llm' },
    ]),
  );
  const labels = (view: Partial<RunView>) => {
    const { nodes, leftOut } = runsTree(index, { view: { ...VIEW, ...view } }, AROUND);
    return [nodes.map(({ label }) => label).sort(), leftOut];
  };
  expect(labels({})).toEqual([['GET /', 'GET /ask'], undefined]);
  expect(labels({ hidesServices: true })).toEqual([['GET /ask'], 1]);
});

describe('the tree', () => {
  test('shows runs, their steps, and what came of these', () => {
    const [first, ...rest] = drawn(sample());
    expect(first?.replace(/(\d+-\d+-\d+ )?\d\d:\d\d/, 'TIME')).toBe(
      'Team invites (Code · wf_1 · TIME · 2 steps · 14 min · 2 agents)',
    );
    expect(rest.map(line => line.replace(/(\d+-\d+-\d+ )?\d\d:\d\d(:\d\d)?/, 'TIME'))).toEqual([
      '  vision → build · Idea (TIME · confidence 0.9)',
      '  build → review · Code (TIME · +8 min · took 6 min · 1,200 tokens, $0.03)',
      '    route.ts (create · src/invite)',
      '    spec.md (present)',
      '    REST with e-mail',
      '    Watch the limits',
      '    C2.1 (security · pending · Session timeout?)',
      '    G-001 (Critical · resolved)',
      '    to review (Validate types)',
      '    search (call)',
      '    Approval requested',
      '    Budget exceeded',
      '    Relevance (fail (0.2) · Missed the date)',
      'Old (wf_2 · TIME · 1 step)',
      '  Old (TIME)',
    ]);
  });

  test('says why a run and a step failed, once', () => {
    const failed = { outcome: 'failed', status: 'failed' } as const;
    const index = indexOf(
      fileRecordOf('a.json', [{ title: 'search', run: '1', about: 'Trains', failure: 'timed out', ...failed }]),
      fileRecordOf('b.json', [{ title: 'timed out', run: '2', ...failed }]),
      fileRecordOf('c.json', [
        { title: 'search: timed out', run: '3', about: 'Boats', failure: 'timed out', ...failed },
      ]),
    );
    expect(drawn(index, { sort: 'name' })).toEqual([
      'Boats (timed out · 3 · 1 step)',
      '  search: timed out',
      'timed out (2 · 1 step)',
      '  timed out',
      'Trains (timed out · 1 · 1 step)',
      '  search (timed out)',
    ]);
    expect(childrenOf(index, VIEW, AROUND)[0]?.tooltip).toContain('Reason: timed out');
  });

  test('names the id once, and of one that a machine drew the beginning', () => {
    const at = (run: string, title: string) => fileRecordOf(`${run}.json`, [{ title, run, about: title }]);
    const hex = 'b47d761fe79be88aee41342cdd527268';
    const index = indexOf(at(hex, 'main'), at('wf_1', 'wf_1'));
    const nodes = childrenOf(index, { ...VIEW, sort: 'name' }, AROUND);
    expect(nodes.map(({ label, description }) => `${label} (${description})`)).toEqual([
      'main (b47d761f… · 1 step)',
      'wf_1 (1 step)',
    ]);
    expect(nodes[0]).toMatchObject({ copies: hex, tooltip: expect.stringContaining(hex) });
  });

  test('tells runs of one title apart, by what is first in their second text', () => {
    const hex = (first: string) => first.padEnd(32, '0');
    const about = { about: 'main', title: 'x' };
    const failed = { ...about, outcome: 'failed', failure: 'timed out' } as const;
    const index = indexOf(
      fileRecordOf('a.jsonl', [
        { ...failed, run: hex('aa') },
        { ...failed, run: hex('bb') },
        { ...failed, run: `${hex('cc')}1` },
        { ...failed, run: `${hex('cc')}2` },
      ]),
      fileRecordOf('one/calls.jsonl', [{ title: 'send' }]),
      fileRecordOf('two/calls.jsonl', [{ title: 'send' }]),
      fileRecordOf('c.jsonl', [
        { title: 'both', run: 'r', kind: 'agent-io/event' },
        { title: 'both', run: 'r', kind: 'toolcall/call' },
      ]),
      fileRecordOf('d.json', [{ ...failed, about: 'alone', run: 'r1' }]),
    );
    expect(drawn(index, { sort: 'name' }, AROUND, 1)).toEqual([
      'alone (timed out · r1 · 1 step)',
      'both (Agent I/O · r · 1 step)',
      'both (Typed Tool Calls · r · 1 step)',
      'main (aa000000… · timed out · 1 step)',
      'main (bb000000… · timed out · 1 step)',
      'main (…000000000001 · timed out · 1 step)',
      'main (…000000000002 · timed out · 1 step)',
      'send (one/calls.jsonl · 1 step)',
      'send (two/calls.jsonl · 1 step)',
    ]);
  });

  test('nests what is nested, and says an agent once', () => {
    const index = indexOf(
      fileRecordOf('a.json', [
        { title: 'root', run: 'r', key: '1', agent: 'x', at: 1n, effects: [{ do: 'note', text: 'n' }] },
        { title: 'child', run: 'r', key: '2', parent: '1', agent: 'x', at: 2n },
        { title: 'grandchild', run: 'r', key: '3', parent: '2', agent: 'y', at: 3n },
      ]),
    );
    const labels = drawn(index).map(line => line.replace(/ \(.*/, ''));
    expect(labels).toEqual(['root', '  x · root', '    n', '    child', '      y · grandchild']);
  });

  test('does not say again what the title says', () => {
    const index = indexOf(
      fileRecordOf('a.jsonl', [
        {
          title: 'approval_requested: worker',
          run: 'r',
          agent: 'x',
          peer: 'worker',
          effects: [
            { do: 'approval', state: 'requested' },
            { do: 'handoff', to: 'worker', text: 'approval_requested: worker' },
            { do: 'call', tool: 'worker' },
            { do: 'result', tool: 'worker', ok: true },
            { do: 'note', text: 'approval_requested: worker' },
          ],
        },
        { title: 'run', run: 'r', agent: 'run', duration: 0n },
      ]),
    );
    expect(drawn(index).slice(1)).toEqual(['  x · approval_requested: worker', '  run']);
  });

  test('counts problems on every level', () => {
    const warning = { error: 0, warning: 1, info: 0 };
    const error = { error: 2, warning: 0, info: 1 };
    const index = indexOf(
      fileRecordOf(
        'a.jsonl',
        [
          { title: 'a', run: 'r', key: '1' },
          { title: 'b', run: 'r', key: '2', parent: '1' },
        ],
        { checks: { 'line 1': { problems: warning, rules: ['x'] }, 'line 2': { problems: error, rules: ['y'] } } },
      ),
      fileRecordOf('b.jsonl', [{ title: 'c', run: 's' }]),
    );
    const sum = { error: 2, warning: 1, info: 1 };
    const [group] = childrenOf(index, { ...VIEW, group: 'family' }, AROUND);
    const [run, clean] = childrenOf(index, { ...VIEW, sort: 'problems' }, AROUND);
    const [step] = childrenOf(index, VIEW, AROUND, run);
    const [inner] = childrenOf(index, VIEW, AROUND, step);
    expect([group, run, step, inner].map(node => node?.problems)).toEqual([sum, sum, sum, error]);
    expect(clean?.problems).toBeUndefined();
  });

  test('marks what is live', () => {
    const index = indexOf(
      fileRecordOf('a.jsonl', [{ title: 'a', outcome: 'pending' }], { changedAt: NOW - 30_000.5 }),
      fileRecordOf('b.jsonl', [{ title: 'b', outcome: 'pending' }], { changedAt: NOW - 70_000 }),
      fileRecordOf('c.jsonl', [{ title: 'c' }], { changedAt: NOW - 1 }),
      fileRecordOf('d.jsonl', [{ title: 'd', outcome: 'pending' }], { changedAt: NOW - 3_600_001 }),
    );
    const nodes = childrenOf(index, { ...VIEW, sort: 'name' }, AROUND);
    expect(nodes.map(({ live, icon }) => [live ?? false, icon?.id])).toEqual([
      [true, 'sync~spin'],
      [false, 'sync'],
      [true, 'pass'],
      [false, 'sync-ignored'],
    ]);
  });

  test('begins with the workspace folders where there are several', () => {
    const folders = ['file:///work/a', 'file:///work/b', 'file:///work/empty'];
    const index = indexIn(
      folders,
      fileRecordOf('a/x.jsonl', [{ title: 'one', run: '1', agent: 'vision' }]),
      fileRecordOf('b/x.jsonl', [{ title: 'two', run: '2', agent: 'vision' }]),
      fileRecordOf('else/x.jsonl', [{ title: 'three', run: '3' }]),
    );
    const around = { ...AROUND, folders: folders.map(uri => ({ uri, name: uri.slice(-1) })) };
    expect(drawn(index, { group: 'agent' }, around, 3)).toEqual([
      'a (1 run)',
      '  vision (1 run)',
      '    one (1 · 1 step · vision)',
      'b (1 run)',
      '  vision (1 run)',
      '    two (2 · 1 step · vision)',
      'Outside of the workspace (1 run)',
      '  No agent (1 run)',
      '    three (3 · 1 step)',
    ]);
    expect(unique(index, { group: 'agent' }, around)).toBe(true);
  });
});

describe('groups', () => {
  const index = indexOf(
    fileRecordOf('a.jsonl', [
      { title: 'a', run: '1', at: at('2026-11-22T11:00:00Z'), agent: 'one' },
      { title: 'b', run: '1', agent: 'two' },
      { title: 'c', run: '2', at: at('2026-11-21T11:00:00Z'), agent: 'two', outcome: 'failed' },
      { title: 'd', run: '3', at: at('2026-11-03T11:00:00Z'), agent: 'agent 10', kind: 'agent-io/event' },
      { title: 'e', run: '4', outcome: 'unknown', agent: 'agent 9' },
    ]),
    fileRecordOf('z/b.jsonl', [{ title: 'f', run: '5', outcome: 'unknown' }]),
  );

  test.each<[RunGroup, string[]]>([
    ['family', ['Agent I/O (1 run)', 'talk (4 runs)']],
    ['status', ['Failed (1 run)', 'Unknown (2 runs)', 'Succeeded (2 runs)']],
    ['conversation', ['No conversation (5 runs)']],
    ['agent', ['agent 9 (1 run)', 'agent 10 (1 run)', 'one (1 run)', 'two (2 runs)', 'No agent (1 run)']],
  ])('by %s', (group, expected) => {
    const shown = drawn(index, { group }, AROUND, 1);
    expect(shown).toEqual(expected);
  });

  test('by day, as the runs are sorted', () => {
    const days = (sort: RunSort) =>
      drawn(index, { group: 'day', sort }, AROUND, 1).map(line => line.replace(/ \(.*/, ''));
    // What stands in a log goes with the step before it in time; only the last file has none.
    expect(days('newest')).toEqual(['Today', 'Yesterday', '2026-11-03', 'No date']);
    expect(days('oldest')).toEqual(['2026-11-03', 'Yesterday', 'Today', 'No date']);
  });
});

describe('conversations', () => {
  const turn = (run: string, conversation: string | undefined, day: string, more: Partial<EntryFields> = {}) => ({
    ...{ title: 'chat', about: `turn ${run}`, run, at: at(`2026-11-${day}T11:00:00Z`) },
    ...(conversation !== undefined && { conversation }),
    ...more,
  });
  const index = indexOf(
    fileRecordOf('a.jsonl', [
      turn('1', 'conv-1', '20'),
      turn('2', undefined, '21'),
      turn('3', 'conv-1', '22', { outcome: 'failed' }),
      turn('4', 'alone', '19'),
    ]),
  );

  test('of several runs are a node, at the place of their newest run, called as their first', () => {
    const shown = drawn(index, {}, AROUND, 1);
    expect(shown.map(line => line.replace(/ \(.*/, ''))).toEqual(['turn 1', 'turn 2', 'turn 4']);
    expect(shown[0]).toBe('turn 1 (2 runs · 1 failed)');
  });

  test('lead to their runs', () => {
    const key = index.runs().find(({ id }) => id === '3')?.key ?? '';
    const path = pathInRunsTree(index, { view: VIEW, run: key }, { ...AROUND, partAt: () => undefined });
    expect(path.map(({ is, label }) => [is, label])).toEqual([
      ['group', 'turn 1'],
      ['run', 'turn 3'],
    ]);
    const [group] = path;
    expect(childrenOf(index, VIEW, AROUND, group).map(({ label }) => label)).toEqual(['turn 3', 'turn 1']);
  });

  test('are a group, and a key of the filter', () => {
    expect(drawn(index, { group: 'conversation' }, AROUND, 1)).toEqual([
      'turn 1 (2 runs)',
      'turn 4 (1 run)',
      'No conversation (1 run)',
    ]);
    expect(drawn(index, { filter: 'conversation:conv-1', group: 'status' }, AROUND, 1)).toEqual([
      'Failed (1 run)',
      'Succeeded (1 run)',
    ]);
  });
});

describe('the order', () => {
  const index = indexOf(
    fileRecordOf(
      'a.jsonl',
      [
        { title: 'run 10', run: '1', at: at('2026-11-22T11:00:00Z'), duration: 5n },
        { title: 'run 9', run: '2', at: at('2026-11-21T11:00:00Z'), duration: 50n },
        { title: 'run 1', run: '3', at: at('2026-11-23T11:00:00Z') },
        { title: 'run 1', run: '4', at: at('2026-11-23T11:00:00Z') },
      ],
      { checks: { 'line 2': { problems: { error: 1, warning: 0, info: 0 }, rules: [] } } },
    ),
    // When a file was written says nothing of when its run began.
    fileRecordOf('b.json', [{ title: 'run 2', run: '5', outcome: 'failed' }], { changedAt: NOW }),
    fileRecordOf('c.json', [{ title: 'run 3', run: '6' }], { changedAt: NOW - 1000 }),
  );
  test.each<[RunSort, string]>([
    ['newest', '341256'],
    ['oldest', '213465'],
    ['failed', '534126'],
    ['name', '345621'],
    ['problems', '234156'],
    ['duration', '213456'],
  ])('%s', (sort, expected) => {
    expect(
      childrenOf(index, { ...VIEW, sort }, AROUND)
        .map(({ copies }) => copies)
        .join(''),
    ).toBe(expected);
  });
});

test('what is alike stands in one order, whenever its file was read; what is new is there at once', () => {
  const records = ['a', 'b', 'c'].map(name => fileRecordOf(`${name}/x.jsonl`, [{ title: 'same', run: name }]));
  const [one, other] = [indexOf(...records), indexOf(...records.toReversed())];
  for (const sort of ['newest', 'oldest', 'failed', 'name', 'problems', 'duration'] as const) {
    const [shown, again] = [one, other].map(index => childrenOf(index, { ...VIEW, sort }, AROUND).map(({ id }) => id));
    expect(again).toEqual(shown);
  }
  expect(childrenOf(one, VIEW, AROUND)).toHaveLength(3);
  one.set(fileRecordOf('d/x.jsonl', [{ title: 'same', run: 'd' }]));
  expect(childrenOf(one, VIEW, AROUND)).toHaveLength(4);
});

describe('pages', () => {
  test('cover each node once, and no more come than there are', () => {
    const told: EntryFields[] = Array.from({ length: 2 * PAGE + 7 }, (_, i) => ({ title: `step ${i}`, run: 'r' }));
    const index = indexOf(fileRecordOf('a.jsonl', told));
    const [run] = childrenOf(index, VIEW, AROUND);
    const steps = childrenOf(index, VIEW, AROUND, run);
    expect(steps.map(({ step }) => step)).toEqual(told.map((_, i) => i));
    const parent = run?.id ?? '';
    for (const from of [-1, Number.NaN, 0.5])
      expect(runsTree(index, { view: VIEW, parent, from }, AROUND).nodes).toHaveLength(PAGE);
    expect(runsTree(index, { view: VIEW, parent, from: 1e9 }, AROUND)).toEqual({ nodes: [], total: told.length });
  });
});

describe('ids', () => {
  const ids = (index: RunIndex) => [...everyNode(index)].map(({ id }) => id);

  test('are unique, and stay when a log grows', () => {
    const lines: EntryFields[] = Array.from({ length: 5 }, (_, i) => ({ title: `${i}`, run: `r${i % 2}`, effects }));
    const before = ids(indexOf(fileRecordOf('a.jsonl', lines)));
    const after = ids(indexOf(fileRecordOf('a.jsonl', [...lines, { title: 'new', run: 'r1', effects }])));
    expect(new Set(before).size).toBe(before.length);
    expect(before.filter(id => !after.includes(id))).toEqual([]);
  });

  test('say what they stand for', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('\uD800', '😀', '\0', '__proto__')),
        fc.nat(),
        fc.nat(),
        (text, one, other) => {
          for (const ref of [
            { is: 'folder', folder: text },
            { is: 'group', by: 'agent', key: text, folder: null },
            { is: 'run', run: text },
            { is: 'step', run: text, step: one },
            { is: 'effect', run: text, step: one, effect: other },
            { is: 'section', run: text, section: text },
            { is: 'told', section: text, run: text, step: one, effect: -1 },
            { is: 'row', section: text, uri: text, start: one, end: other },
          ] as const) {
            expect(nodeRef(treeNodeId(ref))).toEqual(ref);
          }
        },
      ),
    );
  });

  test('that are none give nothing', () => {
    const index = sample();
    const key = index.runs()[0]?.key ?? '';
    const strange = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .array(
          fc.oneof(
            fc.constantFrom('run', 'step', 'effect', 'group', 'folder', 'agent', key, -1, 0, 1e300, null, '__proto__'),
            fc.jsonValue(),
          ),
          { maxLength: 6 },
        )
        .map(list => JSON.stringify(list)),
    );
    fc.assert(
      fc.property(strange, id => {
        const { nodes, total } = runsTree(index, { view: VIEW, parent: id }, AROUND);
        expect(nodes.length).toBe(Math.min(total, PAGE));
        nodeLocation(index, id);
      }),
      { numRuns: 150 },
    );
    expect(runsTree(index, { view: VIEW, parent: treeNodeId({ is: 'step', run: key, step: 99 }) }, AROUND).total).toBe(
      0,
    );
    expect(nodeLocation(index, treeNodeId({ is: 'run', run: 'gone' }))).toBeUndefined();
  });
});

describe('what files say', () => {
  const hostile = [
    '[click](command:evil) **bold** <img src=x onerror=1> $(trash) `code`',
    'line\nbreak\r\n\u0000\u001b[31m\u2028end',
    '\u202Egnp.exe\u200B\u2066',
    'x'.repeat(10_240),
    '__proto__',
    'constructor',
    '😀'.repeat(100),
    '\uD800',
    '',
    '...',
  ];

  test.each(hostile)('is harmless: %#', text => {
    const index = indexOf(
      fileRecordOf('a.jsonl', [
        {
          title: text,
          run: text || 'r',
          agent: text,
          peer: text,
          kind: `talk/${text}`,
          at: 10n ** 40n,
          about: text,
          effects: all(text),
        },
      ]),
    );
    for (const group of ['none', 'agent', 'family', 'day', 'status'] as const) {
      for (const node of everyNode(index, group)) {
        expect(node.label).not.toBe('');
        expect(node.label.length).toBeLessThan(200);
        expect(node.description?.length ?? 0).toBeLessThan(400);
        for (const shown of [node.label, node.description ?? '']) {
          expect(shown).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028]/u);
        }
        expect(node.tooltip?.length ?? 0).toBeLessThan(6000);
        expect(node.tooltip ?? '').not.toMatch(/(?<!\\)\]\(|(?<!\\)<|(?<!\\)\$\(|\p{Bidi_Control}/u);
        expect(() => encodeURIComponent(node.id)).not.toThrow();
      }
    }
  });

  function all(text: string): Effect[] {
    return [
      { do: 'write', path: text, operation: text },
      { do: 'document', name: text, status: text },
      { do: 'decision', text: `${text}!` },
      { do: 'note', text: `${text}!` },
      { do: 'question', id: text, status: text, text, priority: text },
      { do: 'gap', id: text, status: text, text, priority: text },
      { do: 'handoff', to: text, text },
      { do: 'call', id: text, tool: `${text}!` },
      { do: 'approval', state: text },
    ];
  }
});

function unique(index: RunIndex, change: { group: RunGroup }, around = AROUND): boolean {
  const ids = childrenOf(index, { ...VIEW, ...change }, around).flatMap(top => [
    top.id,
    ...childrenOf(index, { ...VIEW, ...change }, around, top).map(({ id }) => id),
  ]);
  return new Set(ids).size === ids.length;
}

function* everyNode(index: RunIndex, group: RunGroup = 'none', parent?: TreeNode): Generator<TreeNode> {
  for (const node of childrenOf(index, { ...VIEW, group }, AROUND, parent)) {
    yield node;
    if (node.opens !== 'no') yield* everyNode(index, group, node);
  }
}

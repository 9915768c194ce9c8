import { describe, expect, test } from 'vitest';
import { type PartAt, pathInRunsTree } from '../../../server/src/features/runs/pathInRunsTree';
import { runsTree } from '../../../server/src/features/runs/runsTree';
import type { RunView, TreeNode } from '../../../server/src/shared/lspExtensions';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { indexOf } from '../../runs/index/indexOf';
import { AROUND, childrenOf, VIEW } from './shownTree';

const index = indexOf(
  fileRecordOf('a.json', [
    { title: 'request', run: 'r', key: '1', agent: 'one' },
    { title: 'event', run: 'r', key: '2', parent: '1', path: ['trace', 0], agent: 'two' },
    { title: 'inner', run: 'r', key: '3', parent: '2', path: ['trace', 0, 'data'] },
  ]),
  fileRecordOf('b.jsonl', [{ title: 'ask', side: 'ask', pair: 'p' }, { title: 'other' }]),
  fileRecordOf('c.jsonl', [{ title: '', side: 'answer', pair: 'p' }]),
  fileRecordOf('w/index.md', [], {
    registry: { feature: '005', family: 'talk', workflows: [{ name: 'plan', status: 'succeeded' }] },
  }),
);
const at = { line: 0, character: 0 };
const places: Record<string, ReturnType<PartAt>> = {
  'a.json': { part: 'root', path: [] },
  'a.json whole event': { part: 'root', path: ['trace', 0] },
  'a.json in event': { part: 'root', path: ['trace', 0, 'name'] },
  'a.json in inner': { part: 'root', path: ['trace', 0, 'data', 'x'] },
  'a.json elsewhere': { part: 'root', path: ['result'] },
  'b.jsonl second': { part: 'line 2', path: [] },
  'c.jsonl answer': { part: 'line 1', path: ['ok'] },
  'c.jsonl beyond': { part: 'line 9', path: [] },
};

describe('the way to what stands at a place', () => {
  test.each<[string, string[]]>([
    ['a.json', ['request', 'one · request']],
    ['a.json elsewhere', ['request', 'one · request']],
    ['a.json whole event', ['request', 'one · request', 'two · event']],
    ['a.json in event', ['request', 'one · request', 'two · event']],
    ['a.json in inner', ['request', 'one · request', 'two · event', 'inner']],
    ['b.jsonl second', ['ask', 'other']],
    ['c.jsonl answer', ['ask', 'ask']],
    ['c.jsonl beyond', []],
    ['w/index.md', ['005 · plan']],
    ['nothing.json', []],
  ])('%s', (name, expected) => {
    const [file = ''] = name.split(' ');
    const params = { view: VIEW, uri: `file:///work/${file}`, position: at };
    expect(pathInRunsTree(index, params, { ...AROUND, partAt: () => places[name] }).map(({ label }) => label)).toEqual(
      expected,
    );
  });
});

describe('the way to a step', () => {
  const run = index.runs().find(({ id }) => id === 'r')?.key ?? '';
  const wayTo = (change: Partial<RunView>, step = 2, around = AROUND) =>
    pathInRunsTree(
      index,
      { view: { ...VIEW, ...change }, run, step },
      {
        ...around,
        partAt: () => undefined,
      },
    );

  test('goes through the nodes that the tree has', () => {
    const several = { ...AROUND, folders: [...AROUND.folders, { uri: 'file:///else', name: 'else' }] };
    for (const around of [AROUND, several]) {
      for (const group of ['none', 'family', 'day', 'status', 'agent'] as const) {
        const view = { ...VIEW, group };
        const way = wayTo({ group }, 2, around);
        expect(way).toHaveLength(4 + (group === 'none' ? 0 : 1) + (around === several ? 1 : 0));
        let parent: TreeNode | undefined;
        for (const node of way) {
          expect(childrenOf(index, view, around, parent)).toContainEqual(node);
          parent = node;
        }
        expect(runsTree(index, { view, parent: parent?.id ?? '' }, around).total).toBe(0);
      }
    }
  });

  test('through the first group that has it', () => {
    expect(wayTo({ group: 'agent' }).map(({ label }) => label)[0]).toBe('one');
  });

  test('is none where the filter hides it, and ends at the run where there is no such step', () => {
    expect(wayTo({ filter: 'nothing' })).toEqual([]);
    expect(wayTo({}, 99)).toHaveLength(1);
    expect(wayTo({}, -0.5)).toHaveLength(1);
    expect(pathInRunsTree(index, { view: VIEW, run: 'gone' }, { ...AROUND, partAt: () => undefined })).toEqual([]);
  });
});

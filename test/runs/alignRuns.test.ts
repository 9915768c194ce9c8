import { expect, test } from 'vitest';
import { alignRuns } from '../../server/src/runs/alignRuns';
import { type EntryFields, fileRecordOf } from '../kit/fileRecordOf';
import { aligned, by, shown, titled } from './alignedRuns';
import { indexOf, runOf } from './index/indexOf';

const SECOND = 1_000_000_000n;

test.each<[string, EntryFields[], EntryFields[], string[]]>([
  ['the same', by('a', 'b'), by('a', 'b'), ['0=0', '1=1']],
  ['one more', by('a', 'c'), by('a', 'b', 'c'), ['0=0', '-1', '1=2']],
  ['one less', by('a', 'b', 'c'), by('a', 'c'), ['0=0', '1-', '2=1']],
  ['one instead of another', by('a', 'b', 'c'), by('a', 'd', 'c'), ['0=0', '1-', '-1', '2=2']],
  ['nothing in common', by('a', 'b'), by('c'), ['0-', '1-', '-0']],
  ['ids and numbers', titled('call t_k3j9x0a1b2', 'try 1'), titled('call t_a1b2c3d4e5', 'try 2'), ['0=0', '1=1']],
  ['another title', titled('x', 'old', 'y'), titled('x', 'new', 'y'), ['0=0', '1~1 title', '2=2']],
  [
    'what came of it',
    [{ title: 'go', outcome: 'ok' }],
    [{ title: 'go · no', outcome: 'failed' }],
    ['0~0 outcome title'],
  ],
  [
    'other tools are not the same thing',
    [{ title: 'x', effects: [{ do: 'call', tool: 'read' }] }],
    [{ title: 'x', effects: [{ do: 'call', tool: 'write' }] }],
    ['0-', '-0'],
  ],
  [
    'a tool, whatever it is called with',
    [{ title: 'read a', effects: [{ do: 'call', id: '1', tool: 'read' }] }],
    [{ title: 'read b', effects: [{ do: 'call', id: '2', tool: 'read' }] }],
    ['0~0 title'],
  ],
  [
    'all that can be different',
    [{ title: 'x', confidence: 0.5, peer: 'b', duration: SECOND, effects: [{ do: 'note', text: 'n' }] }],
    [{ title: 'x', confidence: 0.6, peer: 'c', duration: 3n * SECOND, effects: [{ do: 'note', text: 'm' }] }],
    ['0~0 confidence peer effects'],
  ],
  [
    'a little longer, and what was used',
    [{ title: 'x', duration: 1n, effects: [{ do: 'usage', tokens: 1 }] }],
    [{ title: 'x', duration: SECOND, effects: [{ do: 'usage', tokens: 2 }] }],
    ['0=0'],
  ],
  [
    'agents by a random id, and whom they are told of',
    [
      { title: 'look', agent: 'claude', peer: 'agent-a5c0ffee' },
      { title: 'found', agent: 'agent-a5c0ffee', effects: [{ do: 'handoff', to: 'agent-a5c0ffee' }] },
      { title: 'end', agent: 'reviewer-1' },
    ],
    [
      { title: 'look', agent: 'claude', peer: 'agent-9b1d44e0' },
      { title: 'found', agent: 'agent-9b1d44e0', effects: [{ do: 'handoff', to: 'agent-9b1d44e0' }] },
      { title: 'end', agent: 'reviewer-2' },
    ],
    ['0=0', '1=1', '2-', '-2'],
  ],
  [
    'agents by the end of the id of the call that started them',
    [
      { title: 'Task', key: 'toolu_01ABCDijklmnop', agent: 'claude' },
      { title: 'found', parent: 'toolu_01ABCDijklmnop', agent: 'agent-ijklmnop' },
    ],
    [
      { title: 'Task', key: 'toolu_01ABCDqrstuvwx', agent: 'claude' },
      { title: 'found', parent: 'toolu_01ABCDqrstuvwx', agent: 'agent-qrstuvwx' },
    ],
    ['0=0', '1=1'],
  ],
  [
    'agents whose name ends an id as a word of its own',
    [
      { title: 'Task', key: 'task-writer', agent: 'lead' },
      { title: 'found', parent: 'task-writer', agent: 'agent-writer' },
    ],
    [
      { title: 'Task', key: 'task-editor', agent: 'lead' },
      { title: 'found', parent: 'task-editor', agent: 'agent-editor' },
    ],
    ['0=0', '1-', '-1'],
  ],
  ['odd names', titled('__proto__', 'constructor'), titled('constructor'), ['0-', '1=0']],
])('%s', (_, one, other, expected) => {
  expect(aligned(one, other)).toEqual(expected);
});

test('problems', () => {
  const checked = (error: number) =>
    runOf(
      indexOf(
        fileRecordOf('a.jsonl', [{ title: 'x', run: 'r' }], {
          checks: { 'line 1': { problems: { error, warning: 0, info: 0 }, rules: [] } },
        }),
      ),
      'r',
    );
  expect(shown(alignRuns(checked(0), checked(1)))).toEqual(['0~0 problems']);
});

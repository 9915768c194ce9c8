import { expect, test } from 'vitest';
import { comparableRuns } from '../../../server/src/features/replay/comparableRuns';
import { type EntryFields, fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

function ids(...runs: (Partial<EntryFields> & { run: string })[]): string[] {
  const records = runs.map((told, index) => fileRecordOf(`${index}.json`, [{ title: 'Add invites', ...told }]));
  const own = fileRecordOf('own.json', [{ title: 'Add invites', run: 'wf_1', agent: 'a' }]);
  return comparableRuns(replayOf([own, ...records], { id: 'wf_1' }), {}).map(({ id }) => id);
}

test.each<[string, (Partial<EntryFields> & { run: string })[]]>([
  [
    'the same protocol before the same agents',
    [
      { run: 'x', agent: 'b' },
      { run: 'wf_2', agent: 'a', kind: 'other/message' },
    ],
  ],
  [
    'the same agents before the same title',
    [
      { run: 'x', agent: 'a', title: 'Something else' },
      { run: 'y', agent: 'b' },
    ],
  ],
  [
    'another iteration before another workflow',
    [
      { run: 'wf_2', agent: 'a' },
      { run: 'x', agent: 'a', at: 10n },
    ],
  ],
  [
    'titles that differ in a number',
    [
      { run: 'x', agent: 'a', title: 'add invites: 2' },
      { run: 'y', agent: 'a', title: 'Remove invites' },
    ],
  ],
  [
    'the newer one of two',
    [
      { run: 'wf_2', agent: 'a', at: 20_000_000n },
      { run: 'wf_3', agent: 'a', at: 10_000_000n },
    ],
  ],
  [
    'other letters are no digits',
    [
      { run: 'x', agent: 'a', title: 'Add invites 日本' },
      { run: 'y', agent: 'a', title: '中文' },
    ],
  ],
])('first comes %s', (_, runs) => {
  const expected = runs.map(({ run }) => run);
  expect(ids(...runs)).toEqual(expected);
  expect(ids(...runs.toReversed())).toEqual(expected);
});

test('never itself, nor more than 200', () => {
  expect(ids()).toEqual([]);
  const many = ids(...Array.from({ length: 250 }, (_, index) => ({ run: `r${index}` })));
  expect(many).toHaveLength(200);
  expect(many).not.toContain('wf_1');
});

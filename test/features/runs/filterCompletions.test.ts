import { expect, test } from 'vitest';
import { filterCompletions } from '../../../server/src/features/runs/filterCompletions';
import { FILTER_KEYS, runFilter } from '../../../server/src/features/runs/runFilter';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { indexOf } from '../../runs/index/indexOf';
import { NOW } from './shownTree';

const index = indexOf(
  fileRecordOf('logs/a.jsonl', [
    { title: 'a', run: '1', agent: 'vision', effects: [{ do: 'call', tool: 'search' }] },
    { title: 'b', run: '1', agent: 'spec writer', effects: [{ do: 'call', tool: 'search' }] },
    { title: 'c', run: '2', agent: 'vision', outcome: 'failed', effects: [{ do: 'call', tool: 'send' }] },
    { title: 'd', run: '3', agent: 'a "quoted" one', outcome: 'pending' },
  ]),
);

const offered = (filter: string) => filterCompletions(index, { filter }, NOW).completions;

test('keys are offered where a term may begin, those that go on with what is typed', () => {
  const keys = offered('').map(({ label }) => label);
  expect(keys).toEqual([...FILTER_KEYS.keys()].map(name => (name === 'confidence' ? 'confidence<' : `${name}:`)));
  expect(offered('wf_1 ').map(({ label }) => label)).toEqual(keys);
  expect(offered('wf_1 -sta')).toEqual([
    { label: '-status:', description: 'How the run went', filter: 'wf_1 -status:' },
  ]);
  expect(offered('wf_1')).toEqual([]);
  expect(offered('"sta')).toEqual([]);
});

test.each<[string, [label: string, description: string, filter: string][]]>([
  [
    'x agent:',
    [
      ['agent:vision', '2 runs', 'x agent:vision '],
      ['agent:"spec writer"', '1 run', 'x agent:"spec writer" '],
    ],
  ],
  ['-agent:SPEC', [['-agent:"spec writer"', '1 run', '-agent:"spec writer" ']]],
  ['agent:"spec wr', [['agent:"spec writer"', '1 run', 'agent:"spec writer" ']]],
  [
    'status:',
    [
      ['status:failed', '1 run', 'status:failed '],
      ['status:succeeded', '1 run', 'status:succeeded '],
      ['status:unfinished', '1 run', 'status:unfinished '],
    ],
  ],
  ['has:err', [['has:errors', '', 'has:errors ']]],
  ['path:', [['path:logs/a.jsonl', '3 runs', 'path:logs/a.jsonl ']]],
  [
    'tool:se',
    [
      ['tool:search', '1 run', 'tool:search '],
      ['tool:send', '1 run', 'tool:send '],
    ],
  ],
  ['confidence<0.7', [['confidence<0.7', '', 'confidence<0.7 ']]],
  ['nothing:', []],
])('values are offered behind a key, as runs have them: %s', (filter, expected) => {
  expect(offered(filter).map(one => [one.label, one.description, one.filter])).toEqual(expected);
});

test('what is offered can be understood', () => {
  for (const { filter: key } of offered('')) {
    for (const { filter } of offered(key)) expect([filter, runFilter(filter).fault]).toEqual([filter, undefined]);
  }
});

test('it is said how many runs a filter leaves, or why none', () => {
  expect(filterCompletions(index, { filter: 'agent:vision' }, NOW)).toMatchObject({ shown: 2, total: 3 });
  expect(filterCompletions(index, { filter: 'duration>1' }, NOW)).toMatchObject({
    shown: 0,
    total: 3,
    fault: expect.stringContaining('"duration"'),
  });
});

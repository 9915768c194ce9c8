import { describe, expect, test } from 'vitest';
import type { Draft } from '../../../server/src/model/run';
import { conditional, drafts, reader } from './ownReader';

const there = (at: string) => ({ all: [at, { not: { at, type: 'null' } }] });
const operation = {
  step: '/type',
  repeats: 'part',
  id: '/id',
  parent: '/in',
  agent: '/by',
  at: '/from',
  until: '/to',
  side: [conditional({ not: '/type' }, 'answer'), conditional({ not: there('/to') }, 'ask')],
  title: '={/type} {/id}',
  outcome: [conditional('/error', 'failed'), conditional(there('/to'), 'ok'), 'pending'],
  status: 'outcome',
  usage: { input: '/tokens', cost: '/usd', written: '/kept' },
};
const rules = [{ tree: true, steps: [{ each: '/list/*', steps: [operation] }] }];

const shown = ({ key, side, title, outcome, status, at, path }: Draft) =>
  [key, side ?? '-', title, outcome, status ?? '-', at === undefined ? '-' : at / 1_000_000_000n, path?.join('/')].join(
    ' ',
  );

describe('records of one operation', () => {
  const begin = { type: 'agent', id: 'a', from: 1_780_301_100, by: 'x', tokens: 5, to: null };
  const inner = { type: 'llm', id: 'b', in: 'a', from: 1_780_301_101 };

  test('are one step, read from the fields of all, and each has its place', () => {
    const list = [begin, inner, { id: 'b', to: 1_780_301_103, tokens: 3, from: null }, { id: 'a', to: 1_780_301_104 }];
    const found = drafts(rules, { list });
    expect(found.map(shown)).toEqual([
      'a ask agent a ok succeeded 1780301100 list/0',
      'a answer agent a ok succeeded - list/3',
      'b ask llm b ok - 1780301101 list/1',
      'b answer llm b ok - - list/2',
    ]);
    expect(found.map(({ duration }) => duration)).toEqual([4_000_000_000n, undefined, 2_000_000_000n, undefined]);
  });

  test('whose others are elsewhere are one side, an answer at its end', () => {
    expect(drafts(rules, { list: [begin] }).map(shown)).toEqual(['a ask agent a pending - 1780301100 list/0']);
    const ends = [
      { id: 'a', from: 1_780_301_100 },
      { id: 'a', to: 1_780_301_104 },
    ];
    expect(drafts(rules, { list: ends.slice(1) }).map(shown)).toEqual(['a answer  ok - 1780301104 list/0']);
    expect(drafts(rules, { list: ends }).map(shown)).toEqual(['a answer  ok - 1780301104 list/1']);
  });

  test('are joined in their tree only, and without a tree in their record', () => {
    const halves = [begin, { id: 'a', to: 1_780_301_104 }];
    const trees = [{ each: '/trees/*', tree: true, steps: [{ each: '/list/*', steps: [operation] }] }];
    expect(drafts(trees, { trees: [{ list: halves }, { list: halves.slice(0, 1) }] }).map(shown)).toEqual([
      'a ask agent a ok succeeded 1780301100 trees/0/list/0',
      'a answer agent a ok succeeded - trees/0/list/1',
      'a ask agent a pending - 1780301100 trees/1/list/0',
    ]);
    const [rule] = rules;
    expect(drafts(rule?.steps, { list: halves }).map(({ side }) => side)).toEqual(['ask', 'answer']);
  });
});

test('in a tree agents come from around, and a sum of what is nested counts once', () => {
  const list = [
    { type: 'agent', id: 'a', by: 'x', tokens: 8, usd: 2, to: 1 },
    { type: 'llm', id: 'b', in: 'a', tokens: 5, kept: 1, to: 1 },
    { type: 'llm', id: 'c', in: 'a', tokens: 3, usd: 2, to: 1 },
  ];
  const told = (found: Draft[]) => found.map(({ agent, effects }) => [agent, effects?.length ?? 0]);
  expect(told(drafts(rules, { list }))).toEqual([
    ['x', 0],
    ['x', 1],
    ['x', 1],
  ]);
  expect(drafts(rules, { list })[1]?.effects).toEqual([{ do: 'usage', tokens: 5, input: 5, written: 1 }]);
  const [rule] = rules;
  expect(told(drafts(rule?.steps, { list }))).toEqual([
    ['x', 1],
    [undefined, 1],
    [undefined, 1],
  ]);
});

test('a call has the id that a rule says, or none; without a word of it, that of the step', () => {
  const ids = (call: object) =>
    drafts([{ title: '=x', id: '/id', call: { tool: '=t', ...call } }], { id: 1, given: 2 })[0]?.effects;
  expect(ids({})).toEqual([{ do: 'call', id: '1', tool: 't' }]);
  expect(ids({ id: '/given' })).toEqual([{ do: 'call', id: '2', tool: 't' }]);
  expect(ids({ id: '/none' })).toEqual([{ do: 'call', tool: 't' }]);
});

test('all that go on are named, and all runs that a step starts', () => {
  const [draft] = drafts([{ title: '=x', handoff: '/to/*/id', links: { starts: '/to/*/id' } }], {
    to: [{ id: 'a' }, {}, { id: 2 }],
  });
  expect(draft?.effects).toEqual([
    { do: 'handoff', to: 'a' },
    { do: 'handoff', to: '2' },
  ]);
  expect(draft?.links).toEqual({ starts: ['a', '2'] });
});

describe('what an operation was given and returned', () => {
  const steps = [
    {
      step: '/type',
      title: '=x',
      call: { when: { at: '/type', is: ['tool'] }, tool: '/name' },
      model: '/asked',
      usage: { of: ['/none', '/usage'] },
      operation: {
        input: ['/data/in', '/in'],
        output: '/out',
        arguments: { at: '/in', unwrap: ['input'] },
        documents: '/found',
        tools: '/tools',
        answeredBy: '/model',
      },
      parameters: '/settings',
      finishReason: '/stop',
    },
  ];
  const { family } = reader({ steps });
  const said = (record: { type: string }) => family.exchange?.({ own: 1, ...record }, `own/line:${record.type}`);

  test('of a model: messages in any format, and its call', () => {
    const record = {
      type: 'llm',
      data: { in: [{ role: 'user', content: 'Hi' }] },
      in: 'not read',
      out: { choices: [{ message: { role: 'assistant', content: 'Ho' } }] },
      asked: 'small',
      model: 'small-2',
      usage: { input_tokens: 3, output_tokens: 1 },
      tools: [{ type: 'function', function: { name: 'look' } }],
      settings: { temperature: 0 },
      stop: 'length',
    };
    expect(said(record)).toEqual({
      model: 'small',
      answeredBy: 'small-2',
      finishReason: 'length',
      parameters: { temperature: 0 },
      tools: ['look'],
      tokens: { input: 3, output: 1, total: 4 },
      input: [{ role: 'user', pieces: [{ type: 'text', text: 'Hi' }], path: ['data', 'in'] }],
      output: [{ role: 'assistant', pieces: [{ type: 'text', text: 'Ho' }], path: ['out'] }],
    });
  });

  test('of a tool: its arguments and its result', () => {
    expect(said({ type: 'tool', name: 'look', in: { input: '{"a":1}' }, out: '2' } as never)).toEqual({
      input: [{ role: 'assistant', pieces: [{ type: 'tool_call', name: 'look', arguments: { a: 1 } }], path: ['in'] }],
      output: [{ role: 'tool', pieces: [{ type: 'tool_result', name: 'look', result: '2' }], path: ['out'] }],
    });
  });

  test('of a search: what was found, with its sources', () => {
    const found = [{ page_content: 'Rails', metadata: { source: 'a.md' } }];
    expect(said({ type: 'search', in: 'rail', out: 'not read', found } as never)).toMatchObject({
      input: [{ role: 'input', pieces: [{ text: 'rail' }] }],
      output: [{ role: 'document', name: 'a.md', path: ['found'] }],
    });
  });

  test('of others: nothing that nobody said', () => {
    expect(said({ type: 'agent', usage: { total_tokens: 9 } } as never)).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { runIndex } from '../../../server/src/runs/index/runIndex';
import { type EntryFields, fileRecordOf } from '../../kit/fileRecordOf';
import { noDigests } from '../../kit/titleDigests';
import { indexOf, reachable, runOf, shown, stepsOf } from '../shownRuns';

describe('the run of a step', () => {
  test('is named by its envelope, across files and folders', () => {
    const index = indexOf(
      fileRecordOf('a/one.jsonl', [
        { title: 'a', run: 'wf_1' },
        { title: 'b', run: 'wf_2' },
      ]),
      fileRecordOf('b/two.jsonl', [{ title: 'c', run: 'wf_1' }]),
    );
    expect(shown(index)).toEqual(['wf_1: a, c', 'wf_2: b']);
  });

  test('of another family or workspace folder is another one', () => {
    const index = runIndex({ folders: () => ['file:///work/a', 'file:///work/b'], digestsOf: noDigests });
    index.set(fileRecordOf('a/x.jsonl', [{ title: 'a', run: '1' }]));
    index.set(fileRecordOf('b/x.jsonl', [{ title: 'b', run: '1' }]));
    index.set(fileRecordOf('b/y.jsonl', [{ title: 'c', run: '1', kind: 'other/event' }]));
    expect(shown(index)).toEqual(['1: a', '1: b', '1: c']);
  });

  test('else is that of the previous step in its log, else of the next one', () => {
    const index = indexOf(
      fileRecordOf('x.jsonl', [
        { title: 'a' },
        { title: 'b', run: 'wf_1' },
        { title: 'c' },
        { title: 'd', run: 'wf_2' },
        { title: 'e' },
      ]),
    );
    expect(shown(index)).toEqual(['wf_1: a, b, c', 'wf_2: d, e']);
  });

  test('else is its file', () => {
    const index = indexOf(
      fileRecordOf('x.jsonl', [{ title: 'a' }, { title: 'b' }]),
      fileRecordOf('a%20b.jsonl', [{ title: 'c' }]),
    );
    expect(shown(index)).toEqual(['a b.jsonl: c', 'x.jsonl: a, b']);
  });

  test('of half a step without a run is the feature of the registry beside it', () => {
    const registry = {
      feature: '005',
      family: 'talk',
      workflows: [
        { name: 'specify', status: 'succeeded' as const },
        { name: 'plan', status: 'running' as const },
      ],
    };
    const index = indexOf(
      fileRecordOf('w/index.md', [], { registry }),
      fileRecordOf('w/scaffold.output.json', [
        { title: 'made', kind: 'talk/output', space: 'feature', side: 'answer' },
      ]),
    );
    expect(shown(index)).toEqual(['005 · plan: made', '005 · specify: ']);
    expect(runOf(index, '005 · plan').summary).toMatchObject({
      status: 'running',
      registry: 'file:///work/w/index.md',
    });
  });

  test('of a nested step is that of its parent', () => {
    const index = indexOf(
      fileRecordOf('plan.request.json', [{ title: 'ask', side: 'ask' }]),
      fileRecordOf('plan.response.json', [
        { title: 'answer', side: 'answer', key: 'r', run: 't_1' },
        { title: 'inside', parent: 'r', path: ['trace', 0] },
      ]),
    );
    expect(shown(index)).toEqual(['t_1: ask, inside']);
    expect(runOf(index, 't_1').step(1).parent).toBe(0);
  });
});

describe('questions and answers', () => {
  test('pair by id, in a neighbouring file', () => {
    const index = indexOf(
      fileRecordOf('calls.jsonl', [
        { title: 'one', side: 'ask', pair: 't_1' },
        { title: 'two', side: 'ask', pair: 't_2' },
      ]),
      fileRecordOf('results.jsonl', [
        { title: 'late', side: 'answer', pair: 't_1', outcome: 'failed', duration: 5n },
        { title: 'lost', side: 'answer', pair: 't_9' },
      ]),
    );
    expect(shown(index)).toEqual(['calls.jsonl: one · late, two', 'results.jsonl: t_9: lost']);
    const calls = runOf(index, 'calls.jsonl');
    expect(calls.step(0)).toMatchObject({ title: 'one · late', outcome: 'failed', duration: 5n });
    expect(calls.step(0).envelopes.map(({ uri, part }) => `${uri} ${part}`)).toEqual([
      'file:///work/calls.jsonl line 1',
      'file:///work/results.jsonl line 1',
    ]);
    expect(calls.step(1).outcome).toBe('pending');
    expect(calls.summary.status).toBe('running');
  });

  test('with a repeated id are paired in order', () => {
    const index = indexOf(
      fileRecordOf('x.jsonl', [
        { title: 'one', side: 'ask', pair: 't' },
        { title: 'two', side: 'ask', pair: 't' },
        { title: '', side: 'answer', pair: 't', duration: 1n },
        { title: '', side: 'answer', pair: 't', duration: 2n },
        { title: 'too many', side: 'answer', pair: 't' },
      ]),
    );
    const run = runOf(index, 'x.jsonl');
    expect(stepsOf(run).map(({ title, duration }) => [title, duration])).toEqual([
      ['one', 1n],
      ['two', 2n],
      ['t: too many', undefined],
    ]);
  });

  test('with an id in two logs are paired within their log first', () => {
    const told = (title: string): EntryFields[] => [
      { title, side: 'ask', pair: 't' },
      { title: '', side: 'answer', pair: 't', duration: BigInt(title.length) },
    ];
    const index = indexOf(
      fileRecordOf('a.jsonl', [{ title: 'open', side: 'ask', pair: 't' }]),
      fileRecordOf('b.jsonl', told('bb')),
    );
    expect(runOf(index, 'a.jsonl').step(0).outcome).toBe('pending');
    expect(runOf(index, 'b.jsonl').step(0).duration).toBe(2n);
  });

  test('without an id pair by the stem of their files', () => {
    const index = indexOf(
      fileRecordOf('clarify.input.json', [{ title: 'clarify', side: 'ask', run: 'f' }]),
      fileRecordOf('validate.input.json', [{ title: 'validate', side: 'ask', run: 'f' }]),
      fileRecordOf('validate.output.json', [{ title: '', side: 'answer', outcome: 'failed' }]),
    );
    expect(stepsOf(runOf(index, 'f')).map(({ title, outcome }) => `${title} ${outcome}`)).toEqual([
      'clarify pending',
      'validate failed',
    ]);
  });

  test('in a log pair with the last open one of the same run', () => {
    const index = indexOf(
      fileRecordOf('x.jsonl', [
        { title: 'a', side: 'ask', run: '1' },
        { title: 'b', side: 'ask', run: '2' },
        { title: '', side: 'answer', run: '1', duration: 1n },
        { title: '', side: 'answer', duration: 2n },
      ]),
    );
    expect(runOf(index, '1').step(0).duration).toBe(1n);
    expect(runOf(index, '2').step(0).duration).toBe(2n);
  });
});

test('in different protocols pair only if adjacent', () => {
  const index = indexOf(
    fileRecordOf('x.jsonl', [
      { title: 'create', side: 'ask', run: '1' },
      { title: 'made', kind: 'other/return', side: 'answer' },
      { title: 'check', side: 'ask', run: '1' },
      { title: 'event', run: '1' },
      { title: 'stray', kind: 'other/return', side: 'answer' },
    ]),
  );
  expect(shown(index)).toEqual(['1: create, check, event', 'x.jsonl: stray']);
  expect(runOf(index, '1').step(0).outcome).toBe('ok');
  expect(runOf(index, '1').step(1).outcome).toBe('pending');
});

describe('the order of a run', () => {
  test('is by time; a step without one follows the previous step in its file', () => {
    const index = indexOf(
      fileRecordOf('a.jsonl', [
        { title: 'first', run: 'r', at: 1n },
        { title: 'goes with it', run: 'r' },
        { title: 'last', run: 'r', at: 9n },
      ]),
      fileRecordOf('b.jsonl', [
        { title: 'goes with the next', run: 'r' },
        { title: 'between', run: 'r', at: 5n },
      ]),
    );
    expect(shown(index)).toEqual(['r: first, goes with it, goes with the next, between, last']);
  });

  test('is by iteration first', () => {
    const index = indexOf(
      fileRecordOf('a.json', [{ title: 'second', run: 'r', order: 2, at: 1n }]),
      fileRecordOf('b.json', [{ title: 'first', run: 'r', order: 1, at: 2n }]),
    );
    expect(shown(index)).toEqual(['r: first, second']);
  });

  test('puts nested steps after their parent, even if both begin at once', () => {
    const index = indexOf(
      fileRecordOf('a.json', [
        { title: 'grandchild', run: 'r', key: '3', parent: '2', at: 1n },
        { title: 'child', run: 'r', key: '2', parent: '1', at: 1n },
        { title: 'root', run: 'r', key: '1', parent: 'gone', at: 1n },
      ]),
    );
    const run = runOf(index, 'r');
    expect(stepsOf(run).map(({ title, parent }) => [title, parent])).toEqual([
      ['root', undefined],
      ['child', 0],
      ['grandchild', 1],
    ]);
    expect(run.children()).toEqual([0]);
    expect(run.children(0)).toEqual([1]);
  });

  test('puts a nested step without a time after its previous sibling, else after its parent', () => {
    const index = indexOf(
      fileRecordOf('log.jsonl', [
        { title: 'early', run: 'r', at: 1n },
        { title: 'late', run: 'r', at: 90n },
      ]),
      fileRecordOf('plan.request.json', [{ title: 'plan', run: 'r', side: 'ask' }]),
      fileRecordOf('plan.response.json', [
        { title: '', run: 'r', side: 'answer', key: 'p', at: 10n },
        { title: 'begun', run: 'r', parent: 'p' },
        { title: 'called', run: 'r', parent: 'p', at: 20n },
        { title: 'inside', run: 'r', parent: 'p' },
      ]),
      fileRecordOf('z.jsonl', [{ title: 'between', run: 'r', at: 15n }]),
    );
    expect(shown(index)).toEqual(['r: early, plan, begun, between, called, inside, late']);
  });

  test('is defined for circular parents', () => {
    const index = indexOf(
      fileRecordOf('a.json', [
        { title: 'a', run: 'r', key: 'a', parent: 'b' },
        { title: 'b', run: 'r', key: 'b', parent: 'c' },
        { title: 'c', run: 'r', key: 'c', parent: 'b' },
        { title: 'own', run: 'r', key: 'own', parent: 'own' },
      ]),
    );
    const run = runOf(index, 'r');
    expect(reachable(run)).toHaveLength(4);
  });
});

test('a run is the same object while its own files are unchanged, even if others in its folder grow', () => {
  const index = indexOf(
    fileRecordOf('a.jsonl', [{ title: 'a', run: 'a' }]),
    fileRecordOf('b.jsonl', [{ title: 'b', run: 'b' }]),
  );
  const before = runOf(index, 'a').summary;
  index.set(
    fileRecordOf('b.jsonl', [
      { title: 'b', run: 'b' },
      { title: 'more', run: 'b' },
    ]),
  );
  expect(runOf(index, 'b').summary.steps).toBe(2);
  expect(runOf(index, 'a').summary).toBe(before);
  index.set(fileRecordOf('c.jsonl', [{ title: 'late', run: 'a' }]));
  expect(runOf(index, 'a').summary).toMatchObject({ steps: 2 });
  const grown = runOf(index, 'a').summary;
  index.set(fileRecordOf('a.jsonl', [{ title: 'a', run: 'a', outcome: 'failed' }]));
  expect(runOf(index, 'a').summary).not.toBe(grown);
  expect(runOf(index, 'a').step(0).outcome).toBe('failed');
});

describe('the summary of a run', () => {
  test('has its title, times, agents and files', () => {
    const index = indexOf(
      fileRecordOf('b.jsonl', [{ title: 'two', run: 'r', at: 20n, agent: 'build', duration: 5n }], { changedAt: 7 }),
      fileRecordOf('a.jsonl', [{ title: 'one', run: 'r', at: 10n, agent: 'plan', about: 'The goal' }], {
        changedAt: 3,
      }),
    );
    expect(runOf(index, 'r').summary).toMatchObject({
      title: 'The goal',
      startedAt: 10n,
      endedAt: 25n,
      agents: ['plan', 'build'],
      files: ['file:///work/a.jsonl', 'file:///work/b.jsonl'],
      steps: 2,
      changedAt: 7,
    });
  });

  test.each<[string, string, EntryFields[]]>([
    [
      'what the last step says',
      'blocked',
      [
        { title: '', status: 'failed' },
        { title: '', status: 'blocked' },
      ],
    ],
    [
      'what an earlier one says, where the last says nothing',
      'failed',
      [{ title: '', status: 'failed' }, { title: '' }],
    ],
    ['how the last step went, where none says anything', 'failed', [{ title: '' }, { title: '', outcome: 'failed' }]],
    [
      'an open question, whatever was said before',
      'running',
      [
        { title: '', status: 'failed' },
        { title: '', side: 'ask' },
      ],
    ],
    [
      'an open question, though an answer that nobody asked for comes after it',
      'running',
      [
        { title: '', side: 'ask', pair: '1' },
        { title: '', side: 'answer', pair: '2' },
      ],
    ],
    [
      'an answer that nobody asked for, where there is nothing else',
      'failed',
      [{ title: '', side: 'answer', outcome: 'failed' }],
    ],
    ['nothing', 'unknown', [{ title: '', outcome: 'unknown' }]],
  ])('its status: %s', (_, status, told) => {
    const index = indexOf(fileRecordOf('x.jsonl', told));
    expect(index.runs()[0]?.status).toBe(status);
  });

  test('has its problems, including those of lines that are no steps', () => {
    const error = { error: 1, warning: 0, info: 0 };
    const warning = { error: 0, warning: 1, info: 0 };
    const index = indexOf(
      fileRecordOf(
        'x.jsonl',
        [
          { title: 'a', run: 'r' },
          { title: 'b', run: 's' },
        ],
        {
          checks: {
            'line 1': { problems: warning, rules: ['b/rule'] },
            'line 2': { problems: error, rules: ['schema/type'] },
          },
          stray: { problems: error, rules: ['syntax'] },
        },
      ),
    );
    expect(runOf(index, 'r').summary).toMatchObject({
      problems: { error: 1, warning: 1, info: 0 },
      rules: ['b/rule', 'syntax'],
    });
    expect(runOf(index, 's').summary).toMatchObject({ problems: error, rules: ['schema/type'] });
    expect(runOf(index, 'r').step(0).problems).toEqual(warning);
  });

  test('has the problems of lines that only rules over several envelopes see, and not these lines as steps', () => {
    const record = fileRecordOf(
      'x.jsonl',
      [
        { title: 'a', run: 'r', isIgnored: true },
        { title: 'b', run: 'r' },
        { title: 'c', run: 's', isIgnored: true },
      ],
      { inRuns: { 'line 1': [{ rule: 'own/order', severity: 'error', message: '', path: [] }] } },
    );
    const index = indexOf(record);
    expect(index.runs()).toMatchObject([
      { id: 'r', steps: 1, problems: { error: 1, warning: 0, info: 0 }, rules: ['own/order'] },
    ]);
  });
});

describe('a registry', () => {
  const registry = { feature: '005', family: 'talk', workflows: [{ name: 'plan', status: 'succeeded' as const }] };
  const history = {
    title: 'decided',
    run: '005 · plan',
    space: 'feature',
    history: true as const,
    path: ['decisions', 0],
  };

  test('defers to envelopes of any family, where there are some', () => {
    const index = indexOf(
      fileRecordOf('w/index.md', [history], { registry }),
      fileRecordOf('w/a.json', [{ title: 'plan', run: '005 · plan', space: 'feature', kind: 'other/input' }]),
    );
    expect(shown(index)).toEqual(['005 · plan: plan']);
    expect(index.runs()[0]).toMatchObject({ family: 'other', status: 'succeeded' });
  });

  test('creates a run without envelopes', () => {
    const index = indexOf(fileRecordOf('w/index.md', [history], { registry }));
    expect(shown(index)).toEqual(['005 · plan: decided']);
    expect(index.runs()[0]?.status).toBe('succeeded');
  });

  test('whose run was seen before its check has its problems then', () => {
    const record = fileRecordOf('w/index.md', [], { registry });
    const index = indexOf(record);
    expect(index.runs()[0]?.problems).toMatchObject({ warning: 0 });
    const problems = { error: 0, warning: 2, info: 0 };
    index.set({ ...record, stray: { problems, rules: ['talk/missing-section'] } });
    expect(index.runs()[0]?.problems).toMatchObject({ warning: 2 });
  });

  test('named index wins over another of the same feature', () => {
    const index = indexOf(
      fileRecordOf('w/broken-index.md', [], {
        registry: { ...registry, workflows: [{ name: 'plan', status: 'blocked' }] },
      }),
      fileRecordOf('w/index.md', [], { registry }),
    );
    expect(index.runs()[0]).toMatchObject({ status: 'succeeded', registry: 'file:///work/w/index.md' });
  });
});

test('an uncertain envelope counts next to a certain one of its family', () => {
  const index = indexOf(
    fileRecordOf('x.jsonl', [
      { title: 'a', maybe: true },
      { title: 'b' },
      { title: 'c', maybe: true, kind: 'other/x' },
    ]),
    fileRecordOf('y.jsonl', [{ title: 'd', maybe: true }]),
  );
  expect(shown(index)).toEqual(['x.jsonl: a, b']);
});

test('a file maps its envelopes to steps', () => {
  const index = indexOf(
    fileRecordOf('calls.jsonl', [{ title: 'one', side: 'ask', pair: 't' }]),
    fileRecordOf('results.jsonl', [{ title: '', side: 'answer', pair: 't' }]),
  );
  const [run] = index.runs();
  expect(index.stepsIn('file:///work/results.jsonl')).toEqual([{ run: run?.key, index: 0, part: 'line 1', path: [] }]);
  expect(index.stepsIn('file:///work/nothing.jsonl')).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Family } from '../../../server/src/model/family';
import { analyseText, problemsIn, recognisedKinds } from '../../kit/analyseText';
import { projectRoot } from '../../kit/corpus';
import { readProtocol } from '../../kit/declaredProtocols';
import { familiesWhere } from '../../kit/shippedFamilies';
import { log, mappedRun } from './mappedRun';
import { conditional, drafts, reader } from './ownReader';

const titles = (steps: unknown, record: object, more = {}) => drafts(steps, record, more).map(({ title }) => title);

test('the example of the docs reads the log of the docs', () => {
  const docs = readFileSync(join(projectRoot, 'docs/protocols.md'), 'utf8').split('## Steps of a log')[1] ?? '';
  const [json, lines] = ['json', 'jsonl'].map(lang => docs.split(`\`\`\`${lang}\n`)[1]?.split('\n```')[0] ?? '');
  const { family, faults } = readProtocol(JSON.parse(json ?? ''));
  expect(faults).toEqual([]);
  const ignored = `${lines}\n${log({ relay_session: 'r-1', ts: 1, type: 'heartbeat' }, { relay_session: 'r-1', ts: '2026-06-01T08:00:05Z', type: 'new in version 2' })}`;
  expect(mappedRun({ 'a.jsonl': ignored }, [family as Family])).toEqual({
    title: 'List the files',
    status: 'succeeded',
    steps: [
      'user > relay | message | List the files | ok',
      'relay | tool | shell ls | ok | call | usage | result',
      'relay | end | end: done | ok',
      '- | - | new in version 2 | unknown',
    ],
    said: ['0 user: List the files', '1 assistant: shell {"command":"ls"}', '1 tool: = "a.txt"'],
    models: ['small'],
    calls: 1,
    results: 1,
    tokens: 32,
    cost: 0,
  });
});

describe('rules', () => {
  test('all that hold make steps, of `first` only the first that does', () => {
    const rules = [{ title: '=a' }, { when: '/b', title: '=b' }, { when: '/c', title: '=c' }];
    expect(titles(rules, { b: 1 })).toEqual(['a', 'b']);
    expect(titles([{ first: [{ title: '/b' }, { title: '/c' }, { title: '=d' }] }], { c: 'C' })).toEqual(['C']);
  });

  test('what no rule names is kept, at the top and in a list; what is ignored is not', () => {
    const rules = [
      { when: '/list', each: '/list/*', steps: [{ when: { at: '/type', is: ['a'] }, title: '=A' }] },
      {
        each: '/list/*',
        steps: [
          { when: { at: '/type', is: ['a'] }, title: '=A' },
          { when: '/skip', ignore: true },
        ],
      },
    ];
    expect(titles(rules.slice(1), { list: [{ type: 'a' }, { type: 'b' }, { skip: 1 }] })).toEqual(['A', 'b']);
    expect(drafts(rules.slice(1), { type: 'other' })).toEqual([
      { kind: 'own/line', title: 'other', outcome: 'unknown' },
    ]);
    expect(drafts([{ ignore: true }], { type: 'other' })).toEqual([]);
  });

  test('items have paths, places and what is around them', () => {
    const rules = [
      {
        each: '/turns/*/calls/*',
        step: 'tool',
        id: '/id',
        parent: '^/session',
        order: '#',
        title: ['={/name} of {^/session}', '=none'],
        failure: conditional({ at: '#last', is: [true] }, '=last'),
      },
    ];
    const record = {
      session: 's',
      turns: [{ calls: [{ id: 1, name: 'x' }] }, { calls: [{ id: 2 }, { id: 3, name: 'z' }] }],
    };
    expect(
      drafts(rules, record).map(({ key, parent, path, order, title, failure }) => [
        key,
        parent,
        path,
        order,
        title,
        failure,
      ]),
    ).toEqual([
      ['1', 's', ['turns', 0, 'calls', 0], 0, 'x of s', 'last'],
      ['2', 's', ['turns', 1, 'calls', 0], 0, 'none', undefined],
      ['3', 's', ['turns', 1, 'calls', 1], 1, 'z of s', 'last'],
    ]);
  });

  test('what stands around holds for all steps, its effects for the first', () => {
    const rules = [
      {
        agent: '/by',
        model: '/model',
        usage: { input: '/in', output: '/out', call: '/id' },
        status: 'running',
        steps: [
          { step: 'llm', title: '/text' },
          { each: '/calls/*', step: 'tool', agent: '/agent', call: { tool: '/name' } },
        ],
      },
    ];
    const record = {
      by: 'ada',
      model: 'm',
      in: 3,
      out: 4,
      id: 'r',
      calls: [{ name: 'x', agent: 'bob' }, { name: 'y' }],
    };
    expect(drafts(rules, record)).toMatchObject([
      {
        title: 'x',
        agent: 'bob',
        model: 'm',
        status: 'running',
        effects: [
          { do: 'call', tool: 'x' },
          { do: 'usage', tokens: 7, call: 'r' },
        ],
      },
      { title: 'y', agent: 'ada', model: 'm', effects: [{ do: 'call', tool: 'y' }] },
    ]);
    expect(drafts(rules, record)[1]).not.toHaveProperty('status');
    expect(drafts(rules, { ...record, text: 'Hi' }).map(({ effects = [] }) => effects.length)).toEqual([1, 1, 1]);
  });

  test('the agent of a kind is that of steps for which nothing else says one', () => {
    const rules = [
      { title: '=a' },
      { title: '=b', agent: '/by' },
      { when: '/c', agent: '=around', steps: [{ title: '=c' }] },
    ];
    const agents = (record: object, tells = {}) =>
      drafts(rules, record, { agentName: 'one {x}', tells }).map(({ agent }) => agent);
    expect(agents({ by: 'Ada', c: 1 })).toEqual(['one {x}', 'Ada', 'around']);
    expect(agents({ who: 'told' }, { agent: '/who' })).toEqual(['told', 'told']);
    expect(drafts([{ when: '/none', title: '=a' }], {}, { agentName: 'one' })).toMatchObject([{ agent: 'one' }]);
  });

  test('lists of rules are used in several places, also in themselves', () => {
    const stepLists = {
      run: [
        { title: '/name', id: '/id', parent: '^/id' },
        { each: '/children/*', steps: [{ use: 'run' }] },
      ],
    };
    const record = {
      name: 'a',
      id: 1,
      children: [
        { name: 'b', id: 2, children: [{ name: 'c', id: 3 }] },
        { name: 'd', id: 4 },
      ],
    };
    const found = drafts([{ use: 'run' }], record, { stepLists });
    expect(found.map(({ title, parent, path }) => [title, parent, path])).toEqual([
      ['a', undefined, undefined],
      ['b', '1', ['children', 0]],
      ['c', '2', ['children', 0, 'children', 0]],
      ['d', '1', ['children', 1]],
    ]);
    const { family, faults } = reader({
      steps: [{ use: 'a' }],
      stepLists: { a: [{ use: 'b' }], b: [{ title: '=x' }, { use: 'a' }, { use: 'a' }] },
    });
    expect(faults.map(fault => fault.slice(0, 30))).toEqual([
      'stepLists.a: "a" uses itself w',
      'stepLists.b: "b" uses itself w',
    ]);
    expect(family.steps?.({ own: 1 }, family.kinds[0] as never).length).toBeLessThan(5_000_000);
  });

  test('an object that a rule goes into is still the record', () => {
    const rules = [
      {
        in: '/payload',
        when: { at: '^/type', is: ['item'] },
        let: { who: '/user/name' },
        steps: [{ title: '={$who}: {/text}' }, { each: '/parts/*', title: '/text' }],
      },
    ];
    const found = drafts(rules, {
      type: 'item',
      payload: { text: 'Hi', user: { name: 'Ada' }, parts: [{ text: 'one' }] },
    });
    expect(found.map(({ title, path }) => [title, path])).toEqual([
      ['Ada: Hi', undefined],
      ['one', ['payload', 'parts', 0]],
    ]);
  });
});

test('a condition looks into JSON in a text, as a value does', () => {
  const when = (condition: unknown) => [{ first: [{ when: condition, title: '=yes' }, { title: '=no' }] }];
  const record = { text: '{"tool":{"name":"ls"}}' };
  const conditions = [
    '/text/tool',
    { at: '/text/tool/name', is: ['ls'] },
    { at: '/text/tool/name', is: ['cd', 'ls'] },
    { any: ['/text/none', { at: '/text/tool', type: 'object' }] },
    { not: '/text/none' },
  ];
  expect(conditions.map(condition => titles(when(condition), record))).toEqual(conditions.map(() => ['yes']));
  expect(titles(when('/text/none'), record)).toEqual(['no']);
});

describe('`in` goes into JSON in a text', () => {
  const rules = [
    {
      in: '/rows',
      steps: [
        {
          when: { at: '', some: { at: '/type', is: ['text'] } },
          step: 'message',
          messages: { role: 'user', text: '/*/text' },
        },
        {
          each: '/*',
          first: [
            {
              when: { at: '/type', is: ['call'] },
              step: 'tool',
              order: '#',
              run: '^^/id',
              call: { tool: '/name', arguments: '/args' },
              result: { value: '/got' },
              outcome: conditional({ at: '#last', is: [true] }, 'failed', 'ok'),
            },
            {
              in: '/list',
              each: '/*',
              step: 'note',
              title: '={/t} of {^^/name}',
              messages: { role: 'user', text: '/t' },
            },
            { ignore: true },
          ],
        },
      ],
    },
  ];
  const items = [
    { type: 'text', text: 'List, please' },
    { type: 'more', name: 'inner', list: JSON.stringify([{ t: 'x' }, { t: 'y' }]) },
    { type: 'call', name: 'ls', args: '{"p":1}', got: 'a' },
    { type: 'call', name: 'cd', args: { p: 2 }, got: 'none' },
  ];

  test('whose members are items, also where one has such a text itself', () => {
    const made = drafts(rules, { id: 'r', rows: JSON.stringify(items) });
    expect(made.map(({ title, run, outcome, path }) => [title, run, outcome, path])).toEqual([
      ['List, please', undefined, 'ok', undefined],
      ['x of inner', undefined, 'ok', ['rows', 1, 'list', 0]],
      ['y of inner', undefined, 'ok', ['rows', 1, 'list', 1]],
      ['ls', 'r', 'ok', ['rows', 2]],
      ['cd', 'r', 'failed', ['rows', 3]],
    ]);
  });

  test('and each of its steps says what its own item says', () => {
    const { family } = reader({ steps: rules });
    for (const rows of [JSON.stringify(items), items]) {
      expect(mappedRun({ 'a.jsonl': log({ own: 1, rows }) }, [family]).said).toEqual([
        '0 user: List, please',
        '1 user: x',
        '2 user: y',
        '3 assistant: ls {"p":1}',
        '3 tool: = "a"',
        '4 assistant: cd {"p":2}',
        '4 tool: = "none" failed',
      ]);
    }
  });

  test('unless it is another text, or too long', () => {
    for (const rows of ['text', '[broken', '7', `[${' '.repeat(1_000_000)}{"type":"call","name":"ls"}]`]) {
      expect(titles(rules, { rows, type: 'kept' })).toEqual(['kept']);
    }
  });

  test('a text that a list of blocks may be is a text where nobody says that it is JSON: people paste lists', () => {
    const pasted = [
      { each: '/said/*', when: { at: '/type', is: ['call'] }, title: '/name' },
      { when: { at: '/said', some: '/type' }, title: '=blocks' },
      { when: { at: '/said', type: 'string' }, title: '/said' },
    ];
    expect(titles(pasted, { said: '[{"type":"call","name":"ls"}]' })).toEqual(['[{"type":"call","name":"ls"}]']);
  });
});

describe('values', () => {
  test.each<[unknown, object, string | undefined]>([
    ['/a/b', { a: { b: 'x' } }, 'x'],
    ['/a/b', { a: '{"b":"in a text"}' }, 'in a text'],
    ['/a/b', { a: 'no { JSON' }, undefined],
    ['/list/*/text', { list: [{}, { text: ' ' }, { text: 'second' }] }, 'second'],
    ['/map/*/text', { map: { x: { text: 'first' } } }, 'first'],
    ['=plain *text*', {}, 'plain *text*'],
    ['/md', { md: '**bold** text' }, 'bold text'],
    ['={/a} of {/b}', { a: 1, b: true }, '1 of true'],
    ['={/a} of {/b}', { a: 1 }, undefined],
    ['=a {plain words} text', {}, 'a {plain words} text'],
    [['/a', '/b', '=c'], { b: 'B' }, 'B'],
    [conditional('/a', '=yes', '=no'), {}, 'no'],
    [{ of: ['/a', '/list/*'], if: { at: '', startsWith: 'x' } }, { a: 'a', list: ['y', 'xy'] }, 'xy'],
    [{ sum: ['/a', '/list/*/n'] }, { a: 1.5, list: [{ n: 2 }, { n: 'x' }, { n: 3 }] }, '6.5'],
    [{ member: '/id', in: '/all', path: '/text/*' }, { id: 'a', all: { b: 1, a: { text: ['x'] } } }, 'x'],
    [
      { member: '/id', in: '/all', by: '/of/*/n', path: '/t' },
      { id: '7', all: [{ t: 'x' }, { t: 'y', of: [{}, { n: 7 }] }] },
      'y',
    ],
    [
      { member: '/id', in: '/all', by: ['/n', '/m'], path: '/t' },
      {
        id: 7,
        all: [
          { n: 8, t: 'x' },
          { m: 7, t: 'y' },
        ],
      },
      'y',
    ],
    [{ member: '/id', in: '/all', by: '/n', path: '/t' }, { all: [{ t: 'x' }] }, undefined],
    [[{ member: '/id', in: '/all' }, '=none'], { id: 'constructor', all: {} }, 'none'],
    [{ join: ['/a', '/none', '/list/*'], with: ', ' }, { a: 'x', list: ['y', 2] }, 'x, y, 2'],
    [{ sum: ['/a', ['/b', '/c']] }, { a: 1, b: 2, c: 4 }, '3'],
    [
      {
        sum: [
          { at: '/a', else: 5 },
          { at: '/none', else: 5 },
        ],
      },
      { a: 1 },
      '6',
    ],
    [{ join: [{ at: ['/list/*', '/a'], trim: true, else: '=none' }] }, { a: 'x', list: ['y', 'z '] }, 'y z'],
    [
      {
        join: [
          { at: '/a', table: { x: 'one' }, else: '=none' },
          { at: '/none', else: '/a' },
        ],
      },
      { a: 'x' },
      'one x',
    ],
    [{ at: '/role', table: { human: 'user' }, else: '/role' }, { role: 'human' }, 'user'],
    [{ at: '/role', table: { human: 'user' }, else: '/role' }, { role: 'ai' }, 'ai'],
    [{ at: '/role', table: { human: 'user' } }, { role: 'constructor' }, undefined],
    [{ at: '/t', after: '<a>', before: '</a>' }, { t: 'x<a>y</a>z' }, 'y'],
    [{ at: '/t', after: '<a>' }, { t: 'x' }, undefined],
    [{ at: '/t', afterLast: '.' }, { t: 'a.b.c' }, 'c'],
    [{ at: '/t', beforeLast: '.' }, { t: 'a.b.c' }, 'a.b'],
    [{ at: '/t', replace: ['_', ' '] }, { t: 'a_b_c' }, 'a b c'],
    [{ at: '/t', end: 2 }, { t: 'abc' }, 'bc'],
    [{ at: '/o', unwrap: ['input'] }, { o: { input: 'x' } }, 'x'],
    [{ at: { at: '/o', unwrap: ['input'] }, in: '/input' }, { o: { input: 'x', more: 1 } }, 'x'],
    [
      { at: '/m', request: true },
      {
        m: [
          { role: 'system', content: 'Be' },
          { role: 'human', content: '**Do**' },
        ],
      },
      'Do',
    ],
    [{ at: '/m', request: true }, { m: { q: 1 } }, undefined],
    [{ at: '/t', relativeTo: '/cwd' }, { t: '/w/a/b.ts', cwd: '/w' }, 'a/b.ts'],
    ['/__proto__/x', {}, undefined],
    ['/constructor/name', {}, undefined],
  ])('%j', (title, record, expected) => {
    expect(titles([{ title }], record)).toEqual(expected === undefined ? [] : [expected]);
  });

  test.each<[unknown, object, string]>([
    [undefined, {}, 'ok'],
    ['failed', {}, 'failed'],
    [{ at: '/s', ok: ['Done', 0], failed: ['error', true], else: 'pending' }, { s: ' done' }, 'ok'],
    [{ at: '/s', ok: ['Done', 0], failed: ['error', true], else: 'pending' }, { s: true }, 'failed'],
    [{ at: '/s', ok: ['Done', 0], failed: ['error', true], else: 'pending' }, { s: 'x' }, 'pending'],
    [[conditional('/e', 'failed'), 'unknown'], { e: 1 }, 'failed'],
    [[conditional('/e', 'failed'), 'unknown'], {}, 'unknown'],
  ])('outcome %j', (outcome, record, expected) => {
    expect(drafts([{ title: '=x', outcome }], record)[0]?.outcome).toBe(expected);
  });

  test('times: a beginning and an end, or a duration before an end', () => {
    const at = '2026-06-01T00:00:00Z';
    const until = '2026-06-01T00:00:03Z';
    const times = (rule: object, record: object) => {
      const [draft] = drafts([{ title: '=x', ...rule }], record);
      return [draft?.at, draft?.duration];
    };
    const start = 1780272000000000000n;
    expect(times({ at: '/a', until: '/b' }, { a: at, b: until })).toEqual([start, 3_000_000_000n]);
    expect(times({ until: '/b', duration: { at: '/d', unit: 'seconds' } }, { b: until, d: 3 })).toEqual([
      start,
      3_000_000_000n,
    ]);
    expect(times({ at: '/a', duration: '/d' }, { a: at, d: 1.5 })).toEqual([start, 1_500_000n]);
    expect(times({ at: '/b', until: '/a' }, { a: at, b: until })).toEqual([start + 3_000_000_000n, undefined]);
  });
});

test('effects, in the order in which they are said', () => {
  const rules = [
    {
      title: '=x',
      pair: '/id',
      result: { value: '/out' },
      writes: { each: '/files/*', path: '/path', operation: '/how' },
      handoff: { to: { at: '/next', else: '=nobody' }, text: '/why' },
      effects: [
        { do: 'note', text: '/why' },
        { do: 'question', id: '=q', status: '=open', text: '/none' },
        { do: 'approval', when: '/none', state: '=given' },
      ],
    },
  ];
  const record = { id: 1, files: [{ path: 'a.ts', how: 'create' }, { path: 'b.ts' }, {}], next: 'bob', why: 'done' };
  expect(drafts(rules, record)[0]?.effects).toEqual([
    { do: 'result', ok: true },
    { do: 'write', path: 'a.ts', operation: 'create' },
    { do: 'write', path: 'b.ts', operation: 'write' },
    { do: 'handoff', to: 'bob', text: 'done' },
    { do: 'note', text: 'done' },
    { do: 'question', id: 'q', status: 'open' },
  ]);
});

test('what a failed call was to write is not written', () => {
  const { family } = reader({
    steps: [
      {
        when: '/args',
        side: 'ask',
        step: 'tool',
        pair: '/id',
        call: { tool: '=write' },
        writes: { path: '/args/path' },
      },
      { when: '/done', side: 'answer', step: 'tool', pair: '/id', failure: '/error', result: { value: '/done' } },
    ],
  });
  const run = (more: object) =>
    mappedRun(
      { 'a.jsonl': log({ own: 1, id: 'c', args: { path: 'a.txt' } }, { own: 1, id: 'c', done: 'x', ...more }) },
      [family],
    ).steps;
  expect(run({})).toEqual(['- | tool | write | ok | call | write | result']);
  expect(run({ error: 'no room' })).toEqual(['- | tool | write | failed | call | result']);
});

describe('what was said', () => {
  const said = (messages: unknown, record: object) => {
    const { family, faults } = reader({ steps: [{ step: 'llm', title: '=x', messages }] });
    expect(faults).toEqual([]);
    return mappedRun({ 'a.jsonl': log({ own: 1, ...record }) }, [family]).said;
  };

  test.each<[unknown, object, string[]]>([
    [{ role: 'user', text: '/list/*' }, { list: ['a', 'b'] }, ['0 user: a | b']],
    [{ role: 'user', text: { at: '/none', else: { at: '/t', else: '=silent' } } }, { t: 'Hi' }, ['0 user: Hi']],
    [{ reasoning: '/think', text: '/text' }, { think: 'Hm', text: 'Yes' }, ['0 assistant: (Hm) | Yes']],
    [
      { content: '/c', without: ['tool_call'] },
      {
        c: [
          { type: 'text', text: 'Hi' },
          { type: 'tool_use', id: 'x', name: 'y' },
        ],
      },
      ['0 assistant: Hi'],
    ],
    [
      { content: '/c', only: ['image'] },
      {
        c: [
          { type: 'text', text: 'Hi' },
          { type: 'image', url: 'a.png' },
        ],
      },
      ['0 assistant: image a.png'],
    ],
    [
      { chat: '/m', role: 'user' },
      {
        m: [
          { role: 'system', content: 'Be' },
          { role: 'ai', content: 'Hi' },
        ],
      },
      ['0 system: Be', '0 assistant: Hi'],
    ],
    [
      { each: '/m/*', role: '/who', text: '/says' },
      {
        m: [
          { who: 'user', says: 'a' },
          { who: 'assistant', says: 'b' },
        ],
      },
      ['0 user: a', '0 assistant: b'],
    ],
    [
      [
        { when: '/none', text: '/a' },
        { role: { at: '/r', table: { h: 'user' } }, text: '/a' },
      ],
      { a: 'A', r: 'h' },
      ['0 user: A'],
    ],
    [
      { image: { data: '/d', mediaType: '=image/gif' }, file: '/f' },
      { d: 'AAAA', f: 'x.pdf' },
      ['0 assistant: image data:image/gif;base64,AAAA | file x.pdf'],
    ],
    [
      { role: 'tool', result: { id: '/id', value: '/r', failed: '/e' } },
      { id: 1, r: [{ text: 'a' }, { text: 'b' }], e: 1 },
      ['0 tool: = "a\\nb" failed'],
    ],
    [{ call: { tool: '/t', arguments: '/a' } }, { t: 'f', a: '{"x":1}' }, ['0 assistant: f {"x":1}']],
  ])('%j', (messages, record, expected) => {
    expect(said(messages, record)).toEqual(expected);
  });

  test('of an item in a large document, without the rest of it', () => {
    const steps = [
      {
        each: '/turns/*',
        steps: [
          {
            when: { at: '/role', is: ['user'] },
            step: 'message',
            title: '/text',
            messages: { role: 'user', text: '/text' },
          },
          {
            step: 'llm',
            when: { at: '/role', is: ['model'] },
            model: '/model',
            usage: { output: '/n' },
            title: '/text',
            messages: { text: '/text' },
            steps: [
              {
                each: '/calls/*',
                step: 'tool',
                id: '/id',
                call: { tool: '/name', arguments: '/args' },
                result: { value: '/out' },
                outcome: 'ok',
              },
            ],
          },
        ],
      },
    ];
    const { family } = reader({ steps });
    const read: unknown[] = [];
    const turns = [
      { role: 'user', text: 'Hi' },
      { role: 'model', model: 'm', n: 4, text: 'Yes', calls: [{ id: 1, name: 'f', args: {}, out: 2 }] },
    ];
    const value = { own: 1, turns };
    const around = (path: (string | number)[]) => ({
      path,
      valueAt(at: readonly (string | number)[]) {
        read.push(at);
        return at.reduce((here: unknown, step) => (here as Record<string, unknown>)[step], value);
      },
    });
    const exchange = (word: string, one: object, path: (string | number)[]) =>
      family.exchange?.({ ...one }, `own/line:${word}`, around(path));
    expect(exchange('tool', turns[1]?.calls?.[0] ?? {}, ['turns', 1, 'calls', 0])).toEqual({
      input: [{ role: 'assistant', pieces: [{ type: 'tool_call', id: '1', name: 'f', arguments: {} }] }],
      output: [{ role: 'tool', pieces: [{ type: 'tool_result', id: '1', result: 2 }] }],
    });
    expect(exchange('llm', turns[1] ?? {}, ['turns', 1])).toEqual({
      model: 'm',
      tokens: { output: 4, total: 4 },
      input: [],
      output: [{ role: 'assistant', pieces: [{ type: 'text', text: 'Yes' }], path: ['text'] }],
    });
    expect(exchange('message', turns[0] ?? {}, ['turns', 0])?.input).toHaveLength(1);
    expect(read.filter(at => JSON.stringify(at) === '[]' || JSON.stringify(at) === '["turns"]')).toEqual([]);
  });
});

describe('what can not be used is a fault at its place, and the rest works', () => {
  test.each<[unknown, string]>([
    [
      { title: 'text' },
      'title: "text" is no pointer and no text. Write "/text" for a property, or "=text" for this text.',
    ],
    [{ title: '={/a~} x' }, 'title: "/a~" is no pointer and no text.'],
    [{ title: { off: 1 } }, 'title: This is no value: a pointer'],
    [{ when: { at: 'x' } }, 'when.at: "x" is not a JSON pointer'],
    [{ when: { at: '/x', iss: [1] } }, 'when: This is not a condition'],
    [{ each: '^/x/*' }, 'each: This must be a pointer to what is inside'],
    [{ use: 'none' }, 'use: There is no list "none" in "stepLists".'],
    [{ steps: [{ title: '=x' }], until: '/end' }, 'until: "until" is of one step: say it in the rules inside'],
    [{ first: [{ title: '=x' }], duration: '/d' }, 'duration: "duration" is of one step'],
    [{ outcome: 'good' }, 'outcome: "good" must be one of ok, failed, pending, unknown, or a table.'],
    [{ outcome: { ok: [1] } }, 'outcome: A table needs "at"'],
    [{ outcome: { at: '/x', error: ['e'] } }, 'outcome: "error" is no word of a table'],
    [{ duration: { at: '/d', unit: 'sec' } }, 'duration.unit: A unit is one of nanoseconds'],
    [{ title: { at: '/t', befor: 'x' } }, 'title.befor: "befor" says nothing beside "at"'],
    [{ title: { at: '/t', replace: 'x' } }, 'title.replace: This value of "replace" can\'t be used.'],
    [{ messages: { when: { at: '/x', iss: ['y'] }, text: '/t' } }, 'messages.when: This is not a condition'],
    [{ status: { at: '/x', ok: ['e'] } }, 'status: "ok" is no word of a table'],
    [
      { messages: { role: 'asistant', text: '/x' } },
      'messages.role: "asistant" is no usual role; did you mean "assistant"?',
    ],
    [{ effects: [{ do: 'approval', state: 'requested' }] }, 'effects.0.state: "requested" is no pointer'],
    [{ when: { at: '/x', is: 'text' } }, 'when.is: "is" is a list of values.'],
    [{ let: { 'a-b': '/x' } }, 'let.a-b: A name in "let"'],
    [{ title: '$where/name' }, 'title: No "let" names a value "where".'],
    [{ when: { all: ['/x', { at: '$where', is: [1] }] }, title: '/x' }, 'when: No "let" names a value "where".'],
    [{ title: '={type}: done' }, 'title: "{type}" is a text here; write "{/type}" for what a pointer finds.'],
    [{ messages: { each: 'parts', text: '/t' } }, 'messages.each: This must be a pointer to what is inside'],
    [{ title: '=x', writes: { each: 'files/*', path: '/p' } }, 'writes.each: This must be a pointer to what is inside'],
    [{ title: { member: '/a', in: '/b', by: 'id' } }, 'title.by: This must be a pointer'],
    [{ title: '=x', side: 'asks' }, 'side: "asks" must be one of ask, answer, or a table.'],
    [{ title: '=x', repeats: 'part' }, 'repeats: Parts are joined by their "id"'],
    [{ title: '=x', tree: true }, 'tree: A tree needs rules inside'],
    [{ effects: [{ do: 'question', id: '/x' }] }, 'effects.0: The effect "question" needs "status".'],
    [{ steps: [{ steps: [{ title: '/a', agent: 'x' }] }] }, 'steps.0.steps.0.agent: "x" is no pointer'],
  ])('%j', (rule, fault) => {
    const { family, faults } = reader({ steps: [rule, { title: '=rest' }] });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`kinds.line.steps.0.${fault}`);
    expect(family.steps?.({ own: 1 }, family.kinds[0] as never).at(-1)?.title).toBe('rest');
  });

  test('a kind without a schema, where the protocol is checked', () => {
    const { faults } = readProtocol({ id: 'own', kinds: { line: { signature: { proof: ['/own'] } } } });
    expect(faults).toMatchObject([{ path: ['kinds', 'line'], message: expect.stringContaining('"readOnly": true') }]);
  });

  test('too many rules are one fault', () => {
    const many = Array.from({ length: 200 }, () => ({ title: Array.from({ length: 50 }, () => '/a') }));
    expect(reader({ steps: many }).faults.map(fault => fault.replace(/^.*: /, ''))).toEqual([
      'There are too many rules and values here; use fewer.',
    ]);
  });
});

test('a log that is read is not checked, and other JSON is left alone', () => {
  const { family } = reader({ steps: [{ title: '/own' }] });
  const families = familiesWhere([], [family]);
  const text = log({ own: 'x', more: 1, other: 2, and: 3, so: 4, on: 5, last: 6 }, { other: 1 });
  const analysis = analyseText('a.jsonl', text, { families });
  expect(recognisedKinds(analysis)).toEqual(['own/line', undefined]);
  expect(problemsIn(analysis)).toEqual([]);
});

describe('a record can not make more of itself than there is room for', () => {
  test('texts that are joined and replaced', () => {
    const long = 'a'.repeat(10_000);
    const title = { join: Array.from({ length: 1000 }, () => '$b') };
    const b = { join: Array.from({ length: 1000 }, () => '/t') };
    expect(titles([{ let: { b }, title }], { t: long })).toHaveLength(1);
    expect(titles([{ title: { at: '/t', replace: ['USD', '$$'] } }], { t: 'pay USD 5' })).toEqual(['pay $$ 5']);
  });

  test('a list that would never end is left out', () => {
    const { family } = reader({
      steps: [{ use: 'a' }],
      stepLists: { a: [{ use: 'a' }, { step: 'message', title: '/t' }] },
    });
    expect(family.steps?.({ own: 1, t: 'x' }, family.kinds[0] as never)).toHaveLength(1);
  });

  test('more steps than are held', () => {
    const steps = [{ each: '/l/*', steps: Array.from({ length: 190 }, () => ({ title: '=x' })) }];
    const made = titles(steps, { l: Array.from({ length: 1000 }, () => ({})) });
    expect(made.length).toBeLessThanOrEqual(50_001);
    expect(made.at(-1)).toBe('more of this record is not read');
  });
});

test('a piece without an id goes on with the piece of its own agent', () => {
  const steps = [
    { step: 'llm', repeats: 'piece', agent: '/who', title: '/t', messages: { role: 'assistant', text: '/t' } },
  ];
  const { family } = reader({ steps, tells: { run: '/own' } });
  const said = [
    ['Ann', 'yes. '],
    ['Ann', 'I do. '],
    ['Bob', 'no!'],
  ].map(([who, t]) => ({ own: 'r', who, t }));
  expect(mappedRun({ 'a.jsonl': log(...said) }, [family]).said).toEqual([
    '0 assistant: yes. I do. ',
    '1 assistant: no!',
  ]);
});

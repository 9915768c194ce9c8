import { describe, expect, test } from 'vitest';
import { exchangeOfStep } from '../../server/src/features/replay/exchangeOfStep';
import type { Step } from '../../server/src/model/run';
import { replayOf } from '../features/replay/replayOf';
import { recognisedKind } from '../kit/analyseText';
import { corpusMissing, sharedText } from '../kit/corpus';

let next = 0;
const line = (type: string, payload: object) => ({
  timestamp: new Date(1.78e12 + ++next * 1000).toISOString(),
  type,
  payload,
});
/** Lines of one moment. */
const atOnce = (...lines: { timestamp: string }[]) =>
  lines.map((one, index) => ({ ...one, timestamp: `2027-01-01T08:00:00.00${index}Z` }));
const item = (type: string, payload: object) => line('response_item', { type, ...payload });
const session = line('session_meta', { id: 's1', originator: 'Codex CLI', cwd: '/work' });

function stepsOf(...lines: object[]): Step[] {
  const { run } = replayOf({ 'a.jsonl': [session, ...lines].map(one => JSON.stringify(one)).join('\n') });
  return Array.from({ length: run.summary.steps - 1 }, (_, index) => run.step(index + 1));
}

function drawn({ agent, title, outcome, failure = '', effects }: Step): string {
  return [agent, title, outcome, failure, ...effects.map(effect => effect.do)].join(' | ');
}

const call = (more: object = {}) =>
  item('function_call', { call_id: 'c1', name: 'shell', arguments: '{"command":["ls","-a"]}', ...more });
const output = (text: string) => item('function_call_output', { call_id: 'c1', output: text });

test.each<[about: string, lines: object[], steps: string[]]>([
  [
    'a call with its result',
    [call(), output('Process exited with code 0\nOutput:\na')],
    ['codex | shell ls -a | ok |  | call | result'],
  ],
  [
    'a call that failed',
    [call(), output('{"output":"","metadata":{"exit_code":2}}')],
    ['codex | shell ls -a | failed | exit code 2 | call | result'],
  ],
  [
    'a call whose output begins with its exit code',
    [call(), output('Exit code: 2\nWall time: 0.1 seconds\nOutput:\nProcess exited with code 0')],
    ['codex | shell ls -a | failed | exit code 2 | call | result'],
  ],
  [
    'a call whose output has a head before its exit code',
    [call(), output('Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code 3\nOutput:\na')],
    ['codex | shell ls -a | failed | exit code 3 | call | result'],
  ],
  [
    'a call that printed how another ended',
    [call(), output('Wall time: 0.1 seconds\nOutput:\nmake:\nProcess exited with code 1')],
    ['codex | shell ls -a | ok |  | call | result'],
  ],
  [
    'a turn that tells no model',
    [line('turn_context', { cwd: '/work', approval_policy: 'never' })],
    ['codex | Turn, approval never | ok | '],
  ],
  ['a call without result', [call()], ['codex | shell ls -a | pending |  | call']],
  [
    'a call without result in a turn that a person goes on with',
    [call(), item('message', { role: 'user', content: [{ type: 'input_text', text: 'Faster' }] })],
    ['codex | shell ls -a | pending |  | call', 'user | Faster | ok | '],
  ],
  [
    'a call without result in a turn that has ended',
    [call(), item('message', { role: 'assistant', content: [{ type: 'output_text', text: 'Done' }] })],
    ['codex | shell ls -a | unknown |  | call', 'codex | Done | ok | '],
  ],
  [
    'a call without result in a turn that failed',
    [
      item('local_shell_call', { call_id: 'l1', status: 'completed', action: { type: 'exec', command: ['ls'] } }),
      line('event_msg', { type: 'error', message: 'limit reached' }),
    ],
    ['codex | local_shell ls | unknown |  | call', 'program | limit reached | failed | '],
  ],
  [
    'a tool of the user',
    [item('custom_tool_call', { call_id: 'c1', name: 'apply_patch', input: '*** Begin' })],
    ['codex | apply_patch | pending |  | call'],
  ],
  [
    'a search of the provider',
    [item('web_search_call', { action: { type: 'search', query: 'trains' } })],
    ['codex | web_search trains | ok |  | call'],
  ],
  [
    'what the program adds',
    [
      item('message', { role: 'user', content: [{ type: 'input_text', text: '<environment_context>x' }] }),
      item('message', { role: 'developer', content: 'x' }),
    ],
    [],
  ],
  ['hidden reasoning', [item('reasoning', { summary: [], encrypted_content: 'x' })], []],
  [
    'odd lines',
    [
      line('response_item', { type: {} }),
      line('event_msg', { type: 'token_count', info: null }),
      line('event_msg', { type: 'agent_message', message: ' ' }),
      line('event_msg', { type: 'agent_reasoning', text: {} }),
    ],
    [],
  ],
])('%s', (_, lines, expected) => {
  expect(stepsOf(...lines).map(drawn)).toEqual(expected);
});

test.each<[about: string, lines: object[], steps: string[]]>([
  [
    'instructions of the program before the request',
    [
      item('message', { role: 'user', content: [{ type: 'input_text', text: '# AGENTS.md instructions for /work' }] }),
      item('message', { role: 'user', content: [{ type: 'input_text', text: 'Rename it' }] }),
      line('event_msg', { type: 'user_message', message: 'Rename it' }),
    ],
    ['user | Rename it | ok | '],
  ],
  [
    'a request that only an event tells',
    [line('event_msg', { type: 'user_message', message: 'Rename it' })],
    ['user | Rename it | ok | '],
  ],
  [
    'words that only events tell',
    [
      line('event_msg', { type: 'agent_reasoning', text: 'Where is it?' }),
      line('event_msg', { type: 'agent_message', message: 'It is renamed' }),
    ],
    ['codex | Where is it? | ok | ', 'codex | It is renamed | ok | '],
  ],
  [
    'Markdown, of which titles have no marks',
    [
      line('event_msg', { type: 'user_message', message: '# Rename `it`' }),
      line('event_msg', { type: 'agent_reasoning', text: '**Deciding task**\n\nI look' }),
      item('reasoning', { summary: [{ type: 'summary_text', text: '**Deciding task**\n\nI look' }] }),
      item('message', {
        role: 'assistant',
        content: [{ type: 'output_text', text: '## Done\n\n- **it** is renamed' }],
      }),
    ],
    ['user | Rename it | ok | ', 'codex | Deciding task I look | ok | ', 'codex | Done - it is renamed | ok | '],
  ],
  [
    'words that items tell, too',
    [
      line('event_msg', { type: 'agent_message', message: 'I look' }),
      item('message', { role: 'assistant', content: [{ type: 'output_text', text: 'I look' }] }),
      line('event_msg', { type: 'agent_message', message: 'I rename' }),
    ],
    ['codex | I look | ok | ', 'codex | I rename | ok | '],
  ],
  [
    'words that the program changed for its event',
    atOnce(
      line('event_msg', { type: 'agent_reasoning', text: 'First' }),
      line('event_msg', { type: 'agent_reasoning', text: 'Second' }),
      item('reasoning', {
        summary: [
          { type: 'summary_text', text: 'First' },
          { type: 'summary_text', text: 'Second' },
        ],
      }),
      line('event_msg', { type: 'agent_message', message: 'Done' }),
      item('message', {
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Done\n<citation>a.md:1</citation>' }],
      }),
    ),
    ['codex | First | ok | ', 'codex | Done <citation>a.md:1</citation> | ok | '],
  ],
  [
    'a request with a picture',
    [
      item('message', {
        role: 'user',
        content: [
          { type: 'input_text', text: '<image name=[Image #1]>' },
          { type: 'input_image', image_url: 'data:image/png;base64,AA==' },
          { type: 'input_text', text: '</image>' },
          { type: 'input_text', text: 'Why is it cut? [Image #1]' },
        ],
      }),
      line('event_msg', { type: 'user_message', message: 'Why is it cut? [Image #1]' }),
    ],
    ['user | Why is it cut? [Image #1] | ok | '],
  ],
  [
    'a request behind what an editor adds',
    [
      item('message', {
        role: 'user',
        content: [
          { type: 'input_text', text: '# Context from my IDE setup:\na.ts\n## My request for Codex:\nMend it' },
        ],
      }),
    ],
    ['user | Mend it | ok | '],
  ],
  [
    'an error',
    [line('event_msg', { type: 'error', message: 'limit reached' })],
    ['program | limit reached | failed | '],
  ],
  ['a compaction', [line('compacted', { message: 'half done' })], ['program | Compacted: half done | ok | ']],
  [
    'a turn that was stopped',
    [line('event_msg', { type: 'turn_aborted', reason: 'interrupted' })],
    ['program | Turn aborted: interrupted | ok | '],
  ],
])('%s', (_, lines, expected) => {
  expect(stepsOf(...lines).map(drawn)).toEqual(expected);
});

/** A run with what it used. */
function told(files: Record<string, readonly object[]>, id?: string) {
  const texts = Object.entries(files).map(([name, lines]) => [name, lines.map(one => JSON.stringify(one)).join('\n')]);
  const replay = replayOf(Object.fromEntries(texts), id === undefined ? {} : { id });
  const { run } = replay;
  const steps = Array.from({ length: run.summary.steps }, (_, index) => run.step(index));
  const tokens = steps
    .flatMap(({ effects }) => effects)
    .reduce((sum, effect) => sum + (effect.do === 'usage' ? (effect.tokens ?? 0) : 0), 0);
  return { replay, summary: run.summary, steps, tokens };
}

const saysUser = (text: string) => item('message', { role: 'user', content: [{ type: 'input_text', text }] });
const says = (text: string) => item('message', { role: 'assistant', content: [{ type: 'output_text', text }] });
const used = (last: object | undefined, total: number) =>
  line('event_msg', {
    type: 'token_count',
    info: {
      ...(last && { last_token_usage: last }),
      total_token_usage: { input_tokens: total, output_tokens: 0, total_tokens: total },
    },
  });
const call100 = { input_tokens: 100, output_tokens: 0, total_tokens: 100 };

test('tokens of the session alone are counted', () => {
  expect(told({ 'a.jsonl': [session, used(undefined, 70), used(undefined, 170)] }).tokens).toBe(170);
});

test('a compaction repeats the line of the call before with the size of the context alone', () => {
  const context = { input_tokens: 0, output_tokens: 0, total_tokens: 90 };
  const lines = [session, used(call100, 100), used(context, 100), used(context, 100), used(call100, 200)];
  expect(told({ 'a.jsonl': lines }).tokens).toBe(200);
});

test('the usage names its model', () => {
  const { timestamp, type, payload } = used(call100, 100);
  const info = { ...(payload as { info: object }).info, model: 'gpt-x' };
  const [step] = stepsOf({ timestamp, type, payload: { ...payload, info } });
  expect(step?.model).toBe('gpt-x');
});

describe('a fork', () => {
  const at = (one: object, seconds: number) => ({
    ...one,
    timestamp: new Date(1.79e12 + seconds * 1000).toISOString(),
  });
  const parent = line('session_meta', { id: 'par', cwd: '/work' });
  const history = [saysUser('Plan it'), says('A plan'), used(call100, 100)];
  const own = [saysUser('Carry it out'), says('Done'), used(call100, 200)];
  const child = line('session_meta', { id: 'chi', forked_from_id: 'par', cwd: '/work' });
  const before = [parent, ...history].map((one, index) => at(one, index));
  const forked = (copied: object[]) => [
    ...copied.map(one => at(one, 60)),
    ...own.map((one, index) => at(one, 61 + index)),
  ];

  test.each<[about: string, copied: object[]]>([
    ['with the first line of its origin', [child, parent, ...history]],
    ['without it', [child, ...history]],
  ])('%s repeats the history, which counts once', (_, copied) => {
    const files = { 'a.jsonl': forked(copied), 'b.jsonl': before };
    const [origin, fork] = [told(files, 'par'), told(files, 'chi')];
    expect([origin.steps.length, origin.tokens, origin.steps.some(({ isRepeated }) => isRepeated)]).toEqual([
      4,
      100,
      false,
    ]);
    expect(fork.tokens).toBe(100);
    expect(fork.steps.filter(({ isRepeated }) => !isRepeated).map(({ title }) => title)).toEqual([
      'Codex in /work, a fork of par',
      ...['Carry it out', 'Done', 'Tokens of the model call'],
    ]);
    expect(fork.summary.title).toBe('Carry it out');
  });

  test('without the file of its origin repeats what was written with its first line', () => {
    const { tokens, steps } = told({ 'a.jsonl': forked([child, parent, ...history]) }, 'chi');
    expect([tokens, steps.filter(({ isRepeated }) => isRepeated).length]).toEqual([100, 4]);
  });

  test.each<[about: string, copied: object[], repeated: number]>([
    ['and without its first line', [child, ...history], 3],
    ['but not its own request, however soon', [child, ...history, saysUser('And now')], 3],
    ['if it has any', [child], 0],
    ['which a request alone is not', [child, saysUser('And now')], 0],
  ])('whose origin is in the folder of another day repeats its history, %s', (_, copied, repeated) => {
    const files = { '02/a.jsonl': forked(copied), '01/b.jsonl': before, '03/b.jsonl': before };
    const [origin, fork] = [told(files, 'par'), told(files, 'chi')];
    expect([origin.steps.length, origin.tokens, fork.tokens]).toEqual([4, 100, 100]);
    expect(fork.steps.filter(({ isRepeated }) => isRepeated)).toHaveLength(repeated);
  });

  test('of a session of two turns repeats both', () => {
    const history = [...before, ...own.map((one, index) => at(one, 10 + index))];
    const turn = [saysUser('Once more'), says('Again'), used(call100, 300)].map((one, index) => at(one, 70 + index));
    const files = {
      'a.jsonl': [at(child, 60), ...history.slice(1).map(one => at(one, 60)), ...turn],
      'b.jsonl': history,
    };
    const fork = told(files, 'chi');
    expect([told(files, 'par').tokens, fork.tokens]).toEqual([200, 100]);
    expect(fork.steps.filter(({ isRepeated }) => isRepeated)).toHaveLength(6);
  });

  test('that does not say so repeats the tokens of the steps that it begins with', () => {
    const { forked_from_id: _origin, ...unlinked } = child.payload as Record<string, unknown>;
    const files = { 'a.jsonl': forked([{ ...child, payload: unlinked }, ...history]), 'b.jsonl': before };
    expect([told(files, 'par').tokens, told(files, 'chi').tokens]).toEqual([100, 100]);
  });

  test('is no session with as many tokens', () => {
    const other = [line('session_meta', { id: 'oth' }), saysUser('What else?'), says('A plan'), used(call100, 100)];
    const files = { 'a.jsonl': before, 'b.jsonl': other };
    expect([told(files, 'par').tokens, told(files, 'oth').tokens]).toEqual([100, 100]);
  });

  test('two sessions in one file are two', () => {
    const files = { 'a.jsonl': [...before, line('session_meta', { id: 'oth', cwd: '/work' }), ...own] };
    expect([told(files, 'par').tokens, told(files, 'oth').tokens]).toEqual([100, 100]);
  });
});

test('a sub-agent has its name, and tells who started it', () => {
  const source = { subagent: { thread_spawn: { parent_thread_id: 'par', agent_nickname: 'Ada' } } };
  const { summary, steps } = told({
    'a.jsonl': [line('session_meta', { id: 'sub', source }), saysUser('Explore'), says('Seen')],
  });
  expect(summary.agents).toEqual(['Ada', 'user']);
  expect(steps.map(({ agent, title }) => `${agent}: ${title}`)).toEqual([
    'Ada: Codex, started by par',
    ...['user: Explore', 'Ada: Seen'],
  ]);
});

test('a rollout of 2025 has items without a wrapper', () => {
  const bare = (role: string, type: string, text: string) => ({ type: 'message', role, content: [{ type, text }] });
  const { summary, steps, replay } = told({
    'a.jsonl': [
      { id: 'old', timestamp: '2025-07-01T10:00:00Z', instructions: null, git: { branch: 'main' } },
      { record_type: 'state' },
      bare('user', 'input_text', '<environment_context>x'),
      bare('user', 'input_text', 'List files'),
      { type: 'reasoning', id: 'r1', summary: [{ type: 'summary_text', text: 'Hm' }] },
      { type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c1' },
      { type: 'function_call_output', call_id: 'c1', output: '{"output":"a","metadata":{"exit_code":0}}' },
      bare('assistant', 'output_text', 'There is a'),
    ],
  });
  expect([summary.id, summary.title, summary.status]).toEqual(['old', 'List files', 'succeeded']);
  expect(steps.map(({ title, outcome }) => `${title} ${outcome}`)).toEqual([
    ...['Codex ok', 'List files ok', 'Hm ok', 'shell ls ok', 'There is a ok'],
  ]);
  expect(exchangeOfStep(replay, { step: 4 }).rows).toMatchObject([
    { role: 'assistant', pieces: [{ text: 'There is a' }] },
  ]);
});

test('items without a session are none', () => {
  const text = JSON.stringify({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }] });
  expect(() => replayOf({ 'a.jsonl': `${text}\n${text}` })).toThrow();
});

test('what codex exec prints is a run', () => {
  const ls = { id: 'item_1', type: 'command_execution', command: 'ls' };
  const { summary, steps, tokens, replay } = told({
    'a.jsonl': [
      { type: 'thread.started', thread_id: 't1' },
      { type: 'turn.started' },
      { type: 'item.completed', item: { id: 'item_0', type: 'reasoning', text: 'Hm' } },
      { type: 'item.started', item: { ...ls, status: 'in_progress' } },
      { type: 'item.completed', item: { ...ls, aggregated_output: 'a', exit_code: 0, status: 'completed' } },
      {
        type: 'item.completed',
        item: { id: 'item_2', type: 'file_change', changes: [{ path: 'a.ts', kind: 'update' }] },
      },
      { type: 'item.completed', item: { id: 'item_3', type: 'agent_message', text: 'One file' } },
      { type: 'turn.completed', usage: { input_tokens: 100, cached_input_tokens: 50, output_tokens: 9 } },
    ],
  });
  expect([summary.id, summary.title, summary.status, tokens]).toEqual(['t1', 'One file', 'succeeded', 109]);
  expect(steps.map(({ title, outcome }) => `${title} ${outcome}`)).toEqual([
    'Codex ok',
    'Hm ok',
    'command_execution ls ok',
    'file_change ok',
    'One file ok',
    'Tokens of the session ok',
  ]);
  expect(steps[3]?.effects).toContainEqual({ do: 'write', path: 'a.ts', operation: 'update' });
  expect(exchangeOfStep(replay, { step: 2 }).rows).toMatchObject([
    { pieces: [{ is: 'call', arguments: { text: expect.stringContaining('"ls"') }, result: { text: 'a' } }] },
  ]);
});

test('a log recorded as server-sent events is the same run', () => {
  const lines = [
    { type: 'thread.started', thread_id: 't1' },
    { type: 'item.completed', item: { id: 'item_3', type: 'agent_message', text: 'One file' } },
  ];
  const text = lines.map(one => `event: message\ndata: ${JSON.stringify(one)}\n\n`).join('');
  const replay = replayOf({ 'a.sse': text });
  expect(replay.run.summary).toMatchObject({ id: 't1', title: 'One file', steps: 2 });
  expect(exchangeOfStep(replay, { step: 1 }).rows).toMatchObject([{ pieces: [{ text: 'One file' }] }]);
});

test('an agent that codex exec starts is a call', () => {
  const item = { id: 'item_3', type: 'collab_tool_call', tool: 'spawn_agent', prompt: 'Find tests' };
  const { steps } = told({
    'a.jsonl': [
      { type: 'thread.started', thread_id: 't1' },
      { type: 'item.started', item: { ...item, status: 'in_progress' } },
      { type: 'item.completed', item: { ...item, status: 'completed' } },
    ],
  });
  expect(steps.map(({ title, outcome }) => `${title} ${outcome}`)).toEqual(['Codex ok', 'spawn_agent Find tests ok']);
});

test('a turn of codex exec that fails', () => {
  const { summary } = told({
    'a.jsonl': [
      { type: 'thread.started', thread_id: 't1' },
      { type: 'turn.failed', error: { message: 'stream lost' } },
    ],
  });
  expect([summary.status, summary.reason]).toEqual(['failed', 'stream lost']);
});

test('numbers in arguments keep their digits', () => {
  const { replay } = told({
    'a.jsonl': [
      session,
      item('function_call', { call_id: 'n1', name: 'f', arguments: '{"n":9007199254740993,"e":1e400}' }),
    ],
  });
  expect(exchangeOfStep(replay, { step: 1 }).rows).toMatchObject([
    { pieces: [{ arguments: { text: expect.stringMatching(/9007199254740993[\s\S]*1e400/) } }] },
  ]);
});

test('the arguments of a call of the shell are told', () => {
  const { replay } = told({
    'a.jsonl': [session, item('local_shell_call', { call_id: 'l1', action: { type: 'exec', command: ['ls', '-la'] } })],
  });
  expect(exchangeOfStep(replay, { step: 1 }).rows).toMatchObject([
    { pieces: [{ is: 'call', arguments: { text: expect.stringContaining('"-la"') } }] },
  ]);
});

test('tokens that are told twice are counted once', () => {
  const told = (input: number, total: number) =>
    line('event_msg', {
      type: 'token_count',
      info: {
        last_token_usage: { input_tokens: input, output_tokens: 1, total_tokens: input + 1 },
        total_token_usage: { total_tokens: total },
      },
    });
  const effects = stepsOf(told(4, 5), told(4, 5), told(6, 12)).flatMap(step => step.effects);
  expect(effects.map(effect => effect.do === 'usage' && effect.tokens)).toEqual([5, 7]);
});

test.each<[string, unknown]>([
  ['an event of a queue', { timestamp: '2026-01-01', type: 'event', payload: { type: 'created', id: 1 } }],
  ['a web hook', { type: 'message', payload: { id: 1, text: 'hi' } }],
])('%s is none', (_, value) => {
  expect(recognisedKind(value)).toBeUndefined();
});

describe.skipIf(corpusMissing)('a real rollout', () => {
  const text = corpusMissing ? '' : sharedText('run-logs/codex/codex-rollout.sample.jsonl');

  test('is one run, with its calls, messages and tokens', () => {
    const { run } = replayOf({ 'a.jsonl': text });
    const steps = Array.from({ length: run.summary.steps }, (_, index) => run.step(index));
    const effects = steps.flatMap(step => step.effects);
    // Counted from the lines, without the reader.
    const payloads = text
      .split('\n')
      .filter(Boolean)
      .map(one => JSON.parse(one).payload);
    const count = (type: string) => payloads.filter(payload => payload.type === type).length;
    const tokens = payloads
      .flatMap(({ info }) => info?.last_token_usage?.total_tokens ?? [])
      .reduce((sum, one) => sum + one, 0);
    expect({
      calls: effects.filter(effect => effect.do === 'call').length,
      results: effects.filter(effect => effect.do === 'result').length,
      tokens: effects.reduce((sum, effect) => sum + (effect.do === 'usage' ? (effect.tokens ?? 0) : 0), 0),
      models: [...new Set(steps.flatMap(({ model }) => model ?? []))],
      title: run.summary.title,
      status: run.summary.status,
    }).toEqual({
      calls: count('function_call'),
      results: count('function_call_output'),
      tokens,
      models: payloads.flatMap(({ model }) => model ?? []),
      title: "List the files in the repo root and tell me what's there.",
      status: 'succeeded',
    });
  });

  test('says what its calls were given and gave', () => {
    const replay = replayOf({ 'a.jsonl': text });
    const step = Array.from({ length: replay.run.summary.steps }, (_, index) => replay.run.step(index)).find(
      ({ title }) => title.includes('cat README'),
    );
    expect(exchangeOfStep(replay, { step: step?.index ?? -1 }).rows).toMatchObject([
      {
        pieces: [
          {
            is: 'call',
            name: 'exec_command',
            arguments: { text: expect.stringContaining('cat README.md') },
            result: { text: expect.stringContaining('# Example Project') },
          },
        ],
      },
    ]);
  });
});

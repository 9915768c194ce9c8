import { describe, expect, test } from 'vitest';
import { exchangeOfStep } from '../../server/src/features/replay/exchangeOfStep';
import type { Step } from '../../server/src/model/run';
import { replayOf } from '../features/replay/replayOf';
import { recognisedKind } from '../kit/analyseText';
import { corpusMissing, sharedText } from '../kit/corpus';

const base = { sessionId: 's1', isSidechain: false, parentUuid: null, cwd: '/work', version: '2.1.0' };
let next = 0;
const line = (type: string, message: object, more: object = {}) => ({
  ...base,
  type,
  message,
  uuid: `u${++next}`,
  timestamp: new Date(1.78e12 + next * 1000).toISOString(),
  ...more,
});
const user = (content: unknown, more?: object) => line('user', { role: 'user', content }, more);
const assistant = (content: unknown[], more?: object) =>
  line('assistant', {
    role: 'assistant',
    id: 'm1',
    model: 'claude-x',
    content,
    usage: { input_tokens: 3, cache_read_input_tokens: 5, output_tokens: 2 },
    ...more,
  });
const first = user('First');
const call = { type: 'tool_use', id: 't1', name: 'Edit', input: { file_path: '/work/src/a.ts', new_string: 'x' } };
const result = { type: 'tool_result', tool_use_id: 't1', content: 'done' };

function stepsOf(...lines: object[]): Step[] {
  const { run } = replayOf({ 's1.jsonl': lines.map(one => JSON.stringify(one)).join('\n') });
  return Array.from({ length: run.summary.steps }, (_, index) => run.step(index));
}

/** A step in a line: who, what, how it went. */
function drawn({ agent, kind, title, outcome, effects }: Step): string {
  return [agent, kind.replace('claude-code/line:', ''), title, outcome, ...effects.map(effect => effect.do)].join(
    ' | ',
  );
}

test('a line is of a session', () => {
  expect(recognisedKind(user('hi'))).toBe('claude-code/line');
});

test.each<[string, unknown]>([
  [
    'a line of a chat to train with',
    {
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: 'yes' },
      ],
    },
  ],
  ['a message of a chat program', { type: 'user', uuid: 'a', sessionId: 'b', message: 'hi' }],
  ['a message of a chat at a time', { type: 'user', timestamp: '2026-01-01T08:00:00Z', message: { content: 'hi' } }],
  ['an event of analytics', { type: 'user', uuid: 'a', parentUuid: null, sessionId: 'b', event: 'click' }],
])('%s is none', (_, value) => {
  expect(recognisedKind(value)).toBeUndefined();
});

test('a call and its result are one step, which tells the file that it wrote', () => {
  const written = { filePath: '/work/src/a.ts', structuredPatch: [] };
  const steps = stepsOf(
    user('Change a'),
    assistant([call]),
    user([result], { toolUseResult: written }),
    assistant([{ type: 'text', text: 'Done.' }]),
  );
  expect(steps.map(drawn)).toEqual([
    'user | message | Change a | ok',
    'claude | tool | Edit src/a.ts | ok | call | result | write',
    'claude | llm | Done. | ok | usage',
  ]);
  expect(steps[1]?.envelopes).toHaveLength(2);
  // One call of the model, told in two lines, is counted once.
  expect(steps.flatMap(({ effects }) => effects.filter(effect => effect.do === 'usage'))).toEqual([
    { do: 'usage', tokens: 10, input: 8, output: 2, cached: 5, call: 'm1' },
  ]);
});

test.each<[about: string, line: object, steps: string[]]>([
  ['reasoning', assistant([{ type: 'thinking', thinking: 'Hm.' }]), ['claude | reasoning | Hm. | ok | usage']],
  [
    'words and a call',
    assistant([{ type: 'text', text: 'So' }, call]),
    ['claude | llm | So | ok | usage', 'claude | tool | Edit src/a.ts | pending | call'],
  ],
  [
    'a failed call',
    user([{ ...result, is_error: true, content: 'no such file' }]),
    ['claude | tool | t1 | failed | result'],
  ],
  [
    'an error of the provider',
    { ...assistant([{ type: 'text', text: 'API Error: 500' }]), isApiErrorMessage: true },
    ['claude | llm | API Error: 500 | failed | usage'],
  ],
  [
    'what the editor adds',
    user([
      { type: 'text', text: '<system-reminder>x</system-reminder>' },
      { type: 'text', text: 'Go' },
    ]),
    ['user | message | Go | ok'],
  ],
  ['a command', user('<command-name>/clear</command-name>'), ['user | message | /clear | ok']],
  [
    'a command with arguments',
    user('<command-message>fix is running</command-message><command-name>/fix</command-name><command-args>the footer'),
    ['user | message | /fix the footer | ok'],
  ],
  [
    'words beside a result',
    user([result, { type: 'text', text: 'Stop then.' }]),
    ['claude | tool | t1 | ok | result', 'user | message | Stop then. | ok'],
  ],
  [
    'what the program reports',
    user('<task-notification>done</task-notification>'),
    ['program | program | <task-notification>done</task-notification> | ok'],
  ],
  [
    'a command of the shell',
    user('<bash-input>ls</bash-input>'),
    ['program | program | <bash-input>ls</bash-input> | ok'],
  ],
  [
    'a summary after compaction',
    user('The work so far', { isCompactSummary: true }),
    ['program | compaction | Compacted: The work so far | ok'],
  ],
  [
    'a prompt while a turn runs',
    { ...base, type: 'attachment', uuid: 'q1', attachment: { type: 'queued_command', prompt: 'And the version' } },
    ['user | message | And the version | ok'],
  ],
  [
    'a prompt that was taken from the queue',
    { type: 'queue-operation', operation: 'remove', sessionId: 's1', content: 'Faster', reason: 'absorbed_mid_turn' },
    ['user | message | Faster | ok'],
  ],
  [
    'a prompt that waits in the queue',
    { type: 'queue-operation', operation: 'enqueue', sessionId: 's1', content: 'Faster' },
    [],
  ],
  ['a line of its own', { ...user('Caveat'), isMeta: true }, []],
  [
    'odd contents',
    line('assistant', { role: 'assistant', content: [null, 7, { type: 'tool_use' }, { type: {} }] }),
    ['claude | tool | tool | pending | call'],
  ],
])('%s', (_, one, expected) => {
  expect(stepsOf(first, one).slice(1).map(drawn)).toEqual(expected);
});

/** A run with its steps in lines; for each the index of the step that encloses it. */
function drawnRun(files: Record<string, readonly object[]>, id?: string) {
  const texts = Object.entries(files).map(([name, lines]) => [name, lines.map(one => JSON.stringify(one)).join('\n')]);
  const { run } = replayOf(Object.fromEntries(texts), id === undefined ? {} : { id });
  const steps = Array.from({ length: run.summary.steps }, (_, index) => run.step(index));
  const usage = steps.flatMap(({ effects }) => effects.filter(effect => effect.do === 'usage'));
  return {
    summary: run.summary,
    steps,
    drawn: steps.map(step => `${step.parent ?? '-'} ${step.agent} ${step.title}`),
    tokens: usage.reduce((sum, { tokens = 0 }) => sum + tokens, 0),
    cost: usage.reduce((sum, { cost = 0 }) => sum + cost, 0),
  };
}

describe('what is told again counts once', () => {
  const said = (text: string, output: number, more: object[] = []) =>
    line('assistant', {
      role: 'assistant',
      id: 'm7',
      content: [{ type: 'text', text }, ...more],
      usage: { input_tokens: 10, output_tokens: output },
    });

  test('snapshots of a streamed message', () => {
    const lines = [first, said('I', 1), said('I look', 5, [call]), said('I look.', 9, [call]), user([result])];
    const { drawn: steps, tokens } = drawnRun({ 's.jsonl': lines });
    expect(steps).toEqual(['- user First', '- claude I look.', '- claude Edit src/a.ts']);
    expect(tokens).toBe(19);
  });

  test('blocks of one message stay apart', () => {
    const lines = [first, said('One thing', 1), said('Another', 9)];
    expect(drawnRun({ 's.jsonl': lines }).drawn).toEqual(['- user First', '- claude One thing', '- claude Another']);
  });

  test.each([
    ['messages', ['r1', 'r2']],
    ['results', ['r1', 'r1']],
  ])('no calls whose ids a model used again, by their %s', (_, ids) => {
    const bash = (command: string) => ({ type: 'tool_use', id: 'call_0', name: 'Bash', input: { command } });
    const ran = (is_error: boolean) => user([{ type: 'tool_result', tool_use_id: 'call_0', content: 'x', is_error }]);
    const lines = ids.flatMap((id, at) => [assistant([bash(['ls', 'rm -rf x'][at] ?? '')], { id }), ran(at > 0)]);
    expect(drawnRun({ 's.jsonl': [first, ...lines] }).steps.map(({ title, outcome }) => `${title} ${outcome}`)).toEqual(
      ['First ok', 'Bash ls ok', 'Bash rm -rf x failed'],
    );
  });

  test('no texts of one message between which it calls a tool', () => {
    const block = (content: object) => assistant([content], { id: 'm8' });
    const lines = [block({ type: 'text', text: 'Now' }), block(call), block({ type: 'text', text: 'Now the views' })];
    expect(drawnRun({ 's.jsonl': [first, ...lines] }).drawn).toEqual([
      ...['- user First', '- claude Now', '- claude Edit src/a.ts', '- claude Now the views'],
    ]);
  });

  test('lines that are written twice', () => {
    const lines = [first, assistant([call]), user([result]), assistant([{ type: 'text', text: 'Done.' }])];
    const { drawn: steps, tokens } = drawnRun({ 's.jsonl': [...lines, ...lines] });
    expect(steps).toEqual(['- user First', '- claude Edit src/a.ts', '- claude Done.']);
    expect(tokens).toBe(10);
  });

  test('a prompt in the queue that stands in an attachment, too', () => {
    const queued = { sessionId: 's1', timestamp: new Date(1.79e12).toISOString() };
    const lines = [
      first,
      { ...queued, type: 'queue-operation', operation: 'remove', content: 'Faster', reason: 'absorbed_mid_turn' },
      { ...base, ...queued, type: 'attachment', uuid: 'q7', attachment: { type: 'queued_command', prompt: 'Faster' } },
    ];
    expect(drawnRun({ 's.jsonl': lines }).drawn).toEqual(['- user First', '- user Faster']);
  });

  test('a session that was resumed under another id', () => {
    const before = [user('First question'), assistant([{ type: 'text', text: 'An answer' }], { id: 'r1' })];
    const after = before.map(one => ({ ...one, sessionId: 's2' }));
    const more = [user('Second question'), assistant([{ type: 'text', text: 'Another answer' }], { id: 'r2' })];
    const files = { 'z.jsonl': before, 'a.jsonl': [...after, ...more.map(one => ({ ...one, sessionId: 's2' }))] };
    const [old, resumed] = [drawnRun(files, 's1'), drawnRun(files, 's2')];
    expect([old.tokens, resumed.tokens]).toEqual([10, 10]);
    expect(old.steps.map(({ isRepeated }) => isRepeated)).toEqual([undefined, undefined]);
    expect(resumed.steps.map(({ isRepeated }) => isRepeated)).toEqual([true, true, undefined, undefined]);
    expect(resumed.summary.title).toBe('Second question');
  });
});

describe('sub-agents', () => {
  const task = (id: string, prompt: string) =>
    assistant([{ type: 'tool_use', id, name: 'Task', input: { description: id, prompt } }], { id: `m-${id}` });
  const beside = (one: object, uuid: string, parentUuid: string | null) => ({
    ...one,
    ...{ isSidechain: true, uuid, parentUuid },
  });

  test('without a name are nested in the calls with their requests', () => {
    const { drawn: steps } = drawnRun({
      's.jsonl': [
        user('Build it'),
        task('t1', 'Write the types'),
        task('t2', 'Write the views'),
        beside(user('Write the views'), 'v1', null),
        beside(user('Write the types'), 'w1', null),
        beside(assistant([{ ...call, id: 'c1' }], { id: 'n1' }), 'v2', 'v1'),
        beside(user([{ ...result, tool_use_id: 'c1' }]), 'v3', 'v2'),
        beside(assistant([{ type: 'text', text: 'Views done' }], { id: 'n2' }), 'v4', 'v3'),
        beside(assistant([{ type: 'text', text: 'Types done' }], { id: 'n3' }), 'w2', 'w1'),
      ],
    });
    expect(steps).toEqual([
      '- user Build it',
      '- claude Task t1',
      '- claude Task t2',
      '2 claude Write the views',
      '1 claude Write the types',
      '2 agent-v1 Edit src/a.ts',
      '2 agent-v1 Views done',
      '1 agent-w1 Types done',
    ]);
  });

  test('whose lines lead in a circle are read', () => {
    const lines = [first, beside(assistant([call]), 'a', 'b'), beside(user([result]), 'b', 'a')];
    expect(drawnRun({ 's.jsonl': lines }).steps).toHaveLength(2);
  });

  test('of a printed session are nested in the call that they name', () => {
    const printed = (one: object, parent: string | null) => ({ ...one, session_id: 'p1', parent_tool_use_id: parent });
    const { type, message } = assistant([{ type: 'text', text: 'Found' }]);
    const { drawn: steps } = drawnRun({
      's.jsonl': [
        printed({ type: 'system', subtype: 'init', tools: [], model: 'claude-x' }, null),
        printed({ type, message: task('toolu_12345678', 'Look').message }, null),
        printed({ type, message }, 'toolu_12345678'),
      ],
    });
    expect(steps).toEqual(['- claude Task toolu_12345678', '0 agent-12345678 Found']);
  });
});

describe('a printed session', () => {
  const init = { type: 'system', subtype: 'init', session_id: 'p1', tools: ['Bash'], model: 'claude-x' };
  const answer = {
    ...{ type: 'assistant', session_id: 'p1', parent_tool_use_id: null },
    message: {
      ...{ role: 'assistant', type: 'message', id: 'm1', model: 'claude-x' },
      content: [{ type: 'text', text: 'I try' }],
      usage: { input_tokens: 3, output_tokens: 1 },
    },
  };
  const end = (more: object) => ({
    ...{ type: 'result', session_id: 'p1', num_turns: 3, total_cost_usd: 0.0123, duration_ms: 5000 },
    ...more,
  });

  test.each<[about: string, end: object, expected: object]>([
    [
      'fails',
      end({ subtype: 'error_max_turns', is_error: true, usage: { input_tokens: 17, output_tokens: 240 } }),
      { status: 'failed', tokens: 257, cost: 0.0123, last: 'error_max_turns' },
    ],
    [
      'succeeds',
      end({ subtype: 'success', result: 'All done', usage: { input_tokens: 17, output_tokens: 240 } }),
      { status: 'succeeded', tokens: 257, cost: 0.0123, last: 'Result: All done' },
    ],
    [
      'tells the tokens of its models',
      end({
        subtype: 'success',
        usage: {},
        modelUsage: { a: { inputTokens: 5, outputTokens: 2 }, b: { outputTokens: 3 } },
      }),
      { status: 'succeeded', tokens: 10, cost: 0.0123, last: 'Result' },
    ],
    [
      'tells less than its steps',
      end({ subtype: 'success', usage: { input_tokens: 0, output_tokens: 1 } }),
      { status: 'succeeded', tokens: 4, cost: 0.0123, last: 'Result' },
    ],
  ])('%s', (_, last, expected) => {
    const { summary, steps, tokens, cost } = drawnRun({ 's.jsonl': [init, answer, last] });
    expect(summary.id).toBe('p1');
    expect({ status: summary.status, tokens, cost, last: steps.at(-1)?.title }).toEqual(expected);
  });

  test('that was resumed has the cost of both programs', () => {
    const session = (id: string, tokens: number, cost: number) => {
      const usage = { input_tokens: tokens, output_tokens: 1 };
      const said = { ...answer, message: { ...answer.message, id, usage } };
      return [init, said, end({ subtype: 'success', total_cost_usd: cost, usage })];
    };
    const { cost, tokens } = drawnRun({ 'a.jsonl': session('m1', 100, 0.1), 'b.jsonl': session('m2', 60, 0.06) });
    expect([cost, tokens]).toEqual([0.16, 162]);
    const more = drawnRun({ 'a.jsonl': session('m1', 100, 0.1), 'b.jsonl': session('m2', 60, 0.2) });
    expect(more.cost).toBeCloseTo(0.3);
  });

  test('is read without ids, too', () => {
    const bare = (role: string, content: unknown) => ({
      type: role,
      message: { role, content },
      timestamp: '2026-01-01T08:00:00Z',
    });
    const { session_id: _session, ...rest } = answer;
    expect(
      drawnRun({
        's.jsonl': [
          { type: 'user', message: { role: 'user', content: 'Go' } },
          { type: 'assistant', message: { role: 'assistant', content: [call] } },
        ],
      }).drawn,
    ).toEqual(['- user Go', '- claude Edit /work/src/a.ts']);
    expect(drawnRun({ 's.jsonl': [bare('user', 'Try it'), rest] }).drawn).toEqual(['- user Try it', '- claude I try']);
  });

  test.each<[about: string, lines: object[], drawn: string[]]>([
    [
      'an answer with its tokens',
      [
        { type: 'user', message: { content: 'Go' } },
        {
          type: 'assistant',
          message: { model: 'm', content: [{ type: 'text', text: 'I go' }], usage: { output_tokens: 1 } },
        },
      ],
      ['- user Go', '- claude I go'],
    ],
    [
      'a call and its result',
      [
        { type: 'assistant', message: { content: [call] } },
        { type: 'user', message: { content: [result] } },
        { type: 'assistant', message: { content: [{ type: 'text', text: 'Done' }] } },
      ],
      ['- claude Edit /work/src/a.ts', '- claude Done'],
    ],
    [
      'words in a session',
      [
        { type: 'user', sessionId: 's1', message: { content: 'Go' } },
        { type: 'assistant', sessionId: 's1', message: { content: 'I go' } },
      ],
      ['- user Go', '- claude I go'],
    ],
    [
      'blocks at a time',
      [{ type: 'user', timestamp: '2026-01-01T08:00:00Z', message: { content: [{ type: 'text', text: 'Go' }] } }],
      ['- user Go'],
    ],
  ])('is read without roles: %s', (_, lines, drawn) => {
    expect(drawnRun({ 's.jsonl': lines }).drawn).toEqual(drawn);
  });
});

describe('a title', () => {
  const named = (type: string, title: object) => ({ type, sessionId: 's1', ...title });
  test.each<[about: string, lines: object[], title: string]>([
    ['is the first request', [first, user('Second')], 'First'],
    ['is a summary', [{ type: 'summary', summary: 'Of all', leafUuid: 'u1' }, first], 'Of all'],
    [
      'is that of a model',
      [{ type: 'summary', summary: 'Of all', leafUuid: 'u1' }, first, named('ai-title', { aiTitle: 'By a model' })],
      'By a model',
    ],
    [
      'is the last one of the user',
      [
        named('custom-title', { customTitle: 'Mine' }),
        first,
        named('custom-title', { customTitle: 'Really mine' }),
        named('ai-title', { aiTitle: 'By a model' }),
      ],
      'Really mine',
    ],
    [
      'is no summary after compaction',
      [user('So far', { isCompactSummary: true }), assistant([{ type: 'text', text: 'On' }])],
      'On',
    ],
    [
      'is a command',
      [user('<command-name>/review</command-name><command-args>the diff</command-args>'), user('Go')],
      '/review the diff',
    ],
    ['is no command of the program itself', [user('<command-name>/clear</command-name>'), user('Go')], 'Go'],
  ])('%s', (_, lines, title) => {
    const { summary, steps } = drawnRun({ 's.jsonl': lines });
    expect(summary.title).toBe(title);
    expect(steps.every(({ kind }) => !kind.endsWith(':title'))).toBe(true);
  });

  test('alone is no session', () => {
    expect(() => drawnRun({ 's.jsonl': [{ type: 'summary', summary: 'Of all', leafUuid: 'u1' }] })).toThrow();
  });
});

test('an edited prompt replaces the one before: another branch', () => {
  const answered = assistant([{ type: 'text', text: 'A haiku' }], { id: 'h1' });
  const { steps } = drawnRun({
    's.jsonl': [
      user('Write a haiku'),
      answered,
      user('Make it sad', { parentUuid: answered.uuid }),
      assistant([{ type: 'text', text: 'Sad' }], { id: 'h2' }),
      user('Make it funny', { parentUuid: answered.uuid }),
    ],
  });
  expect(steps.map(({ replaces }) => replaces)).toEqual([undefined, undefined, undefined, undefined, 2]);
});

test('an interrupted session is cancelled until it goes on', () => {
  const stopped = [first, user([{ type: 'text', text: '[Request interrupted by user]' }])];
  expect(drawnRun({ 's.jsonl': stopped }).summary.status).toBe('cancelled');
  expect(drawnRun({ 's.jsonl': [...stopped, user('Go on')] }).summary.status).toBe('running');
});

describe.skipIf(corpusMissing)('real sessions', () => {
  const folder = 'run-logs/claude-code';
  const main = 'with-subagent/50a7220d-7250-46f3-b38e-b716ce25032e';
  test.each<[files: string[], tokens: number]>([
    [['4c289ca8.jsonl'], 86_818],
    [['compaction_session.jsonl'], 220],
    [['representative_messages.jsonl'], 663],
    [['tool_call_conversation.jsonl'], 690],
    [[`${main}.jsonl`, `${main}/subagents/agent-a21e2f5.jsonl`], 32_221 + 9_011],
  ])('%s', (files, tokens) => {
    const texts = Object.fromEntries(files.map(file => [file, sharedText(`${folder}/${file}`)]));
    const { run } = replayOf(texts);
    const steps = Array.from({ length: run.summary.steps }, (_, index) => run.step(index));
    // Counted from the lines, without the reader.
    const lines = Object.values(texts).flatMap(text =>
      text
        .split('\n')
        .filter(Boolean)
        .map(one => JSON.parse(one)),
    );
    const blocks = lines.flatMap(({ message }) => (Array.isArray(message?.content) ? message.content : []));
    const count = (type: string) => blocks.filter(block => block.type === type).length;
    const models = new Set(lines.flatMap(({ message }) => message?.model ?? []));
    const agents = new Set(lines.flatMap(({ agentId }) => agentId ?? []));
    const effects = steps.flatMap(step => step.effects);
    expect({
      tokens: effects.reduce((sum, effect) => sum + (effect.do === 'usage' ? (effect.tokens ?? 0) : 0), 0),
      calls: effects.filter(effect => effect.do === 'call').length,
      results: effects.filter(effect => effect.do === 'result').length,
      models: new Set(steps.flatMap(({ model }) => model ?? [])),
      agents: new Set(steps.flatMap(({ agent }) => agent?.match(/^agent-(.*)/)?.[1] ?? [])),
    }).toEqual({ tokens, calls: count('tool_use'), results: count('tool_result'), models, agents });
  });

  test('a sub-agent is nested in the call that started it, and its words are there', () => {
    const replay = replayOf({
      'a.jsonl': sharedText(`${folder}/${main}.jsonl`),
      'a/subagents/b.jsonl': sharedText(`${folder}/${main}/subagents/agent-a21e2f5.jsonl`),
    });
    const { run } = replay;
    const nested = Array.from({ length: run.summary.steps }, (_, index) => run.step(index)).filter(
      ({ parent }) => parent !== undefined,
    );
    expect(new Set(nested.map(({ parent }) => run.step(parent as number).title))).toEqual(
      new Set(['Task Run sleep 10 command']),
    );
    const bash = nested.find(({ title }) => title === 'Bash sleep 10');
    expect(exchangeOfStep(replay, { step: bash?.index ?? -1 }).rows).toMatchObject([
      {
        role: 'assistant',
        pieces: [{ is: 'call', name: 'Bash', arguments: { text: expect.stringContaining('"sleep 10"') } }],
      },
    ]);
    expect(run.summary.title).toBe("use a subagent to run 'sleep 10'. just a test");
  });

  test('lines that are broken or of others are left alone', () => {
    const { run } = replayOf({ 'a.jsonl': sharedText(`${folder}/edge_cases.jsonl`) });
    // Among them a command.
    expect(run.summary.steps).toBe(8);
  });
});

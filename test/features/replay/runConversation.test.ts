import { describe, expect, test } from 'vitest';
import { conversationPlace, runConversation } from '../../../server/src/features/replay/runConversation';
import { runOverview } from '../../../server/src/features/replay/runOverview';
import type { Said } from '../../../server/src/shared/replay';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { told } from './conversationTold';
import { replayOf } from './replayOf';

test('who said what to whom', () => {
  const replay = replayOf([fileRecordOf('a.jsonl', told)]);
  const { rows, total } = runConversation(replay, { step: 5 });
  expect(total).toBe(5);
  expect(rows).toEqual([
    {
      step: 1,
      from: 'vision',
      to: 'build',
      lane: 1,
      is: 'message',
      title: 'idea',
      text: 'Build it',
      outcome: 'ok',
      time: expect.stringMatching(/^\d\d:\d\d:\d\d$/),
      confidence: 0.9,
    },
    { step: 2, from: 'build', lane: 2, is: 'call', title: 'grep', outcome: 'ok' },
    { step: 3, from: 'build', lane: 2, is: 'answer', title: 'ok', outcome: 'failed' },
    // What the title says is not said twice.
    { step: 4, from: 'build', lane: 2, is: 'step', title: 'REST', outcome: 'ok' },
    { step: 5, from: 'talk', to: 'review', lane: 0, is: 'message', title: 'over', outcome: 'ok' },
  ]);
});

test('up to a step and with it', () => {
  const replay = replayOf([fileRecordOf('a.jsonl', told)]);
  const steps = (step: number, window = {}) => runConversation(replay, { step, ...window }).rows.map(row => row.step);
  expect([0, 1, 2, 5].map(step => steps(step))).toEqual([[], [1], [1, 2], [1, 2, 3, 4, 5]]);
  expect(steps(5, { from: 3 })).toEqual([4, 5]);
  expect(steps(5, { from: 1, count: 1 })).toEqual([2]);
  expect(() => runConversation(replay, { step: 6 })).toThrow(RangeError);
});

test('what the envelopes say in full comes before what is known of the step', () => {
  const long = `First line.\n${'word '.repeat(200)}`;
  const message = {
    id: 'm1',
    timestamp: '2026-06-01T10:00:00Z',
    from: 'vision',
    to: 'conductor',
    intent: 'build',
    context: { project: 'p', domain: 'd', priority: 'high', workflowId: 'w' },
    payload: { input: 'i', output: { summary: long }, confidence: 0.9, needsReview: false },
    handoff: { nextAgent: 'build', instructions: 'short' },
  };
  const replay = replayOf({ 'a.jsonl': JSON.stringify(message) });
  const [said] = runConversation(replay, { step: 0 }).rows;
  expect(said).toMatchObject({ from: 'vision', to: 'build', is: 'message' });
  expect(said?.text).toBeUndefined();
  const [piece] = said?.messages?.[0]?.pieces ?? [];
  expect(piece).toMatchObject({ is: 'text', size: long.length });
  // As it was written, with its end where it is not too long.
  expect(piece && 'text' in piece && piece.text).toBe(long);
});

test('a call with its answer', () => {
  const call = { call_id: 't_0123456789', agent: 'a', tool: 'grep', args: {}, ts: '2026-06-01T10:00:00Z' };
  const result = {
    call_id: 't_0123456789',
    ok: false,
    result: null,
    error: 'E_TIMEOUT: it took too long',
    latency_ms: 5,
  };
  const replay = replayOf({
    'a.jsonl': [{ ...call, confirm_required: false }, result].map(one => JSON.stringify(one)).join('\n'),
  });
  expect(runConversation(replay, { step: 0 }).rows).toMatchObject([
    {
      step: 0,
      from: 'a',
      is: 'call',
      messages: [
        { pieces: [{ is: 'call', name: 'grep', result: { text: 'E_TIMEOUT: it took too long', isError: true } }] },
      ],
    },
  ]);
});

describe('one transcript', () => {
  const user = (content: string) => ({ role: 'user', content });
  const asked = {
    role: 'assistant',
    tool_calls: [{ id: 'c1', function: { name: 'look', arguments: '{"at":"sky"}' } }],
  };
  const found = { role: 'tool', tool_call_id: 'c1', content: 'blue' };
  const answer = { role: 'assistant', content: 'It is **blue**.' };
  const span = (id: string, parent: string | undefined, second: number, attributes: Record<string, unknown>) => ({
    name: `span ${id}`,
    context: { trace_id: '0x0123456789abcdef0123456789abcdef', span_id: `0x000000000000000${id}` },
    parent_id: parent === undefined ? null : `0x000000000000000${parent}`,
    start_time: `2026-06-01T10:00:0${second}Z`,
    end_time: `2026-06-01T10:00:0${second + 1}Z`,
    attributes,
  });
  const model = (input: unknown[], output: unknown) => ({
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'm',
    'gen_ai.input.messages': JSON.stringify(input),
    'gen_ai.output.messages': JSON.stringify([output]),
  });
  const texts = {
    'a.jsonl': [
      span('1', undefined, 0, {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': 'ada',
        'gen_ai.input.messages': JSON.stringify([user('Why is the sky blue?')]),
        'gen_ai.output.messages': JSON.stringify([answer]),
      }),
      span('2', '1', 1, model([user('Why is the sky blue?')], asked)),
      span('3', '1', 2, {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'look',
        'gen_ai.tool.call.id': 'c1',
        'gen_ai.tool.call.arguments': '{"at":"sky"}',
        'gen_ai.tool.call.result': 'blue',
      }),
      // A library above its client tells the same call again.
      span('4', '1', 3, model([user('Why is the sky blue?'), asked, found], answer)),
      span('5', '4', 3, model([user('Why is the sky blue?'), asked, found], answer)),
    ]
      .map(one => JSON.stringify(one))
      .join('\n'),
  };
  const drawn = (said: Said) =>
    `${said.step + 1} ${said.from}: ${(said.messages ?? [])
      .flatMap(({ role, pieces }) =>
        pieces.map(
          piece =>
            `${role} ${piece.is === 'call' ? `${piece.name} = ${piece.result?.text}` : 'text' in piece && piece.text}`,
        ),
      )
      .join(', ')}`;

  test('each text once: without what was said before, and without what encloses model calls', () => {
    const replay = replayOf(texts);
    expect(runConversation(replay, {}).rows.map(drawn)).toEqual([
      '2 ada: user Why is the sky blue?',
      '3 ada: assistant look = blue',
      '5 ada: assistant It is **blue**.',
    ]);
    expect(runConversation(replay, {}).rows[2]?.messages?.[0]?.pieces[0]).toHaveProperty('rich');
    expect([0, 1, 2, 3, 4].map(step => conversationPlace(replay, { step }))).toEqual([-1, 0, 1, 1, 2]);
    expect(() => conversationPlace(replay, { step: 5 })).toThrow(RangeError);
  });

  test("a sub-agent's answer is Markdown, the result of another tool as it is", () => {
    const session = (tool: string) =>
      [
        { type: 'assistant', content: [{ type: 'tool_use', id: 't1', name: tool, input: { prompt: 'Look' } }] },
        {
          type: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: '## Found\n\n**Two**' }] },
          ],
        },
      ]
        .map(({ type, content }, second) =>
          JSON.stringify({
            ...{ type, uuid: `u${second}`, parentUuid: null, isSidechain: false, sessionId: 's1' },
            timestamp: `2026-06-01T10:00:0${second}Z`,
            message: { role: type, content },
          }),
        )
        .join('\n');
    const resultOf = (tool: string) => {
      const piece = runConversation(replayOf({ 'a.jsonl': session(tool) }), {}).rows[0]?.messages?.[0]?.pieces[0];
      return piece?.is === 'call' ? piece.result : undefined;
    };
    expect(resultOf('Task')).toMatchObject({
      text: '## Found\n\n**Two**',
      rich: [{ is: 'heading' }, { is: 'paragraph' }],
    });
    expect(resultOf('Bash')).toMatchObject({ text: '## Found\n\n**Two**' });
    expect(resultOf('Bash')).not.toHaveProperty('rich');
  });

  test('of nodes of a graph, each of which has a name', () => {
    const [root, first, tool, , last] = texts['a.jsonl'].split('\n').map(text => JSON.parse(text));
    first.attributes['gen_ai.agent.name'] = 'asks';
    last.attributes['gen_ai.agent.name'] = 'answers';
    last.parent_id = first.parent_id;
    const replay = replayOf({ 'a.jsonl': [root, first, tool, last].map(one => JSON.stringify(one)).join('\n') });
    expect(runConversation(replay, {}).rows.map(drawn)).toEqual([
      '2 asks: user Why is the sky blue?',
      '3 ada: assistant look = blue',
      '4 answers: assistant It is **blue**.',
    ]);
  });

  test('of results that name no call', () => {
    const bare = texts['a.jsonl']
      .replaceAll(/"gen_ai\.tool\.call\.id":"c1",/g, '')
      .replaceAll('\\"id\\":\\"c1\\",', '')
      .replaceAll('\\"tool_call_id\\":\\"c1\\",', '');
    expect(bare).not.toContain('c1');
    const replay = replayOf({ 'a.jsonl': bare });
    expect(runConversation(replay, {}).rows.at(-1)?.messages).toHaveLength(1);
  });

  test('of a session that names no model with its answers', () => {
    const line = (type: string, payload: object, second: number) =>
      JSON.stringify({ timestamp: `2026-06-01T10:00:0${second}Z`, type, payload });
    const message = (role: string, text: string) => ({
      type: 'message',
      role,
      content: [{ type: 'input_text', text }],
    });
    const replay = replayOf({
      'rollout.jsonl': [
        line(
          'session_meta',
          { id: '0199aaaa-0000-7000-8000-000000000001', cwd: '/home/ada', originator: 'codex_cli_rs' },
          0,
        ),
        line('turn_context', { cwd: '/home/ada', model: 'gpt-5', approval_policy: 'never' }, 1),
        line('response_item', message('user', 'List the files'), 2),
        line('response_item', message('assistant', 'There are none.'), 3),
      ].join('\n'),
    });
    expect(runOverview(replay, {}).has.conversation).toBe('run');
    expect(runConversation(replay, {}).rows.map(drawn)).toEqual([
      '3 user: user List the files',
      '4 codex: assistant There are none.',
    ]);
  });
});

import { expect, test } from 'vitest';
import { log, mappedRun } from './mappedRun';

const TIME = 1_790_000_000;

test('a session of Kimi CLI: streamed arguments, a failed tool, an approval and a sub-agent', () => {
  let second = 0;
  const wire = (type: string, payload: object) => ({ timestamp: TIME + ++second, message: { type, payload } });
  const call = (id: string, name: string, text: string) => ({
    type: 'function',
    id,
    function: { name, arguments: text },
  });
  const result = (id: string, output: string, isError = false) =>
    wire('ToolResult', {
      tool_call_id: id,
      return_value: { is_error: isError, output, message: isError ? 'It failed.' : 'Done.', display: [] },
    });
  const used = { input_other: 10, output: 5, input_cache_read: 80, input_cache_creation: 5 };
  const sub = (type: string, payload: object) =>
    wire('SubagentEvent', {
      parent_tool_call_id: 't2',
      agent_id: 'a1',
      subagent_type: 'coder',
      event: { type, payload },
    });
  const text = log(
    { type: 'metadata', protocol_version: '1.9' },
    wire('TurnBegin', { user_input: [{ type: 'text', text: 'Which files?' }] }),
    wire('StepBegin', { n: 1 }),
    wire('ContentPart', { type: 'think', think: 'I look.', encrypted: null }),
    wire('ContentPart', { type: 'text', text: 'Let me look.' }),
    wire('ToolCall', call('t1', 'Shell', '{"command": "ls"}')),
    wire('ToolCall', call('t2', 'Agent', '{"prompt": ')),
    result('t1', 'ls: not found', true),
    wire('ToolCallPart', { arguments_part: '"List them"}' }),
    wire('ApprovalRequest', { id: 'r1', tool_call_id: 't2', action: 'run agent', description: 'Run `Agent`' }),
    wire('ApprovalResponse', { request_id: 'r1', response: 'approve' }),
    sub('TurnBegin', { user_input: 'List them' }),
    sub('StepBegin', { n: 1 }),
    sub('ToolCall', call('t3', 'Glob', '{"pattern": "*"}')),
    sub('ToolResult', {
      tool_call_id: 't3',
      return_value: { is_error: false, output: 'a.txt', message: '', display: [] },
    }),
    result('t2', 'a.txt'),
    wire('StatusUpdate', { context_tokens: 100, token_usage: used, message_id: 'm1' }),
    wire('StatusUpdate', { context_tokens: 100, token_usage: used, message_id: 'm1' }),
    wire('ContentPart', { type: 'text', text: 'One file.' }),
    wire('TurnEnd', {}),
  );
  expect(mappedRun({ 'wire.jsonl': text })).toEqual({
    title: 'Which files?',
    status: 'succeeded',
    steps: [
      'kimi | session | Kimi CLI | ok',
      'user > kimi | message | Which files? | ok',
      'kimi | reasoning | I look. | ok',
      'kimi | llm | Let me look. | ok',
      'kimi | tool | Shell ls | failed | call | result',
      'kimi | tool | Agent | ok | call | result',
      'kimi | approval | Run Agent | ok',
      'user | approval | approve | ok',
      'coder | agent | Sub-agent starts | ok',
      'coder | tool | Glob * | ok | call | result',
      'kimi | usage | Model call | ok',
      'kimi | usage | Model call | ok | usage',
      'kimi | llm | One file. | ok',
    ],
    said: [
      '1 user: Which files?',
      '2 assistant: (I look.)',
      '3 assistant: Let me look.',
      '4 assistant: Shell {"command":"ls"}',
      '4 tool: = "ls: not found" failed',
      '5 assistant: Agent {"prompt":"List them"}',
      '5 tool: = "a.txt"',
      '9 assistant: Glob {"pattern":"*"}',
      '9 tool: = "a.txt"',
      '12 assistant: One file.',
    ],
    models: [],
    calls: 3,
    results: 3,
    tokens: 100,
    cost: 0,
  });
});

test('a session of Kimi Code: prompts that are told twice count once', () => {
  let second = 0;
  const time = () => (TIME + ++second) * 1000;
  const event = (type: string, own: object) => ({
    type: 'context.append_loop_event',
    event: { type, ...own },
    time: time(),
  });
  const said = (text: string, kind = 'user') => ({
    type: 'context.append_message',
    message: { role: 'user', content: [{ type: 'text', text }], toolCalls: [], origin: { kind } },
    time: time(),
  });
  const text = log(
    { type: 'metadata', protocol_version: '1.4', created_at: time() },
    { type: 'config.update', modelAlias: 'own/model-x', time: time() },
    { type: 'turn.prompt', input: [{ type: 'text', text: 'Which files?' }], origin: { kind: 'user' }, time: time() },
    said('Which files?'),
    said('Be brief.', 'injection'),
    event('step.begin', { uuid: 's1', turnId: '0', step: 1 }),
    event('content.part', { uuid: 'c1', stepUuid: 's1', part: { type: 'think', think: 'I look.' } }),
    event('tool.call', { uuid: 't1', toolCallId: 't1', name: 'Bash', args: { command: 'ls' } }),
    {
      type: 'permission.record_approval_result',
      toolCallId: 't1',
      action: 'Running: ls',
      result: { decision: 'approved' },
      time: time(),
    },
    event('tool.result', { parentUuid: 't1', toolCallId: 't1', result: { output: 'exit code 1', isError: true } }),
    event('step.end', { uuid: 's1', usage: { inputOther: 10, output: 5 }, finishReason: 'tool_use' }),
    {
      type: 'usage.record',
      model: 'own/model-x',
      usage: { inputOther: 10, output: 5, inputCacheRead: 80, inputCacheCreation: 5 },
      usageScope: 'turn',
      time: time(),
    },
    event('content.part', { uuid: 'c2', part: { type: 'text', text: 'None.' } }),
    { type: 'turn.cancel', time: time() },
  );
  expect(mappedRun({ 'wire.jsonl': text })).toMatchObject({
    title: 'Which files?',
    status: 'cancelled',
    steps: [
      'kimi | session | Kimi Code | ok',
      'kimi | turn | Model own/model-x | ok',
      'user > kimi | message | Which files? | ok',
      'program > kimi | message | Be brief. | ok',
      'kimi | reasoning | I look. | ok',
      'kimi | tool | Bash ls | failed | call | result',
      'user | approval | Running: ls: approved | ok',
      'kimi | usage | Model call | ok | usage',
      'kimi | llm | None. | ok',
      'user | event | Stopped | ok',
    ],
    models: ['own/model-x'],
    tokens: 100,
  });
});

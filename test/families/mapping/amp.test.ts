import { expect, test } from 'vitest';
import { mappedRun } from './mappedRun';

const usage = {
  model: 'model-x',
  timestamp: '2026-08-01T10:00:02.000Z',
  inputTokens: 10,
  outputTokens: 5,
  cacheReadInputTokens: 80,
  cacheCreationInputTokens: 5,
};

test('a thread of Amp', () => {
  const thread = {
    v: 7,
    id: 'T-0b7d',
    created: Date.parse('2026-08-01T10:00:00.000Z'),
    title: 'Listing files',
    agentMode: 'smart',
    messages: [
      {
        role: 'user',
        messageId: 0,
        meta: { sentAt: Date.parse('2026-08-01T10:00:01.000Z') },
        content: [{ type: 'text', text: 'Which files?' }],
      },
      {
        role: 'assistant',
        messageId: 1,
        state: { type: 'complete', stopReason: 'tool_use' },
        usage,
        content: [
          { type: 'thinking', thinking: 'I look.' },
          { type: 'text', text: 'Let me look.' },
          { type: 'tool_use', id: 't1', name: 'Bash', input: { cmd: 'ls' } },
          { type: 'tool_use', id: 't2', name: 'Read', input: { path: 'b.txt' } },
          { type: 'tool_use', id: 't3', name: 'Read', input: { path: 'c.txt' } },
        ],
      },
      {
        role: 'user',
        messageId: 2,
        content: [
          { type: 'tool_result', toolUseID: 't1', run: { status: 'done', result: 'a.txt' } },
          { type: 'tool_result', toolUseID: 't2', run: { status: 'error', error: { message: 'no such file' } } },
          { type: 'tool_result', toolUseID: 't3', run: { status: 'in-progress' } },
        ],
      },
      {
        role: 'assistant',
        messageId: 3,
        state: { type: 'complete', stopReason: 'end_turn' },
        usage: { ...usage, timestamp: '2026-08-01T10:00:05.000Z', totalInputTokens: 95 },
        content: [{ type: 'text', text: 'One file.' }],
      },
    ],
  };
  expect(mappedRun({ 'T-0b7d.json': JSON.stringify(thread) })).toEqual({
    title: 'Which files?',
    status: 'succeeded',
    steps: [
      '- | session | Listing files | ok',
      'user > amp | message | Which files? | ok',
      'amp | llm | Let me look. | ok | usage',
      'amp | tool | Bash ls | ok | call | result',
      'amp | tool | Read b.txt | failed | call | result',
      'amp | tool | Read c.txt | pending | call',
      'amp | llm | One file. | ok | usage',
    ],
    said: [
      '1 user: Which files?',
      '2 assistant: (I look.) | Let me look.',
      '3 assistant: Bash {"cmd":"ls"}',
      '3 tool: = "a.txt"',
      '4 assistant: Read {"path":"b.txt"}',
      '4 tool: = "no such file" failed',
      '5 assistant: Read {"path":"c.txt"}',
      '6 assistant: One file.',
    ],
    models: ['model-x'],
    calls: 3,
    results: 2,
    tokens: 200,
    cost: 0,
  });
});

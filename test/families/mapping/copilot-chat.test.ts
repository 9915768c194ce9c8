import { expect, test } from 'vitest';
import { mappedRun } from './mappedRun';

const chat = (...requests: object[]) =>
  JSON.stringify({ requesterUsername: 'me', responderUsername: 'GitHub Copilot', initialLocation: 'panel', requests });
const request = {
  requestId: 'request_1',
  message: { text: 'Which files?', parts: [{ kind: 'text', text: 'Which files?' }] },
  timestamp: 1_790_000_000_000,
  modelId: 'copilot/model-x',
};

test('a chat with rounds of tool calls', () => {
  const text = chat({
    ...request,
    response: [{ value: 'Let me look.' }, { kind: 'toolInvocationSerialized', toolId: 'x', toolCallId: 't1' }],
    result: {
      timings: { totalElapsed: 2000 },
      metadata: {
        toolCallRounds: [
          {
            id: 'r1',
            response: 'Let me look.',
            thinking: { text: 'I list the folder.' },
            toolCalls: [{ id: 't1', name: 'list_dir', arguments: '{"path":"/work"}' }],
          },
          { id: 'r2', response: 'One file.', toolCalls: [] },
        ],
        toolCallResults: { t1: { content: [{ value: 'a.txt' }, { value: '' }] } },
      },
    },
  });
  expect(mappedRun({ 'chat.json': text })).toEqual({
    title: 'Which files?',
    status: 'succeeded',
    steps: [
      'user > copilot | message | Which files? | ok',
      'copilot | llm | Let me look. | ok',
      'copilot | tool | list_dir /work | ok | call | result',
      'copilot | llm | One file. | ok',
    ],
    said: [
      '0 user: Which files?',
      '1 assistant: (I list the folder.) | Let me look.',
      '2 assistant: list_dir {"path":"/work"}',
      '2 tool: = "a.txt"',
      '3 assistant: One file.',
    ],
    models: ['copilot/model-x'],
    calls: 1,
    results: 1,
    tokens: 0,
    cost: 0,
  });
});

test('a chat without rounds, and one that failed', () => {
  const text = chat(
    {
      ...request,
      response: [
        { value: 'There is ' },
        { kind: 'toolInvocationSerialized', toolId: 'list', toolCallId: 't1', isComplete: true },
        { value: 'one file.' },
      ],
      result: { timings: { totalElapsed: 2000 } },
    },
    { ...request, requestId: 'request_2', response: [], result: { errorDetails: { message: 'Rate limited' } } },
  );
  expect(mappedRun({ 'chat.json': text })).toMatchObject({
    status: 'failed',
    steps: [
      'user > copilot | message | Which files? | ok',
      'copilot | tool | list | ok | call | result',
      'copilot | llm | There is | ok',
      'user > copilot | message | Which files? | ok',
      'program | event | Rate limited | failed',
    ],
    said: expect.arrayContaining(['2 assistant: There is one file.']),
  });
});

test('requests of another program are no chat', () => {
  const text = JSON.stringify({ requests: [{ requestId: 'a', message: 'x' }], responderUsername: 'me' });
  expect(() => mappedRun({ 'a.json': text })).toThrow('no run');
});

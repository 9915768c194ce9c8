import { expect, test } from 'vitest';
import { log, mappedRun } from './mappedRun';

let last = 0;
const event = (type: string, data: object) => ({
  type,
  data,
  id: `e${++last}`,
  timestamp: `2026-08-01T10:00:${String(last).padStart(2, '0')}.000Z`,
  parentId: last === 1 ? null : `e${last - 1}`,
});
const ls = { toolCallId: 't1', name: 'bash', arguments: { command: 'ls' }, type: 'function' };
const ran = { toolCallId: 't1', toolName: 'bash', arguments: { command: 'ls' } };

test('a session with tools, which are told twice', () => {
  last = 0;
  const text = log(
    event('session.start', { sessionId: 's1', version: 1, copilotVersion: '1.0.2', context: { cwd: '/work/app' } }),
    event('session.model_change', { newModel: 'model-x' }),
    event('user.message', { content: 'Which files?' }),
    event('assistant.turn_start', { turnId: '0' }),
    event('assistant.message', {
      messageId: 'a1',
      content: '',
      reasoningText: 'I look.',
      toolRequests: [ls, { ...ls, toolCallId: 't2', name: 'view', arguments: { path: 'b.txt' } }],
      outputTokens: 12,
      model: 'model-x',
    }),
    event('tool.execution_start', ran),
    event('tool.execution_complete', { toolCallId: 't1', success: true, result: { content: 'a.txt' } }),
    event('tool.execution_complete', { toolCallId: 't2', success: false, error: { message: 'no such file' } }),
    event('assistant.message', { messageId: 'a2', content: 'One file.', outputTokens: 8, model: 'model-x' }),
    event('session.something_new', { message: 'Later' }),
    event('session.shutdown', {
      modelMetrics: { 'model-x': { usage: { inputTokens: 100, outputTokens: 30, cacheReadTokens: 60 } } },
    }),
  );
  expect(mappedRun({ 'events.jsonl': text })).toEqual({
    title: 'Which files?',
    status: 'succeeded',
    steps: [
      'copilot | session | Copilot CLI 1.0.2 in /work/app | ok',
      'copilot | turn | Model model-x | ok',
      'user > copilot | message | Which files? | ok',
      'copilot | llm | I look. | ok | usage',
      'copilot | tool | bash ls | ok | call | result',
      'copilot | tool | view b.txt | failed | call | result',
      'copilot | llm | One file. | ok | usage',
      '- | - | session.something_new | unknown',
      'copilot | usage | Tokens of the session | ok | usage',
    ],
    said: [
      '2 user: Which files?',
      '3 assistant: (I look.)',
      '4 assistant: bash {"command":"ls"}',
      '4 tool: = "a.txt"',
      '5 assistant: view {"path":"b.txt"}',
      '5 tool: = "no such file" failed',
      '6 assistant: One file.',
    ],
    models: ['model-x'],
    calls: 2,
    results: 2,
    tokens: 130,
    cost: 0,
  });
});

test('a session that was stopped, with an error before', () => {
  last = 0;
  const text = log(
    event('session.start', { sessionId: 's1' }),
    event('user.message', { content: 'Go' }),
    event('session.error', { errorType: 'query', message: 'Rate limit' }),
    event('abort', { reason: 'user initiated' }),
  );
  const { status, steps } = mappedRun({ 'events.jsonl': text });
  expect([status, ...steps.slice(2)]).toEqual([
    'cancelled',
    'copilot | event | Rate limit | failed',
    'user | event | Stopped: user initiated | ok',
  ]);
});

test('a session that was resumed has the totals of both programs', () => {
  const spent = (...counts: number[][]) => {
    last = 0;
    const turns = counts.flatMap(([inputTokens, outputTokens], at) => [
      at === 0 ? event('session.start', { sessionId: 's1', producer: 'copilot-agent' }) : event('session.resume', {}),
      event('assistant.message', { messageId: `m${at}`, content: 'Done', outputTokens: 40 }),
      event('session.shutdown', { modelMetrics: { 'model-x': { usage: { inputTokens, outputTokens } } } }),
    ]);
    return mappedRun({ 'events.jsonl': log(...turns) }).tokens;
  };
  expect(spent([1000, 50], [900, 40])).toBe(1990);
  expect(spent([1000, 50], [3000, 60])).toBe(4110);
  // A total that includes the one before.
  expect(spent([1000, 50], [3000, 110])).toBe(3110);
});

test('an event of another program is none of Copilot CLI', () => {
  const text = log({ type: 'user.message', data: { content: 'Hi' }, id: '1' }, { type: 'session.start', data: {} });
  expect(() => mappedRun({ 'a.jsonl': text })).toThrow('no run');
});

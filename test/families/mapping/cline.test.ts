import { expect, test } from 'vitest';
import { mappedRun } from './mappedRun';

let last = 0;
const message = (own: object) => ({ ts: 1_790_000_000_000 + ++last * 1000, ...own });
const say = (what: string, text: string, more: object = {}) => message({ type: 'say', say: what, text, ...more });
const ask = (what: string, text: string) => message({ type: 'ask', ask: what, text });

test('the task of newer versions is any text, before the first message to the model', () => {
  last = 0;
  const text = JSON.stringify([
    say('text', 'Which files?', { conversationHistoryIndex: -1 }),
    say('api_req_started', '{}', { conversationHistoryIndex: -1 }),
    say('text', 'Let me look.', { conversationHistoryIndex: 0 }),
  ]);
  const run = mappedRun({ 'ui_messages.json': text });
  expect(run.title).toBe('Which files?');
  expect(run.said).toEqual(['0 user: Which files?', '2 assistant: Let me look.']);
});

test('a task', () => {
  last = 0;
  const used = { request: 'x', tokensIn: 10, tokensOut: 5, cacheReads: 70, cacheWrites: 5, cost: 0.5 };
  const text = JSON.stringify([
    say('task', 'Which files?'),
    say('api_req_started', JSON.stringify(used), { modelInfo: { modelId: 'model-x' } }),
    say('reasoning', 'I look.'),
    say('text', 'Let me', { partial: true }),
    say('text', 'Let me look.'),
    say('tool', JSON.stringify({ tool: 'listFilesTopLevel', path: 'src' })),
    ask('command', 'ls -a'),
    say('command_output', 'a.txt'),
    say('checkpoint_created', ''),
    ask('api_req_failed', 'Rate limited'),
    say('completion_result', 'One file.'),
    ask('completion_result', ''),
  ]);
  expect(mappedRun({ 'ui_messages.json': text })).toEqual({
    title: 'Which files?',
    status: 'succeeded',
    steps: [
      'user > cline | message | Which files? | ok',
      'cline | usage | Model call | ok | usage',
      'cline | reasoning | I look. | ok',
      'cline | llm | Let me look. | ok',
      'cline | tool | listFilesTopLevel src | ok | call',
      'cline | tool | execute_command ls -a | ok | call',
      'cline | output | a.txt | ok',
      'cline | event | Rate limited | failed',
      'cline | llm | One file. | ok',
    ],
    said: [
      '0 user: Which files?',
      '2 assistant: (I look.)',
      '3 assistant: Let me look.',
      '4 assistant: listFilesTopLevel {"tool":"listFilesTopLevel","path":"src"}',
      '5 assistant: execute_command "ls -a"',
      '6 tool: = "a.txt"',
      '8 assistant: One file.',
    ],
    models: ['model-x'],
    calls: 2,
    results: 0,
    tokens: 90,
    cost: 0.5,
  });
});

test('calls whose messages were deleted are counted', () => {
  last = 0;
  const used = (cost: number) => JSON.stringify({ tokensIn: 10, tokensOut: 5, cost });
  const told = [say('task', 'Go'), say('api_req_started', used(0.25)), say('deleted_api_reqs', used(0.5))];
  const { tokens, cost, steps } = mappedRun({ 'ui_messages.json': JSON.stringify(told) });
  expect([tokens, cost, steps[2]]).toEqual([30, 0.75, 'cline | usage | Deleted model calls | ok | usage']);
});

test('messages of another program are no task of Cline', () => {
  const text = JSON.stringify([
    { ts: 1, type: 'say', say: 'hello' },
    { type: 'ask', ask: 'tool', text: 'x' },
  ]);
  expect(() => mappedRun({ 'a.json': text })).toThrow('no run');
});

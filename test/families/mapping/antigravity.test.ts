import { expect, test } from 'vitest';
import { log, mappedRun } from './mappedRun';

const line = (index: number, source: string, type: string, more: object, status = 'DONE') => ({
  step_index: index,
  source,
  type,
  status,
  created_at: `2026-06-26T21:16:${10 + index}Z`,
  ...more,
});
const request = line(0, 'USER_EXPLICIT', 'USER_INPUT', {
  content: '<USER_REQUEST>\nWhich files?\n</USER_REQUEST>\n<USER_SETTINGS_CHANGE>\nModel X\n</USER_SETTINGS_CHANGE>',
});
const asking = line(2, 'MODEL', 'PLANNER_RESPONSE', {
  thinking: 'I look.',
  content: 'Let me look.',
  // Arguments are JSON in texts.
  tool_calls: [
    { name: 'run_command', args: { CommandLine: '"ls"' } },
    { name: 'view_file', args: { AbsolutePath: '"/work/b.txt"' } },
  ],
});

test('prompts without what the program adds, thoughts, and calls with the steps that carry them out', () => {
  const lines = log(
    request,
    line(1, 'SYSTEM', 'CONVERSATION_HISTORY', {}),
    asking,
    line(3, 'MODEL', 'RUN_COMMAND', { content: 'a.txt' }),
    line(4, 'MODEL', 'VIEW_FILE', { content: 'no such file' }, 'ERROR'),
    line(5, 'SYSTEM', 'CHECKPOINT', { content: '# What was before' }),
    line(6, 'MODEL', 'PLANNER_RESPONSE', { content: 'One file.' }),
  );
  expect(mappedRun({ 'transcript.jsonl': lines })).toEqual({
    title: 'Which files?',
    status: 'succeeded',
    steps: [
      'user > antigravity | message | Which files? | ok',
      'antigravity | llm | Let me look. | ok',
      'antigravity | tool | run_command ls | ok | call | result',
      'antigravity | tool | view_file /work/b.txt | failed | call | result',
      'antigravity | event | context compacted | ok',
      'antigravity | llm | One file. | ok',
    ],
    said: [
      '0 user: Which files?',
      '0 system: <USER_SETTINGS_CHANGE>\nModel X\n</USER_SETTINGS_CHANGE>',
      '1 assistant: (I look.) | Let me look.',
      '2 assistant: run_command {"CommandLine":"\\"ls\\""}',
      '2 tool: = "a.txt"',
      '3 assistant: view_file {"AbsolutePath":"\\"/work/b.txt\\""}',
      '3 tool: = "no such file" failed',
      '4 system: # What was before',
      '5 assistant: One file.',
    ],
    models: [],
    calls: 2,
    results: 2,
    tokens: 0,
    cost: 0,
  });
});

test('a call that still runs waits, and a step of an unknown type is kept', () => {
  const lines = log(request, asking, line(9, 'MODEL', 'BROWSER_NAVIGATE', { content: 'opened' }));
  expect(mappedRun({ 'transcript.jsonl': lines })).toMatchObject({
    status: 'running',
    steps: [
      'user > antigravity | message | Which files? | ok',
      'antigravity | llm | Let me look. | ok',
      'antigravity | tool | run_command ls | pending | call',
      'antigravity | tool | view_file /work/b.txt | pending | call',
      'antigravity | tool | 9: BROWSER_NAVIGATE | ok | result',
    ],
  });
});

import { expect, test } from 'vitest';
import { replayOf } from '../../features/replay/replayOf';
import { familiesWhere } from '../../kit/shippedFamilies';
import { log, mappedRun } from './mappedRun';

const asked = { id: 'm1', timestamp: '2026-08-01T10:00:00.000Z', type: 'user', content: [{ text: 'Which files?' }] };
const called = {
  id: 'm2',
  timestamp: '2026-08-01T10:00:02.000Z',
  type: 'gemini',
  content: '',
  thoughts: [{ subject: 'Looking', description: 'I list the folder.', timestamp: '2026-08-01T10:00:01.000Z' }],
  tokens: { input: 100, output: 5, cached: 40, thoughts: 7, tool: 3, total: 115 },
  model: 'gemini-x',
  toolCalls: [
    {
      id: 'list-1',
      name: 'list_directory',
      args: { dir_path: '.' },
      result: [{ functionResponse: { id: 'list-1', name: 'list_directory', response: { output: 'a.txt' } } }],
      status: 'success',
      timestamp: '2026-08-01T10:00:03.000Z',
    },
    {
      id: 'read-1',
      name: 'read_file',
      args: { file_path: 'b.txt' },
      result: [{ functionResponse: { id: 'read-1', name: 'read_file', response: { error: 'no such file' } } }],
      status: 'error',
      timestamp: '2026-08-01T10:00:04.000Z',
    },
  ],
};
const answered = {
  id: 'm3',
  timestamp: '2026-08-01T10:00:05.000Z',
  type: 'gemini',
  content: 'One file.',
  tokens: { input: 120, output: 4, cached: 0, thoughts: 0, tool: 0, total: 124 },
  model: 'gemini-x',
};
const head = { sessionId: 's1', projectHash: 'p1', startTime: '2026-08-01T10:00:00.000Z', lastUpdated: 'x' };

const STEPS = [
  '- | session | Gemini CLI | ok',
  'user > gemini | message | Which files? | ok',
  'gemini | llm | Looking | ok | usage',
  'gemini | tool | list_directory . | ok | call | result',
  'gemini | tool | read_file b.txt | failed | call | result',
  'gemini | llm | One file. | ok | usage',
];
const SAID = [
  '1 user: Which files?',
  '2 assistant: (Looking: I list the folder.)',
  '3 assistant: list_directory {"dir_path":"."}',
  '3 tool: = "a.txt"',
  '4 assistant: read_file {"file_path":"b.txt"}',
  '4 tool: = "no such file" failed',
  '5 assistant: One file.',
];

test('a session in one document', () => {
  const text = JSON.stringify({ ...head, messages: [asked, called, answered] }, undefined, 2);
  expect(mappedRun({ 'session-1.json': text })).toEqual({
    title: 'Which files?',
    status: 'succeeded',
    steps: STEPS,
    said: SAID,
    models: ['gemini-x'],
    calls: 2,
    results: 2,
    tokens: 115 + 124,
    cost: 0,
  });
});

test('a session in lines: a message that is written again takes the place of the first', () => {
  const { toolCalls: _, ...streaming } = called;
  const text = log(
    { ...head, kind: 'main' },
    asked,
    { $set: { lastUpdated: 'y' } },
    { ...streaming, tokens: { ...called.tokens, total: 3 } },
    called,
    { id: 'i1', timestamp: 'x', type: 'info', content: 'Update available' },
    answered,
  );
  const { steps, said, tokens } = mappedRun({ 'session-1.jsonl': text });
  expect({ steps, said, tokens }).toEqual({ steps: STEPS, said: SAID, tokens: 115 + 124 });
});

test('a call that the user refused has failed', () => {
  const error = '[Operation Cancelled] Reason: User denied execution.';
  const [tool] = called.toolCalls;
  const refused = { ...tool, status: 'cancelled', result: [{ functionResponse: { response: { error } } }] };
  const silent = { ...refused, id: 'list-2', result: [] };
  const text = JSON.stringify({ ...head, messages: [asked, { ...called, toolCalls: [refused, silent] }] });
  const { run } = replayOf({ 'session-1.json': text }, { families: familiesWhere([], []) });
  const calls = [3, 4].map(index => run.step(index));
  expect(calls.map(({ outcome, failure }) => [outcome, failure])).toEqual([
    ['failed', error],
    ['failed', 'cancelled'],
  ]);
});

test('what is printed with --output-format stream-json', () => {
  const at = (second: number) => ({ timestamp: `2026-08-01T10:00:0${second}.000Z` });
  const text = log(
    { type: 'init', ...at(0), session_id: 'g1', model: 'gemini-x' },
    { type: 'message', ...at(1), role: 'user', content: 'Which files?' },
    { type: 'tool_use', ...at(2), tool_name: 'list_directory', tool_id: 'l1', parameters: { path: '.' } },
    { type: 'tool_result', ...at(3), tool_id: 'l1', status: 'success', output: 'a.txt' },
    { type: 'tool_use', ...at(4), tool_name: 'read_file', tool_id: 'r1', parameters: {} },
    { type: 'tool_result', ...at(5), tool_id: 'r1', status: 'error', error: { type: 'not_found', message: 'no file' } },
    { type: 'message', ...at(6), role: 'assistant', content: 'One', delta: true },
    { type: 'message', ...at(6), role: 'assistant', content: ' file.', delta: true },
    {
      type: 'result',
      ...at(7),
      status: 'success',
      stats: { total_tokens: 33, input_tokens: 20, output_tokens: 10, cached: 5, tool_calls: 2 },
    },
  );
  expect(mappedRun({ 'out.jsonl': text })).toMatchObject({
    title: 'Which files?',
    status: 'succeeded',
    steps: [
      '- | session | Gemini CLI, gemini-x | ok',
      'user > gemini | message | Which files? | ok',
      'gemini | tool | list_directory . | ok | call | result',
      'gemini | tool | read_file | failed | call | result',
      'gemini | llm | One file. | ok',
      'gemini | usage | Tokens of the session | ok | usage',
    ],
    models: ['gemini-x'],
    tokens: 33,
  });
});

test.each<[about: string, records: object[]]>([
  ['messages of another program', [{ type: 'message', timestamp: 'x', role: 'user', content: 'Hello' }]],
  ['a result of another program', [{ type: 'result', status: 'success' }]],
  ['a session of a web server', [{ sessionId: 's1', startTime: 'x', messages: [] }]],
])('%s is no session of Gemini CLI', (_about, records) => {
  expect(() => mappedRun({ 'a.jsonl': log(...records) })).toThrow('no run');
});

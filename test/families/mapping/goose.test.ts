import { expect, test } from 'vitest';
import { log, mappedRun } from './mappedRun';

const text = (words: string) => ({ type: 'text', text: words });
const asked = (id: string, name: string, args: object) => ({
  type: 'toolRequest',
  id,
  toolCall: { status: 'success', value: { name, arguments: args } },
});
const answered = (id: string, toolResult: object) => ({ type: 'toolResponse', id, toolResult });
const message = (second: number, role: string, ...content: object[]) => ({
  id: `m${second}`,
  role,
  created: 1_790_000_000 + second,
  content,
});
const CONVERSATION = [
  message(1, 'user', text('Which files?')),
  message(
    2,
    'assistant',
    { type: 'thinking', thinking: 'I look.', signature: '' },
    text('Let me look.'),
    asked('t1', 'developer__shell', { command: 'ls' }),
    asked('t2', 'developer__text_editor', { command: 'view', path: 'b.txt' }),
    { type: 'toolRequest', id: 't3', toolCall: { status: 'error', error: 'no such tool' } },
  ),
  message(
    3,
    'user',
    answered('t1', { status: 'success', value: [text('a.txt')] }),
    answered('t2', { status: 'success', value: { content: [text('no such file')], isError: true } }),
    answered('t3', { status: 'error', error: 'no such tool' }),
  ),
  message(4, 'assistant', text('One file.')),
];
const STEPS = [
  'user > goose | message | Which files? | ok',
  'goose | llm | Let me look. | ok',
  'goose | tool | developer__shell ls | ok | call | result',
  'goose | tool | developer__text_editor view | failed | call | result',
  'goose | tool | unreadable call | failed | call | result',
  'goose | llm | One file. | ok',
];
const SAID = [
  '0 user: Which files?',
  '1 assistant: (I look.) | Let me look.',
  '2 assistant: developer__shell {"command":"ls"}',
  '2 tool: = "a.txt"',
  '3 assistant: developer__text_editor {"command":"view","path":"b.txt"}',
  '3 tool: = "no such file" failed',
  '4 assistant: unreadable call {}',
  '4 tool: = "no such tool" failed',
  '5 assistant: One file.',
];
const totals = { total_tokens: 90, input_tokens: 80, output_tokens: 10 };

test('a file of an earlier version, whose first line has the figures', () => {
  const session = { working_dir: '/work', description: 'Listing files', message_count: 4, ...totals };
  expect(mappedRun({ '20260101_1.jsonl': log(session, ...CONVERSATION) })).toEqual({
    title: 'Listing files',
    status: 'succeeded',
    steps: ['goose | session | Listing files | ok | usage', ...STEPS],
    said: SAID.map(line => line.replace(/^\d/, place => `${Number(place) + 1}`)),
    models: [],
    calls: 3,
    results: 3,
    tokens: 90,
    cost: 0,
  });
});

test('an exported session, whose accumulated figures count', () => {
  const session = {
    id: '20260101_1',
    working_dir: '/work',
    name: 'Listing files',
    created_at: '2026-01-01T10:00:00Z',
    message_count: 4,
    ...totals,
    accumulated_total_tokens: 900,
    accumulated_input_tokens: 800,
    accumulated_output_tokens: 100,
    model_config: { model_name: 'model-x' },
    conversation: CONVERSATION,
  };
  const run = mappedRun({ 'session.json': JSON.stringify(session) });
  expect(run).toMatchObject({ title: 'Listing files', status: 'succeeded', models: ['model-x'], tokens: 900 });
  expect(run.steps.slice(1)).toEqual(STEPS);
});

test('rows of its database, whose content is JSON in a text', () => {
  const rows = CONVERSATION.map(({ role, created, content }) => ({
    session_id: '20260101_1',
    role,
    content_json: JSON.stringify(content),
    created_timestamp: created,
  }));
  expect(mappedRun({ 'messages.jsonl': log(...rows) })).toMatchObject({
    title: 'Which files?',
    status: 'succeeded',
    steps: STEPS,
    said: SAID,
    calls: 3,
    results: 3,
  });
});

test('messages of others with a role and a time are none of Goose', () => {
  expect(mappedRunOrNone(log(message(1, 'user', text('hi')), message(2, 'assistant', text('hello'))))).toBe('none');
});

function mappedRunOrNone(lines: string): string {
  try {
    return mappedRun({ 'a.jsonl': lines }).title;
  } catch {
    return 'none';
  }
}

import { expect, test } from 'vitest';
import { log, mappedRun } from './mappedRun';

const text = (words: string) => ({ type: 'text', text: words });
const said = (role: string, ...content: object[]) => ({ role, message: { role, content } });
const use = (id: string | undefined, name: string, input: object) => ({
  type: 'tool_use',
  ...(id !== undefined && { id }),
  name,
  input,
});

test('prompts without what the program adds, answers with thoughts, tools with their results', () => {
  const prompt = text('<rules>\nBe brief.\n</rules>\n<user_query>\nWhich files?\n</user_query>');
  const asking = said(
    'assistant',
    { type: 'thinking', thinking: 'I look.' },
    text('Let me look.'),
    use('t1', 'Shell', { command: 'ls' }),
    use('t2', 'Read', { path: 'b.txt' }),
  );
  const lines = log(
    said('user', prompt),
    { ...asking, message: { ...asking.message, model: 'model-x', usage: { input_tokens: 90, output_tokens: 10 } } },
    said('user', { type: 'tool_result', tool_use_id: 't1', content: [text('a.txt')] }),
    said('user', { type: 'tool_result', tool_use_id: 't2', content: 'no such file', is_error: true }),
    said('assistant', text('One file.')),
    { type: 'turn_ended', status: 'success' },
  );
  expect(mappedRun({ '1a2b.jsonl': lines })).toEqual({
    title: 'Which files?',
    status: 'succeeded',
    steps: [
      'user > cursor | message | Which files? | ok',
      'cursor | llm | Let me look. | ok | usage',
      'cursor | tool | Shell ls | ok | call | result',
      'cursor | tool | Read b.txt | failed | call | result',
      'cursor | llm | One file. | ok',
      'cursor | end | turn ended: success | ok',
    ],
    said: [
      '0 system: <rules>\nBe brief.\n</rules>',
      '0 user: Which files?',
      '1 assistant: (I look.) | Let me look.',
      '2 assistant: Shell {"command":"ls"}',
      '2 tool: = "a.txt"',
      '3 assistant: Read {"path":"b.txt"}',
      '3 tool: = "no such file" failed',
      '4 assistant: One file.',
    ],
    models: ['model-x'],
    calls: 2,
    results: 2,
    tokens: 100,
    cost: 0,
  });
});

test('a call without an id, of which no result is ever told, does not wait for one', () => {
  const lines = log(said('user', text('Run ls.')), said('assistant', text('Running.'), use(undefined, 'Bash', {})));
  expect(mappedRun({ 'a.jsonl': lines }).steps).toEqual([
    'user > cursor | message | Run ls. | ok',
    'cursor | llm | Running. | ok',
    'cursor | tool | Bash | unknown | call',
  ]);
});

test('a prompt that is a plain text, beside messages that prove whose they are', () => {
  const lines = log({ role: 'user', message: { content: 'Fix it' } }, said('assistant', text('Done.')));
  expect(mappedRun({ 'a.jsonl': lines })).toMatchObject({ title: 'Fix it', status: 'succeeded' });
});

test('messages of chats and of other agents are none of Cursor', () => {
  const none = [
    log({ role: 'user', content: [text('hi')] }, { role: 'assistant', content: [text('hello')] }),
    log({ role: 'user', message: { content: 'hi' } }, { role: 'assistant', message: { content: 'hello' } }),
    log({ type: 'message', role: 'user', message: { role: 'user', content: [text('hi')] } }),
  ];
  for (const lines of none) expect(() => mappedRun({ 'a.jsonl': lines })).toThrow('no run');
});

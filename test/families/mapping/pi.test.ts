import { expect, test } from 'vitest';
import { log, mappedRun } from './mappedRun';

let second = 0;
const at = () => ({ timestamp: `2026-08-01T10:00:${String(++second).padStart(2, '0')}.000Z` });
const message = (id: string, parentId: string, own: object) => ({
  type: 'message',
  id,
  parentId,
  ...at(),
  message: own,
});
const session = () => ({ type: 'session', version: 3, id: 's1', ...at(), cwd: '/work/app' });
const usage = { input: 10, output: 5, cacheRead: 80, cacheWrite: 5, totalTokens: 100, cost: { total: 0.25 } };
const words = (id: string, parentId: string, content: object[], more: object = {}) =>
  message(id, parentId, {
    role: 'assistant',
    content,
    api: 'openai-completions',
    provider: 'own',
    model: 'model-x',
    usage,
    stopReason: 'stop',
    ...more,
  });
const prompt = (id: string, parentId: string, text: string) =>
  message(id, parentId, { role: 'user', content: [{ type: 'text', text }] });

test('a session with tools', () => {
  second = 0;
  const text = log(
    session(),
    { type: 'model_change', id: 'c1', parentId: null, ...at(), provider: 'own', modelId: 'model-x' },
    { type: 'thinking_level_change', id: 'c2', parentId: 'c1', ...at(), thinkingLevel: 'high' },
    prompt('m1', 'c2', 'Which files?'),
    words(
      'm2',
      'm1',
      [
        { type: 'thinking', thinking: 'I look.' },
        { type: 'text', text: 'Let me look.' },
        { type: 'toolCall', id: 't1', name: 'bash', arguments: { command: 'ls' } },
        { type: 'toolCall', id: 't2', name: 'read', arguments: { path: 'b.txt' } },
      ],
      { stopReason: 'toolUse' },
    ),
    message('m3', 'm2', {
      role: 'toolResult',
      toolCallId: 't1',
      toolName: 'bash',
      content: [{ type: 'text', text: 'a.txt' }],
      isError: false,
    }),
    message('m4', 'm3', {
      role: 'toolResult',
      toolCallId: 't2',
      toolName: 'read',
      content: [{ type: 'text', text: 'no such file' }],
      isError: true,
    }),
    words('m5', 'm4', [{ type: 'text', text: 'One file.' }]),
    { type: 'compaction', id: 'k1', parentId: 'm5', ...at(), summary: 'Files were listed.', firstKeptEntryId: 'm1' },
    message('m6', 'k1', { role: 'bashExecution', command: 'npm test', output: 'failed', exitCode: 1 }),
    { type: 'custom_message', id: 'x1', parentId: 'm6', ...at(), customType: 'hint', content: 'Be brief.' },
  );
  expect(mappedRun({ 'a.jsonl': text })).toEqual({
    title: 'Which files?',
    status: 'succeeded',
    steps: [
      'pi | session | /work/app | ok',
      'pi | turn | Model model-x | ok',
      'user > pi | message | Which files? | ok',
      'pi | llm | Let me look. | ok | usage',
      'pi | tool | bash ls | ok | call | result',
      'pi | tool | read b.txt | failed | call | result',
      'pi | llm | One file. | ok | usage',
      'pi | summary | Files were listed. | ok',
      'user | tool | bash npm test | failed | call | result',
      'program | message | Be brief. | ok',
    ],
    said: [
      '2 user: Which files?',
      '3 assistant: (I look.) | Let me look.',
      '4 assistant: bash {"command":"ls"}',
      '4 tool: = "a.txt"',
      '5 assistant: read {"path":"b.txt"}',
      '5 tool: = "no such file" failed',
      '6 assistant: One file.',
      '7 assistant: Files were listed.',
      '8 assistant: bash "npm test"',
      '8 tool: = "failed" failed',
      '9 program: Be brief.',
    ],
    models: ['model-x'],
    calls: 3,
    results: 3,
    tokens: 200,
    cost: 0.5,
  });
});

test('of two prompts that follow the same line, the later one takes the place of the earlier', () => {
  second = 0;
  const text = log(
    session(),
    prompt('m1', 's1', 'Wrong'),
    words('m2', 'm1', [{ type: 'text', text: 'No' }]),
    prompt('m3', 's1', 'Right'),
    words('m4', 'm3', [{ type: 'text', text: 'Yes' }]),
  );
  const { steps } = mappedRun({ 'a.jsonl': text });
  expect(steps.filter(step => step.includes('message'))).toEqual([
    'user > pi | message | Wrong | ok',
    'user > pi | message | Right | ok',
  ]);
});

test('an answer that was stopped', () => {
  second = 0;
  const text = log(
    session(),
    prompt('m1', 's1', 'Go on'),
    words('m2', 'm1', [], { stopReason: 'aborted', errorMessage: 'Operation aborted' }),
  );
  const { status, steps } = mappedRun({ 'a.jsonl': text });
  expect([status, steps.at(-1)]).toEqual(['cancelled', 'pi | llm | Operation aborted | failed | usage']);
});

test.each<[about: string, record: object]>([
  ['a session of another program', { type: 'session', id: 's1', timestamp: 'x', user: 'a' }],
  ['a message of another program', { type: 'message', id: 'm', message: { role: 'user', content: 'Hi' } }],
])('%s is no session of pi', (_about, record) => {
  expect(() => mappedRun({ 'a.jsonl': log(record) })).toThrow('no run');
});

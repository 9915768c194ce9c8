import { expect, test } from 'vitest';
import { log, mappedRun } from './mappedRun';

const RUN = { threadId: 't1', runId: 'r1' };
const STARTED = { type: 'RUN_STARTED', ...RUN, timestamp: 1780300800000 };
const FINISHED = { type: 'RUN_FINISHED', ...RUN, timestamp: 1780300809000 };

/** A streamed message: its beginning, its pieces, its end. */
function streamed(name: 'TEXT' | 'REASONING', messageId: string, ...deltas: string[]): object[] {
  return [
    { type: `${name}_MESSAGE_START`, messageId, role: 'assistant' },
    ...deltas.map(delta => ({ type: `${name}_MESSAGE_CONTENT`, messageId, delta })),
    { type: `${name}_MESSAGE_END`, messageId },
  ];
}

test('a stream is the conversation: messages, reasoning, calls and their results, each once', () => {
  const text = log(
    {
      ...STARTED,
      input: { ...RUN, messages: [{ id: 'u1', role: 'user', content: 'How warm is it?' }], tools: [], context: [] },
    },
    ...streamed('REASONING', 'm0', 'I need', ' a thermometer'),
    ...streamed('TEXT', 'm1', 'I', ' look', ' look', '.\n'),
    { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'weather', parentMessageId: 'm1' },
    { type: 'TOOL_CALL_START', toolCallId: 'c2', toolCallName: 'clock' },
    { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{"place":' },
    { type: 'TOOL_CALL_ARGS', toolCallId: 'c2', delta: '{}' },
    { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '"Oslo"}' },
    { type: 'TOOL_CALL_END', toolCallId: 'c1' },
    { type: 'TOOL_CALL_END', toolCallId: 'c2' },
    { type: 'RAW', event: { event: 'on_chain_start' } },
    { type: 'TOOL_CALL_RESULT', messageId: 'm2', toolCallId: 'c1', content: '4 degrees' },
    { type: 'STATE_SNAPSHOT', snapshot: { place: 'Oslo' } },
    ...streamed('TEXT', 'm3', 'Cold'),
    {
      type: 'MESSAGES_SNAPSHOT',
      messages: [
        { id: 'u1', role: 'user', content: 'How warm is it?' },
        {
          id: 'm1',
          role: 'assistant',
          content: 'I look look.\n',
          toolCalls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"place":"Oslo"}' } }],
        },
        { id: 'm2', role: 'tool', toolCallId: 'c1', content: '4 degrees' },
        { id: 'm3', role: 'assistant', content: 'Cold' },
      ],
    },
    FINISHED,
  );
  const run = mappedRun({ 'a.jsonl': text });
  expect(run).toMatchObject({ title: 'How warm is it?', status: 'succeeded', calls: 2, results: 1 });
  expect(run.steps).toEqual([
    'agent | state | Run started | ok',
    'user > agent | message | How warm is it? | ok',
    'agent | reasoning | I need a thermometer | ok',
    'agent | llm | I look look. | ok',
    'agent | tool | weather | ok | call | result',
    'agent | tool | clock | unknown | call',
    'agent | state | State | ok',
    'agent | llm | Cold | ok',
    'agent | state | All messages so far | ok',
    'agent | end | Run finished | ok',
  ]);
  expect(run.said).toEqual([
    '1 user: How warm is it?',
    '2 assistant: (I need a thermometer)',
    '3 assistant: I look look.\n',
    '4 assistant: weather {"place":"Oslo"}',
    '4 tool: = "4 degrees"',
    '5 assistant: clock {}',
    '7 assistant: Cold',
  ]);
});

test('pieces without an id go on with the one before', () => {
  const run = mappedRun({
    'a.jsonl': log(
      STARTED,
      { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm1', role: 'assistant', delta: 'One ' },
      { type: 'TEXT_MESSAGE_CHUNK', delta: 'two' },
      { type: 'TOOL_CALL_CHUNK', toolCallId: 'c1', toolCallName: 'search', delta: '{"q":' },
      { type: 'TOOL_CALL_CHUNK', delta: '"x"}' },
      { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm2', delta: 'Three' },
      { type: 'RUN_ERROR', message: 'No network' },
    ),
  });
  expect(run.status).toBe('failed');
  expect(run.said).toEqual(['1 assistant: One two', '2 assistant: search {"q":"x"}', '3 assistant: Three']);
});

test('a run that waits, and a later one of the thread with the result', () => {
  const later = { threadId: 't1', runId: 'r2' };
  const text = log(
    STARTED,
    ...streamed('TEXT', 'm1', 'May I?'),
    { type: 'TOOL_CALL_START', toolCallId: 'c1', toolCallName: 'confirm' },
    { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{"what":"delete"}' },
    { type: 'TOOL_CALL_END', toolCallId: 'c1' },
    { ...FINISHED, outcome: { type: 'interrupt' } },
    {
      ...STARTED,
      ...later,
      input: { ...later, messages: [{ id: 'm9', role: 'tool', toolCallId: 'c1', content: 'yes' }] },
    },
    ...streamed('TEXT', 'm3', 'Deleted'),
    { ...FINISHED, ...later },
  );
  const run = mappedRun({ 'a.jsonl': text });
  expect(run.status).toBe('blocked');
  expect(run.steps[2]).toBe('agent | tool | confirm | ok | call | result');
  expect(run.said).toEqual(['1 assistant: May I?', '2 assistant: confirm {"what":"delete"}', '2 tool: = "yes"']);
});

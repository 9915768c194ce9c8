import { expect, test } from 'vitest';
import { mappedRun } from './mappedRun';

const agent = { name: 'Assistant' };
const call = { type: 'function_call', callId: 'c1', name: 'get_weather', arguments: '{"location":"Oslo"}' };
const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Cold.' }] };
const usage = { inputTokens: 52, outputTokens: 16, totalTokens: 68, inputTokensDetails: [{ cached_tokens: 50 }] };

function state(own: object): object {
  return {
    $schemaVersion: '1.4',
    currentTurn: 1,
    currentAgent: agent,
    originalInput: 'How warm is it?',
    modelResponses: [{ usage, output: [call], providerData: { model: 'model-x' } }],
    toolUseTracker: { Assistant: ['get_weather'] },
    generatedItems: [{ type: 'tool_call_item', rawItem: call, agent }],
    trace: { id: 'trace_1' },
    ...own,
  };
}

test('a state that waits for an approval', () => {
  const waiting = state({
    generatedItems: [
      { type: 'tool_call_item', rawItem: call, agent },
      { type: 'tool_approval_item', rawItem: call, agent },
    ],
    currentStep: { type: 'next_step_interruption', data: {} },
  });
  const run = mappedRun({ 'state.json': JSON.stringify(waiting) });
  expect(run).toMatchObject({ title: 'How warm is it?', status: 'blocked', models: ['model-x'], tokens: 68 });
  expect(run.steps).toEqual([
    'user > Assistant | message | How warm is it? | ok',
    'Assistant | tool | get_weather | pending | call',
    'Assistant | approval | get_weather: permission? | pending | approval',
    'Assistant | usage | Model call | ok | usage',
    'Assistant | state | State of the run, turn 1 | ok',
  ]);
});

test('the JSON of a result has the state in it', () => {
  const done = state({
    originalInput: [{ role: 'user', content: 'How warm is it?' }],
    generatedItems: [
      { type: 'tool_call_item', rawItem: call, agent },
      {
        type: 'tool_call_output_item',
        rawItem: { callId: 'c1', output: { type: 'text', text: '4' } },
        agent,
        output: '4',
      },
      { type: 'message_output_item', rawItem: said, agent },
    ],
    currentStep: { type: 'next_step_final_output', output: 'Cold.' },
  });
  const run = mappedRun({ 'result.json': JSON.stringify({ state: done }) });
  expect(run).toMatchObject({ title: 'How warm is it?', status: 'succeeded', calls: 1, results: 1 });
  expect(run.said).toEqual([
    '0 user: How warm is it?',
    '1 assistant: get_weather {"location":"Oslo"}',
    '1 tool: = "4"',
    '2 assistant: Cold.',
  ]);
});

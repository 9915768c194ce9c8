import { expect, test } from 'vitest';
import { log, mappedRun } from './mappedRun';

const at = (second: number) => `2026-08-01T10:00:0${second}.000000`;
const used = (prompt: number, completion: number) => ({ prompt_tokens: prompt, completion_tokens: completion });
const simulation = (id: string, reward: number) => ({
  id,
  task_id: '7',
  trial: 0,
  start_time: at(0),
  end_time: at(9),
  termination_reason: 'user_stop',
  agent_cost: 0.3,
  reward_info: { reward },
  messages: [
    {
      role: 'assistant',
      content: 'How can I help?',
      tool_calls: null,
      turn_idx: 0,
      timestamp: at(1),
      usage: null,
      cost: 0,
    },
    { role: 'user', content: 'Cancel A1.', tool_calls: null, timestamp: at(2), usage: used(10, 2), cost: 0.1 },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 't1', name: 'get_booking', arguments: { id: 'A1' }, requestor: 'assistant' },
        { id: 't2', name: 'cancel', arguments: { id: 'A1' }, requestor: 'assistant' },
      ],
      timestamp: at(3),
      usage: used(20, 3),
      cost: 0.2,
      raw_data: { model: 'model-x' },
    },
    { id: 't1', role: 'tool', content: '{"id":"A1"}', requestor: 'assistant', error: false, timestamp: at(4) },
    { id: 't2', role: 'tool', content: 'Error: not allowed', requestor: 'assistant', error: true, timestamp: at(5) },
    { role: 'assistant', content: 'That is not possible.', tool_calls: null, timestamp: at(6), usage: used(30, 4) },
  ],
});
const results = {
  timestamp: at(0),
  info: { environment_info: { domain_name: 'booking' }, agent_info: { llm: 'model-x' } },
  tasks: [{ id: '7' }],
};

const RUN = {
  steps: [
    '- | session | Task 7, trial 0 | ok',
    'agent | llm | How can I help? | ok',
    'user > agent | message | Cancel A1. | ok | usage',
    'agent | llm | get_booking | ok | usage',
    'agent | tool | get_booking | ok | call | result',
    'agent | tool | cancel | failed | call | result',
    'agent | llm | That is not possible. | ok | usage',
    '- | evaluation | Reward 1 | ok',
  ],
  said: [
    '1 assistant: How can I help?',
    '2 user: Cancel A1.',
    '4 assistant: get_booking {"id":"A1"}',
    '4 tool: = "{\\"id\\":\\"A1\\"}"',
    '5 assistant: cancel {"id":"A1"}',
    '5 tool: = "Error: not allowed" failed',
    '6 assistant: That is not possible.',
  ],
  models: ['model-x'],
  calls: 2,
  results: 2,
  tokens: 69,
  title: 'Task 7, trial 0',
  status: 'succeeded',
};

test('a simulation in a file of its own', () => {
  const run = mappedRun({ 'a.json': JSON.stringify(simulation('s1', 1)) });
  expect(run).toMatchObject(RUN);
  expect(run.cost).toBeCloseTo(0.3);
});

test('each simulation in a file of results is a run', () => {
  const failed = { ...simulation('s2', 0), messages: simulation('s2', 0).messages.slice(0, 2) };
  const text = JSON.stringify({ ...results, simulations: [simulation('s1', 1), failed] });
  expect(mappedRun({ 'results.json': text })).toMatchObject(RUN);
  const short = JSON.stringify({ ...results, simulations: [failed] });
  expect(mappedRun({ 'results.json': short })).toMatchObject({
    status: 'failed',
    steps: [
      '- | session | Task 7, trial 0 | failed',
      'agent | llm | How can I help? | ok',
      'user > agent | message | Cancel A1. | ok | usage',
      '- | evaluation | Reward 0 | failed',
    ],
  });
});

test('simulations of another program are none', () => {
  expect(() => mappedRun({ 'a.jsonl': log({ simulations: [], tasks: [], info: {} }) })).toThrow('no run');
});

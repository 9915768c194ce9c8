import { describe, expect, test } from 'vitest';
import { exchangeOfStep } from '../../server/src/features/replay/exchangeOfStep';
import type { Step } from '../../server/src/model/run';
import { replayOf } from '../features/replay/replayOf';
import { recognisedKind } from '../kit/analyseText';
import { corpusMissing, sharedText } from '../kit/corpus';

const entry = (action: string, observation: string, more: object = {}) => ({
  action,
  observation,
  response: `I act.\n\`\`\`\n${action}\n\`\`\``,
  thought: `I act by ${action.split(' ')[0]}.`,
  execution_time: 0.25,
  state: {},
  query: [{ role: 'user', content: 'Next?' }],
  extra_info: {},
  ...more,
});
const demo = { role: 'user', content: 'An example', agent: 'main', is_demo: true };
const issue = { role: 'user', content: [{ type: 'text', text: 'Fix the bug' }], agent: 'main' };
const trajectory = {
  trajectory: [entry('open a.py', '1:x'), entry('', 'No command'), entry('submit', 'diff')],
  history: [{ role: 'system', content: 'You fix bugs.', agent: 'main' }, demo, issue],
  info: {
    exit_status: 'submitted (exit_cost)',
    submission: 'diff',
    model_stats: { instance_cost: 0.5, tokens_sent: 90, tokens_received: 10, api_calls: 3 },
  },
  replay_config: JSON.stringify({ agent: { model: { name: 'small-model' } } }),
  environment: 'swe_main',
};

const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 };
const answer = (content: string, at: number, commands: readonly [id: string, command: string][]) => ({
  role: 'assistant',
  content,
  tool_calls: commands.map(([id, command]) => ({
    id,
    type: 'function',
    function: { name: 'bash', arguments: JSON.stringify({ command }) },
  })),
  extra: {
    actions: commands.map(([id, command]) => ({ command, tool_call_id: id })),
    response: { model: 'small-1', usage },
    cost: 0.1,
    timestamp: 1_780_301_100 + at,
  },
});
const observed = (id: string, text: string, at: number, code: number) => ({
  role: 'tool',
  tool_call_id: id,
  content: `<returncode>${code}</returncode>\n<output>\n${text}</output>`,
  extra: { raw_output: text, returncode: code, timestamp: 1_780_301_100 + at },
});
const mini = {
  info: {
    model_stats: { instance_cost: 0.2, api_calls: 2 },
    config: { agent: {}, agent_type: 'minisweagent.agents.default.DefaultAgent', model: { model_name: 'maker/small' } },
    mini_version: '2.3.0',
    exit_status: 'LimitsExceeded',
    submission: '',
  },
  messages: [
    { role: 'system', content: 'You fix bugs.' },
    { role: 'user', content: 'Fix the bug' },
    answer('I look.', 1, [
      ['c1', 'ls'],
      ['c2', 'cat b'],
    ]),
    // Not in the order of the calls.
    observed('c2', 'No such file', 3, 1),
    observed('c1', 'a.py', 2, 0),
    { role: 'user', content: 'Be quick' },
    answer('I end.', 4, [['c3', 'echo DONE']]),
    { role: 'exit', content: 'Too many steps', extra: { exit_status: 'LimitsExceeded', submission: '' } },
  ],
  trajectory_format: 'mini-swe-agent-1.1',
};

function drawn({ title, kind, agent, model, outcome, failure, effects }: Step): string {
  const done = effects.map(({ do: what, ...rest }) => [what, ...Object.values(rest)].join(' '));
  return [kind.split(':')[1] ?? '', title, agent ?? '', model ?? '', failure ?? outcome, ...done].join(' | ');
}

function replayed(value: unknown, file = 'a.json') {
  const replay = replayOf({ [file]: JSON.stringify(value) });
  return { replay, steps: Array.from({ length: replay.run.summary.steps }, (_, index) => replay.run.step(index)) };
}

test('a trajectory has its responses, each with its command', () => {
  expect(recognisedKind(trajectory)).toBe('swe-agent/trajectory');
  const { replay, steps } = replayed(trajectory, 'a.traj');
  expect(replay.run.summary).toMatchObject({ title: 'Fix the bug', status: 'succeeded' });
  expect(steps.map(drawn)).toEqual([
    ' | swe_main | main |  | ok | usage 100 90 10 0.5',
    'llm | I act by open. | main | small-model | ok | call open | result open true',
    'llm | I act by . | main | small-model | ok',
    'llm | I act by submit. | main | small-model | ok | call submit | result submit true',
  ]);
  expect(steps.slice(1).map(({ parent, duration }) => [parent, duration])).toEqual(
    Array.from({ length: 3 }, () => [0, 250_000_000n]),
  );
  expect(exchangeOfStep(replay, { step: 0 }).rows.map(({ role }) => role)).toEqual(['system', 'user', 'user']);
  expect(exchangeOfStep(replay, { step: 1 }).rows).toMatchObject([
    { role: 'user', pieces: [{ text: 'Next?' }] },
    {
      role: 'assistant',
      pieces: [{ text: 'I act by open.' }, { is: 'call', name: 'open', result: { text: '1:x' } }],
    },
  ]);
});

test.each([
  ['exit_cost', 'failed'],
  [null, 'unknown'],
  ['submitted', 'succeeded'],
])('an exit by %s', (exit_status, status) => {
  const { replay } = replayed({ ...trajectory, info: { ...trajectory.info, exit_status } });
  expect(replay.run.summary.status).toBe(status);
});

test('messages have their responses, with the commands nested', () => {
  expect(recognisedKind(mini)).toBe('swe-agent/trajectory');
  const { replay, steps } = replayed(mini);
  expect(replay.run.summary).toMatchObject({ title: 'Fix the bug', status: 'failed', reason: 'LimitsExceeded' });
  expect(steps.map(drawn)).toEqual([
    ' | trajectory | DefaultAgent |  | LimitsExceeded',
    'llm | I look. | DefaultAgent | small-1 | ok | usage 12 10 2 0.1',
    'tool | ls | DefaultAgent |  | ok | call c1 bash | result c1 bash true',
    'tool | cat b | DefaultAgent |  | exit code 1 | call c2 bash | result c2 bash false',
    'message | Be quick | DefaultAgent |  | ok',
    'llm | I end. | DefaultAgent | small-1 | ok | usage 12 10 2 0.1',
    'tool | echo DONE | DefaultAgent |  | unknown | call c3 bash',
    'message | Too many steps | DefaultAgent |  | ok',
  ]);
  expect(steps.map(({ parent }) => parent)).toEqual([undefined, 0, 1, 1, 0, 0, 5, 0]);
  expect(exchangeOfStep(replay, { step: 1 })).toMatchObject({
    rows: [{ role: 'assistant', pieces: [{ text: 'I look.' }, { is: 'call' }, { is: 'call' }] }],
    call: { model: 'small-1', tokens: { total: 12 }, cost: 0.1 },
  });
  expect(exchangeOfStep(replay, { step: 3 }).rows).toMatchObject([
    {
      pieces: [
        { is: 'call', name: 'bash', result: { text: '<returncode>1</returncode>\n<output>\nNo such file</output>' } },
      ],
    },
  ]);
});

test('a plain list of messages has a step for each', () => {
  const said = (role: string, content: string) => ({ role, content });
  const list = [
    said('system', 'You fix bugs.'),
    said('user', 'Fix the bug'),
    said('assistant', 'I look.\n\n```mswea_bash_command\nls\n```'),
    said('user', '<returncode>0</returncode>\n<output>\na.py\n</output>'),
    said('assistant', 'I test.\n\n```mswea_bash_command\nmake\n```'),
    said('user', '<returncode>2</returncode>\n<output>\n</output>'),
    said('user', ''),
  ];
  const { replay, steps } = replayed(list, 'a.traj.json');
  expect(replay.run.summary).toMatchObject({ title: 'Fix the bug', steps: 7 });
  expect(steps.map(drawn)).toEqual([
    'message | You fix bugs. | agent |  | ok',
    'message | Fix the bug | agent |  | ok',
    'llm | I look. | agent |  | ok',
    'tool | exit code 0 | agent |  | ok | call bash | result bash true',
    'llm | I test. | agent |  | ok',
    'tool | exit code 2 | agent |  | exit code 2 | call bash | result bash false',
    'message | message | agent |  | ok',
  ]);
  const rows = steps.flatMap((_, step) => exchangeOfStep(replay, { step }).rows.map(({ role }) => role));
  expect(rows).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'tool']);
  // A conversation of anyone else is none.
  expect(recognisedKind(list.slice(0, 3))).toBeUndefined();
});

test.each([trajectory, mini])('a trajectory that lost a property', value => {
  for (const key of Object.keys(value)) {
    const rest = Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
    expect(recognisedKind(rest)?.replace('?', ''), key).toBe('swe-agent/trajectory');
  }
});

test.each<[string, unknown]>([
  ['a chat dataset', { messages: [{ role: 'user', content: 'x' }], info: { model: 'm', cost: 1 } }],
  ['a game', { trajectory: [{ action: 'left', observation: [0, 1], reward: 1 }], info: { score: 3 } }],
  ['a path', { trajectory: [{ x: 1, y: 2 }], environment: 'yard', info: { exit_status: 0 } }],
  ['an OpenAPI document', { openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: {} }],
  ['a webhook', { action: 'opened', info: { exit_status: 0 }, history: [{ role: 'admin' }] }],
])('%s is none', (_, value) => {
  expect(recognisedKind(value)).toBeUndefined();
});

interface Written {
  trajectory: { action: string; observation: string }[];
  history: unknown[];
  info: { exit_status: string };
}

describe.skipIf(corpusMissing)('real trajectories', () => {
  test('of SWE-agent', () => {
    const text = sharedText('run-logs/swe-agent/humanevalfix-python-0.traj');
    const written: Written = JSON.parse(text);
    const { replay, steps } = replayed(written, 'humanevalfix-python-0.traj');
    const effects = steps.flatMap(step => step.effects);
    expect({
      entries: steps.filter(({ kind }) => kind.endsWith(':llm')).length,
      tools: effects.flatMap(effect => (effect.do === 'call' ? [effect.tool] : [])),
      results: effects.filter(effect => effect.do === 'result').length,
      messages: exchangeOfStep(replay, { step: 0 }).rows.length,
      agents: replay.run.summary.agents,
      status: replay.run.summary.status,
    }).toEqual({
      entries: written.trajectory.length,
      tools: written.trajectory.map(({ action }) => action.trim().split(' ')[0]),
      results: written.trajectory.length,
      messages: written.history.length,
      agents: ['primary'],
      status: 'succeeded',
    });
    expect([written.trajectory.length, written.history.length, written.info.exit_status]).toEqual([5, 11, 'submitted']);
  });

  test('messages of mini-SWE-agent, as it saves them', () => {
    const messages: { role: string; content: string }[] = JSON.parse(
      sharedText('run-logs/swe-agent/mini.local.traj.json'),
    );
    const { replay, steps } = replayed({
      info: { exit_status: 'Submitted', model_stats: { instance_cost: 0.3, api_calls: 2 } },
      messages,
      trajectory_format: 'mini-swe-agent-1',
    });
    const responses = messages.filter(({ role }) => role === 'assistant');
    expect(steps.map(({ kind, parent }) => [kind.split(':')[1], parent])).toEqual([
      [undefined, undefined],
      ...responses.flatMap((_, index) => [
        ['llm', 0],
        ['tool', 1 + 2 * index],
      ]),
    ]);
    expect(steps.filter(({ kind }) => kind.endsWith(':tool')).map(({ title }) => title)).toEqual([
      "echo 'hello world'",
      'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT',
    ]);
    expect(steps[0]?.effects).toEqual([{ do: 'usage', cost: 0.3 }]);
    // The last message is empty.
    expect(messages).toHaveLength(6);
    expect(exchangeOfStep(replay, { step: 0 }).rows).toHaveLength(
      messages.filter(({ content }) => content !== '').length,
    );
  });
});

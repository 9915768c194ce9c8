import { describe, expect, test } from 'vitest';
import { exchange } from '../../server/src/features/replay/conversation/exchange';
import type { Step } from '../../server/src/model/run';
import { replayOf } from '../features/replay/replayOf';
import { recognisedKind } from '../kit/analyseText';
import { corpusMissing, sharedText } from '../kit/corpus';

const base = { sessionId: 's1', isSidechain: false, parentUuid: null, cwd: '/work', version: '2.1.0' };
let next = 0;
const line = (type: string, message: object, more: object = {}) => ({
  ...base,
  type,
  message,
  uuid: `u${++next}`,
  timestamp: new Date(1.78e12 + next * 1000).toISOString(),
  ...more,
});
const user = (content: unknown, more?: object) => line('user', { role: 'user', content }, more);
const assistant = (content: unknown[], more?: object) =>
  line('assistant', {
    role: 'assistant',
    id: 'm1',
    model: 'claude-x',
    content,
    usage: { input_tokens: 3, cache_read_input_tokens: 5, output_tokens: 2 },
    ...more,
  });
const first = user('First');
const call = { type: 'tool_use', id: 't1', name: 'Edit', input: { file_path: '/work/src/a.ts', new_string: 'x' } };
const result = { type: 'tool_result', tool_use_id: 't1', content: 'done' };

function stepsOf(...lines: object[]): Step[] {
  const { run } = replayOf({ 's1.jsonl': lines.map(one => JSON.stringify(one)).join('\n') });
  return Array.from({ length: run.summary.steps }, (_, index) => run.step(index));
}

/** A step in a line: who, what, how it went. */
function drawn({ agent, kind, title, outcome, effects }: Step): string {
  return [agent, kind.replace('claude-code/line:', ''), title, outcome, ...effects.map(effect => effect.do)].join(
    ' | ',
  );
}

test('a line is of a session', () => {
  expect(recognisedKind(user('hi'))).toBe('claude-code/line');
});

test.each<[string, unknown]>([
  [
    'a line of a chat to train with',
    {
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: 'yes' },
      ],
    },
  ],
  ['a message of a chat program', { type: 'user', uuid: 'a', sessionId: 'b', message: 'hi' }],
  ['an event of analytics', { type: 'user', uuid: 'a', parentUuid: null, sessionId: 'b', event: 'click' }],
])('%s is none', (_, value) => {
  expect(recognisedKind(value)).toBeUndefined();
});

test('a call and its result are one step, which tells the file that it wrote', () => {
  const written = { filePath: '/work/src/a.ts', structuredPatch: [] };
  const steps = stepsOf(
    user('Change a'),
    assistant([call]),
    user([result], { toolUseResult: written }),
    assistant([{ type: 'text', text: 'Done.' }]),
  );
  expect(steps.map(drawn)).toEqual([
    'user | message | Change a | ok',
    'claude | tool | Edit src/a.ts | ok | call | result | write',
    'claude | llm | Done. | ok | usage',
  ]);
  expect(steps[1]?.sources).toHaveLength(2);
  // One call of the model, told in two lines, is counted once.
  expect(steps.flatMap(({ effects }) => effects.filter(effect => effect.do === 'usage'))).toEqual([
    { do: 'usage', tokens: 10, input: 8, output: 2, cached: 5, call: 'm1' },
  ]);
});

test.each<[about: string, line: object, steps: string[]]>([
  ['reasoning', assistant([{ type: 'thinking', thinking: 'Hm.' }]), ['claude | reasoning | Hm. | ok | usage']],
  [
    'words and a call',
    assistant([{ type: 'text', text: 'So' }, call]),
    ['claude | llm | So | ok | usage', 'claude | tool | Edit src/a.ts | pending | call'],
  ],
  [
    'a failed call',
    user([{ ...result, is_error: true, content: 'no such file' }]),
    ['claude | tool | t1:  | failed | result'],
  ],
  [
    'an error of the provider',
    { ...assistant([{ type: 'text', text: 'API Error: 500' }]), isApiErrorMessage: true },
    ['claude | llm | API Error: 500 | failed | usage'],
  ],
  [
    'what the editor adds',
    user([
      { type: 'text', text: '<system-reminder>x</system-reminder>' },
      { type: 'text', text: 'Go' },
    ]),
    ['user | message | Go | ok'],
  ],
  ['a command', user('<command-name>/clear</command-name>'), []],
  ['a line of its own', { ...user('Caveat'), isMeta: true }, []],
  [
    'odd contents',
    line('assistant', { role: 'assistant', content: [null, 7, { type: 'tool_use' }, { type: {} }] }),
    ['claude | tool | tool | pending | call'],
  ],
])('%s', (_, one, expected) => {
  expect(stepsOf(first, one).slice(1).map(drawn)).toEqual(expected);
});

describe.skipIf(corpusMissing)('real sessions', () => {
  const folder = 'run-logs/claude-code';
  const main = 'with-subagent/50a7220d-7250-46f3-b38e-b716ce25032e';
  test.each<[files: string[], tokens: number]>([
    [['4c289ca8.jsonl'], 86_818],
    [['compaction_session.jsonl'], 220],
    [['representative_messages.jsonl'], 663],
    [['tool_call_conversation.jsonl'], 690],
    [[`${main}.jsonl`, `${main}/subagents/agent-a21e2f5.jsonl`], 32_221 + 9_011],
  ])('%s', (files, tokens) => {
    const texts = Object.fromEntries(files.map(file => [file, sharedText(`${folder}/${file}`)]));
    const { run } = replayOf(texts);
    const steps = Array.from({ length: run.summary.steps }, (_, index) => run.step(index));
    // Counted from the lines, without the reader.
    const lines = Object.values(texts).flatMap(text =>
      text
        .split('\n')
        .filter(Boolean)
        .map(one => JSON.parse(one)),
    );
    const blocks = lines.flatMap(({ message }) => (Array.isArray(message?.content) ? message.content : []));
    const count = (type: string) => blocks.filter(block => block.type === type).length;
    const models = new Set(lines.flatMap(({ message }) => message?.model ?? []));
    const agents = new Set(lines.flatMap(({ agentId }) => agentId ?? []));
    const effects = steps.flatMap(step => step.effects);
    expect({
      tokens: effects.reduce((sum, effect) => sum + (effect.do === 'usage' ? (effect.tokens ?? 0) : 0), 0),
      calls: effects.filter(effect => effect.do === 'call').length,
      results: effects.filter(effect => effect.do === 'result').length,
      models: new Set(steps.flatMap(({ model }) => model ?? [])),
      agents: new Set(steps.flatMap(({ agent }) => agent?.match(/^agent-(.*)/)?.[1] ?? [])),
    }).toEqual({ tokens, calls: count('tool_use'), results: count('tool_result'), models, agents });
  });

  test('a sub-agent is nested in the call that started it, and its words are there', () => {
    const replay = replayOf({
      'a.jsonl': sharedText(`${folder}/${main}.jsonl`),
      'a/subagents/b.jsonl': sharedText(`${folder}/${main}/subagents/agent-a21e2f5.jsonl`),
    });
    const { run } = replay;
    const nested = Array.from({ length: run.summary.steps }, (_, index) => run.step(index)).filter(
      ({ parent }) => parent !== undefined,
    );
    expect(new Set(nested.map(({ parent }) => run.step(parent as number).title))).toEqual(
      new Set(['Task Run sleep 10 command']),
    );
    const bash = nested.find(({ title }) => title === 'Bash sleep 10');
    expect(exchange(replay, { step: bash?.index ?? -1 }).rows).toMatchObject([
      {
        role: 'assistant',
        parts: [{ is: 'call', name: 'Bash', arguments: { text: expect.stringContaining('"sleep 10"') } }],
      },
    ]);
    expect(run.summary.title).toBe("use a subagent to run 'sleep 10'. just a test");
  });

  test('lines that are broken or of others are left alone', () => {
    const { run } = replayOf({ 'a.jsonl': sharedText(`${folder}/edge_cases.jsonl`) });
    expect(run.summary.steps).toBe(7);
  });
});

import { describe, expect, test } from 'vitest';
import { exchangeOfStep } from '../../../server/src/features/replay/exchangeOfStep';
import { idleGaps } from '../../../server/src/features/replay/idleGaps';
import { runMetrics } from '../../../server/src/features/replay/runMetrics';
import { runOverview } from '../../../server/src/features/replay/runOverview';
import { replayOf } from './replayOf';

const START = Date.parse('2026-06-01T10:00:00Z');
const MINUTE = 60_000;

/** A session of Claude Code: each line a minute or more after the one before. */
function claude(lines: readonly [type: 'user' | 'assistant', message: object, minutes?: number][]): string {
  let at = START;
  return lines
    .map(([type, message, minutes = 1], index) => {
      at += minutes * MINUTE;
      const uuid = `u${index}`;
      const timestamp = new Date(at).toISOString();
      const rest = { parentUuid: null, isSidechain: false, sessionId: 's1', cwd: '/home/ada', uuid, timestamp };
      return JSON.stringify({ ...rest, type, message: { role: type, ...message } });
    })
    .join('\n');
}

const usage = (cached: number) => ({
  input_tokens: 10,
  cache_read_input_tokens: cached,
  cache_creation_input_tokens: 0,
  output_tokens: 5,
});
const said = (id: string, block: object, cached = 100) => ({
  id,
  model: 'opus',
  content: [block],
  usage: usage(cached),
});
const PNG = 'iVBORw0KGgo=';

test('of the output of a terminal the text is shown, and of a picture the picture', () => {
  const content = [
    { type: 'text', text: 'A page' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
  ];
  const output =
    '\u001b[1;31m✗ FAIL\u001b[0m a.test\r\n\u001b]8;;https://x\u0007docs\u001b]8;;\u001b\\ \u001b(B10 %\r100 %\u001b[K';
  const log = claude([
    ['assistant', said('m1', call('t1', 'Bash'))],
    ['user', result('t1', { content: output })],
    ['assistant', said('m2', call('t2', 'Read'))],
    ['user', result('t2', { content })],
  ]);
  const replay = replayOf({ 's1.jsonl': log });
  const shown = [0, 1].map(step =>
    exchangeOfStep(replay, { step }).rows.flatMap(({ pieces }) => pieces.map(({ is, ...rest }) => [is, rest])),
  );
  expect(shown).toMatchObject([
    [['call', { result: { text: '✗ FAIL a.test\ndocs 10 %\n100 %' } }]],
    [
      ['call', { result: { text: 'A page' } }],
      ['result', { text: 'A page' }],
      ['image', { uri: `data:image/png;base64,${PNG}` }],
    ],
  ]);
});

const text = (words: string) => ({ type: 'text', text: words });
const call = (id: string, name: string) => ({ type: 'tool_use', id, name, input: {} });
const result = (id: string, more: object = {}) => ({
  content: [{ type: 'tool_result', tool_use_id: id, content: 'done', ...more }],
});

describe('a session of Claude Code', () => {
  test('a model call that is cut into several lines counts once, and tells cached tokens apart', () => {
    const replay = replayOf({
      's1.jsonl': claude([
        ['user', { content: 'Tidy up' }],
        ['assistant', said('m1', { type: 'thinking', thinking: 'Where to begin?' })],
        ['assistant', said('m1', text('I begin.'))],
        ['assistant', said('m1', call('t1', 'Bash'))],
        ['user', result('t1')],
        ['assistant', said('m2', { type: 'thinking', thinking: 'All done?' })],
        ['assistant', said('m2', text('Done.'))],
      ]),
    });
    const told = runMetrics(replay, {});
    expect(told.models).toMatchObject([{ name: 'opus', calls: 2, tokens: 230, cached: 200 }]);
    expect(runOverview(replay, {})).toMatchObject({ tokens: '230', cachedTokens: '200' });
    expect(told.totals).toContainEqual({ name: 'Tokens', value: '230', about: '200 of them cached' });
  });

  test.each<[about: string, tool: string, minutes: number, more: object, busy: number]>([
    ['of a tool that worked', 'Bash', 5, {}, 5],
    ['in which a person was asked', 'AskUserQuestion', 5, {}, 0],
    [
      'that waited until a person refused',
      'Bash',
      5,
      { is_error: true, content: "The user doesn't want to proceed with this tool use." },
      0,
    ],
    ['that a person left for the night', 'Bash', 600, {}, 0],
  ])('the time of a call %s', (_, tool, minutes, more, busy) => {
    const replay = replayOf({
      's1.jsonl': claude([
        ['user', { content: 'Tidy up' }],
        ['assistant', said('m1', call('t1', tool))],
        ['user', result('t1', more), minutes],
        ['assistant', said('m2', text('Done.'))],
      ]),
    });
    const told = runMetrics(replay, {});
    expect(told.agents.find(({ name }) => name === 'claude')?.busy ?? 0).toBe(busy * MINUTE);
    expect(told.slowest.length).toBe(busy > 0 ? 1 : 0);
    // What passed is a wait before the next step, and idle on the timeline.
    if (minutes === 600) {
      expect(told.totals).toContainEqual({ name: 'Longest wait', value: '10 h 1 min', about: 'before step 3' });
      expect(idleGaps(replay.run).map(({ took }) => took)).toEqual(['10 h 1 min']);
    }
  });

  test('without an end says when its last step was', () => {
    const lines = claude([
      ['user', { content: 'Tidy up' }],
      ['assistant', said('m1', text('I begin.'))],
    ]);
    const now = START + 2 * MINUTE + 8 * 60 * MINUTE;
    const { run } = runOverview(replayOf({ 's1.jsonl': lines }, { now }), {});
    expect(run).toMatchObject({ status: 'unfinished', lastStep: 'last step 8 h ago' });
    const later = runOverview(replayOf({ 's1.jsonl': lines }, { now: now + 365 * 24 * 60 * MINUTE }), {});
    expect(later.run.lastStep).toBe('last step 2026-06-01');
  });
});

test('tokens that Codex tells apart from the call are of the model of the turn', () => {
  const line = (type: string, payload: object) => JSON.stringify({ timestamp: '2026-06-01T10:00:00Z', type, payload });
  const message = (role: string, words: string) => ({
    type: 'message',
    role,
    content: [{ type: 'output_text', text: words }],
  });
  const used = (input: number, total: number) => ({
    type: 'token_count',
    info: {
      last_token_usage: { input_tokens: input, output_tokens: 1, total_tokens: input + 1 },
      total_token_usage: { total_tokens: total },
    },
  });
  const replay = replayOf({
    'rollout.jsonl': [
      line('session_meta', {
        id: '0199cccc-0000-7000-8000-000000000001',
        cwd: '/home/ada',
        originator: 'codex_cli_rs',
      }),
      line('turn_context', { cwd: '/home/ada', model: 'large', approval_policy: 'never' }),
      line('response_item', message('user', 'Go on')),
      line('response_item', message('assistant', 'Begun.')),
      line('event_msg', used(10, 11)),
      line('turn_context', { cwd: '/home/ada', model: 'small', approval_policy: 'never' }),
      line('response_item', message('assistant', 'Done.')),
      line('event_msg', used(20, 32)),
    ].join('\n'),
  });
  expect(runMetrics(replay, {}).models).toMatchObject([
    { name: 'small', calls: 1, tokens: 21 },
    { name: 'large', calls: 1, tokens: 11 },
  ]);
});

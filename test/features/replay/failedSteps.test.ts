import { expect, test } from 'vitest';
import { failedSteps } from '../../../server/src/features/replay/offlineQuestions';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

const replay = replayOf([
  fileRecordOf('a.jsonl', [
    { title: 'a' },
    { title: 'send', outcome: 'failed', failure: 'no such template' },
    { title: 'wait', outcome: 'pending' },
    { title: 'no such file', outcome: 'failed', failure: 'no such file' },
  ]),
]);

test('the steps that failed, and why, in the order of the run', () => {
  expect(failedSteps(replay, {})).toMatchObject({
    rows: [
      { step: 1, title: 'send', failure: 'no such template', outcome: 'failed' },
      { step: 3, title: 'no such file', outcome: 'failed' },
    ],
    from: 0,
    total: 2,
  });
  // What its title says is not said again.
  expect(failedSteps(replay, {}).rows[1]).not.toHaveProperty('failure');
});

test('some of them', () => {
  expect(failedSteps(replay, { from: 1, count: 5 })).toMatchObject({ rows: [{ step: 3 }], from: 1, total: 2 });
  expect(failedSteps(replay, { count: 0 })).toEqual({ rows: [], from: 0, total: 2 });
});

test('with the beginning of what the tool answered, without the tags around it', () => {
  const call = (id: string, name: string) => ({ type: 'tool_use', id, name, input: {} });
  const answer = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, is_error: true, content });
  const line = (role: string, content: object[], second: number) =>
    JSON.stringify({
      type: role,
      uuid: `u${second}`,
      sessionId: 'session-1',
      timestamp: `2026-06-01T10:00:0${second}Z`,
      message: { role, content, ...(role === 'assistant' && { id: `m${second}`, model: 'small-1' }) },
    });
  const output = `Error: Exit code 1\n RUN  v3\n\n   × cart > applies it\n${'  at line\n'.repeat(100)}`;
  const session = replayOf({
    'session-1.jsonl': [
      line('user', [{ type: 'text', text: 'Fix it' }], 0),
      line('assistant', [call('t1', 'Bash')], 1),
      line('user', [answer('t1', output)], 2),
      line('assistant', [call('t2', 'Read')], 3),
      line('user', [answer('t2', '<tool_use_error>File does not exist.</tool_use_error>')], 4),
    ].join('\n'),
  });
  const [first, second] = failedSteps(session, {}).rows.map(({ failure }) => failure);
  expect(first).toMatch(/^Error: Exit code 1 RUN v3 × cart > applies it at line/);
  expect(first?.length).toBeLessThanOrEqual(400);
  expect(second).toBe('File does not exist.');
});

import { expect, test } from 'vitest';
import { failedSteps } from '../../../../server/src/features/replay/steps/failedSteps';
import { fileRecordOf } from '../../../kit/fileRecordOf';
import { replayOf } from '../replayOf';

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

import { expect, test } from 'vitest';
import { stepSummary } from '../../../server/src/features/replay/stepSummary';
import { parseInstant } from '../../../server/src/text/parseTime';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

test('a step in a line says what there is to say, in one line', () => {
  const at = parseInstant('2026-06-01T10:00:00Z') as bigint;
  const replay = replayOf([
    fileRecordOf('a.jsonl', [
      { title: 'Build\nit', agent: 'build', peer: 'review', confidence: 0.5, at, duration: 4_200_000_000n },
      { title: '', outcome: 'failed' },
    ]),
  ]);
  expect(stepSummary(replay, 0)).toEqual({
    step: 0,
    title: 'Build it',
    icon: 'comment',
    agent: 'build',
    peer: 'review',
    lane: 0,
    outcome: 'ok',
    marks: [],
    confidence: 0.5,
    time: expect.stringMatching(/^\d\d:\d\d:\d\d$/),
    took: '4.2 s',
  });
  expect(stepSummary(replay, 1)).toEqual({
    step: 1,
    title: 'step',
    icon: 'comment',
    lane: 1,
    outcome: 'failed',
    marks: ['error'],
  });
  expect(() => stepSummary(replay, 2)).toThrow(RangeError);
});

test.each<[string, string[], RegExp]>([
  ['to the second, where all begin at one', ['10:00:00Z', '10:00:07Z'], /^\d\d:00:00$/],
  ['to the millisecond, where one says some', ['10:00:00Z', '10:00:07.25Z'], /^\d\d:00:00\.000$/],
  ['to the millisecond, where the first says some', ['10:00:00.799Z', '10:00:01.799Z'], /^\d\d:00:00\.799$/],
  ['to the second, where there is less than one', ['10:00:00Z', '10:00:00.0007Z'], /^\d\d:00:00$/],
])('times are told alike in all of a run: %s', (_, times, first) => {
  const told = times.map(time => ({ title: 'x', at: parseInstant(`2026-06-01T${time}`) as bigint }));
  expect(stepSummary(replayOf([fileRecordOf('a.jsonl', told)]), 0).time).toMatch(first);
});

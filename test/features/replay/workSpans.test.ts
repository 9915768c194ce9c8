import { describe, expect, test } from 'vitest';
import { stepSummary } from '../../../server/src/features/replay/stepSummary';
import { workSpans } from '../../../server/src/features/replay/timelineLanes';
import { stepAt } from '../../../server/src/features/replay/timelineRows';
import { type EntryFields, fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

const START = 1_780_000_000_000n * 1_000_000n;
const MINUTE = 60_000_000_000n;
const at = (minute: number) => START + BigInt(minute) * MINUTE;

function replayed(told: EntryFields[]) {
  return replayOf([
    fileRecordOf(
      'a.jsonl',
      told.map(one => ({ run: 'r', ...one })),
    ),
  ]);
}

/** In minutes since the run began. */
function spansIn(told: EntryFields[]): [number, number][] {
  const { from, to } = workSpans(replayed(told).run);
  return Array.from(from, (begun, step) => [begun / 60_000, (to[step] as number) / 60_000]);
}

describe('a step is as long as its agent worked on it', () => {
  test.each<[string, EntryFields[], [number, number][]]>([
    [
      'since it was handed what it takes up',
      [
        { title: 'a', agent: 'vision', peer: 'build', at: at(0) },
        { title: 'b', agent: 'build', peer: 'review', at: at(6) },
        { title: 'c', agent: 'review', peer: 'user', at: at(8) },
      ],
      [
        [0, 0],
        [0, 6],
        [6, 8],
      ],
    ],
    [
      'since what it sent before, where it was handed both before',
      [
        { title: 'a', agent: 'vision', peer: 'build', at: at(0) },
        { title: 'b', agent: 'build', peer: 'vision', at: at(6) },
        { title: 'c', agent: 'vision', peer: 'build', at: at(6) },
        { title: 'd', agent: 'build', peer: 'vision', at: at(9) },
      ],
      [
        [0, 0],
        [0, 6],
        [6, 6],
        [6, 9],
      ],
    ],
    [
      'two at a time, each since then',
      [
        {
          title: 'a',
          agent: 'vision',
          effects: [
            { do: 'handoff', to: 'b' },
            { do: 'handoff', to: 'c' },
          ],
          at: at(0),
        },
        { title: 'b', agent: 'b', peer: 'd', at: at(4) },
        { title: 'c', agent: 'c', peer: 'd', at: at(5) },
        { title: 'd', agent: 'd', peer: 'a', at: at(9) },
      ],
      [
        [0, 0],
        [0, 4],
        [0, 5],
        [5, 9],
      ],
    ],
    [
      'as it says itself',
      [
        { title: 'a', agent: 'a', peer: 'b', at: at(0) },
        { title: 'b', agent: 'b', peer: 'a', at: at(6), duration: MINUTE },
      ],
      [
        [0, 0],
        [6, 7],
      ],
    ],
    [
      'not at all, where it only says that something happened',
      [
        { title: 'a', agent: 'a', peer: 'b', at: at(0) },
        { title: 'b', agent: 'b', at: at(6) },
      ],
      [
        [0, 0],
        [6, 6],
      ],
    ],
    [
      'not at all, where only the order says that it was handed something',
      [
        { title: 'a', agent: 'a', at: at(0) },
        { title: 'b', agent: 'b', peer: 'user', at: at(6) },
      ],
      [
        [0, 0],
        [6, 6],
      ],
    ],
  ])('%s', (_, told, spans) => {
    expect(spansIn(told)).toEqual(spans);
  });
});

test('at any time in its bar a step is the one that is shown, and it says how long it took', () => {
  const replay = replayed([
    { title: 'a', agent: 'vision', peer: 'build', at: at(0) },
    { title: 'b', agent: 'build', peer: 'review', at: at(6) },
    { title: 'c', agent: 'review', peer: 'user', at: at(8) },
  ]);
  expect([1, 5.9, 6.1, 7.9].map(minute => stepAt(replay, { axis: 'time', at: minute * 60_000 }))).toEqual([1, 1, 2, 2]);
  expect([0, 1, 2].map(step => stepSummary(replay, step).took)).toEqual([undefined, '6 min', '2 min']);
});

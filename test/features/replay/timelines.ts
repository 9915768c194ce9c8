import { columnsOf, type ReplayedRun } from '../../../server/src/features/replay/replayedRun';
import { runTimeline } from '../../../server/src/features/replay/runTimeline';
import type { Axis, Timeline, TimelineParams } from '../../../server/src/shared/replay';
import { type EntryFields, fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

export const MS = 1_000_000n;
export const OPEN = { all: false, but: [] };

export function replayOfSteps(told: readonly EntryFields[]): ReplayedRun {
  return replayOf([
    fileRecordOf(
      'a.jsonl',
      told.map(one => ({ run: 'r', ...one })),
    ),
  ]);
}

export function whole(replay: ReplayedRun, axis: Axis, more: Partial<TimelineParams> = {}): Timeline {
  const { count, length } = columnsOf(replay.run);
  const to = axis === 'even' ? count : length;
  return runTimeline(replay, { axis, from: 0, to, width: 1000, lanes: { from: 0, count: 100 }, folded: OPEN, ...more });
}

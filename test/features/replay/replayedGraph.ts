import { type EntryFields, fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

export function replayed(told: readonly Omit<EntryFields, 'title'>[]) {
  return replayOf([
    fileRecordOf(
      'a.jsonl',
      told.map((one, index) => ({ title: `work ${index}`, run: 'r', ...one })),
    ),
  ]);
}

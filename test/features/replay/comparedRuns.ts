import { type EntryFields, fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

export function replayed(one: EntryFields[], other: EntryFields[], texts: Record<string, string> = {}) {
  const of = (run: string, told: EntryFields[]) =>
    fileRecordOf(
      `${run}.jsonl`,
      told.map(step => ({ run, agent: 'a', ...step })),
    );
  const replay = replayOf([of('one', one), of('other', other)], { id: 'one', texts });
  return { replay, key: replay.others.summaries()[0]?.key ?? '' };
}

export const one: EntryFields[] = [
  { title: 'plan' },
  { title: 'write', confidence: 0.9 },
  { title: 'check' },
  { title: 'end' },
];

export const other: EntryFields[] = [
  { title: 'plan' },
  { title: 'write', confidence: 0.7, outcome: 'failed' },
  { title: 'end' },
  { title: 'more', kind: 'talk/error' },
];

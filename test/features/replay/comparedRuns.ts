import { recordOf, type Told } from '../../kit/records';
import { replayOf } from './replayOf';

export function replayed(one: Told[], other: Told[], texts: Record<string, string> = {}) {
  const of = (run: string, told: Told[]) =>
    recordOf(
      `${run}.jsonl`,
      told.map(step => ({ run, agent: 'a', ...step })),
    );
  const replay = replayOf([of('one', one), of('other', other)], { id: 'one', texts });
  return { replay, key: replay.others.summaries()[0]?.key ?? '' };
}

export const one: Told[] = [
  { title: 'plan' },
  { title: 'write', confidence: 0.9 },
  { title: 'check' },
  { title: 'end' },
];

export const other: Told[] = [
  { title: 'plan' },
  { title: 'write', confidence: 0.7, outcome: 'failed' },
  { title: 'end' },
  { title: 'more', kind: 'talk/error' },
];

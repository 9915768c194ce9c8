import { recordOf, type Told } from '../../kit/records';
import { replayOf } from './replayOf';

export function replayed(told: readonly Omit<Told, 'title'>[]) {
  return replayOf([
    recordOf(
      'a.jsonl',
      told.map((one, index) => ({ title: `work ${index}`, run: 'r', ...one })),
    ),
  ]);
}

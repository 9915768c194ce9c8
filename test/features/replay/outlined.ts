import { recordOf } from '../../kit/records';
import { replayOf } from './replayOf';

export const replay = replayOf([
  recordOf('a.jsonl', [
    { title: 'plan', agent: 'a', key: 'p', at: 0n },
    { title: 'other', at: 10n },
    { title: 'call', key: 'c', parent: 'p', at: 20n, outcome: 'failed' },
    { title: 'deep', parent: 'c', at: 30n },
  ]),
]);

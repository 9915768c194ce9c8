import { fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

export const replay = replayOf([
  fileRecordOf('a.jsonl', [
    { title: 'plan', agent: 'a', key: 'p', at: 0n },
    { title: 'other', at: 10n },
    { title: 'call', key: 'c', parent: 'p', at: 20n, outcome: 'failed' },
    { title: 'deep', parent: 'c', at: 30n },
  ]),
]);

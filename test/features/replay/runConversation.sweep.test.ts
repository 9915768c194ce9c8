import { expect, test } from 'vitest';
import { runConversation } from '../../../server/src/features/replay/runConversation';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

test('of very many some are told, and envelopes of many megabytes are not all read', () => {
  const reads: number[] = [];
  const replay = replayOf(
    [
      fileRecordOf(
        'a.jsonl',
        Array.from({ length: 5000 }, (_, index) => ({ title: `t${index}`, agent: 'a' })),
      ),
    ],
    {
      reader: {
        text({ part }) {
          reads.push(Number(part.slice(5)));
          return { text: `"${' '.repeat(1_500_000)}"`, lang: 'json' };
        },
      },
    },
  );
  const { rows, total, from } = runConversation(replay, { step: 4999, from: 4000, count: 1e9 });
  expect([rows.length, total, from]).toEqual([200, 5000, 4000]);
  expect(reads).toHaveLength(3);
});

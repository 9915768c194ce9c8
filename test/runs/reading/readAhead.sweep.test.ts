import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileEntry } from '../../../server/src/model/disk';
import type { ReadRange } from '../../../server/src/runs/reading/fileReadQueue';
import type { FileRecord } from '../../../server/src/runs/reading/fileRecord';
import { readLines } from '../../../server/src/runs/reading/readEntries';
import { readAhead, readFileRecord } from '../../../server/src/runs/reading/readFileRecord';
import { sixteenth } from '../../kit/amount';
import { memoryAccess } from '../../kit/memoryAccess';
import { testContext } from '../../kit/testContext';
import { LOG, message } from '../index/startedIndexer';

const line = fc.oneof(
  { weight: 3, arbitrary: fc.nat(99).map(id => message(`m${id}`)) },
  { weight: 1, arbitrary: fc.constantFrom('', '42', '{"id": ', '{"a": "b"}') },
);
/** How late a range is answered, in turns of the loop, and how. */
const answer = fc.record({ after: fc.nat(3), as: fc.constantFrom('read', 'read', 'read', 'nothing', 'failed') });

test('a log whose end is read elsewhere has the record of one that is read from its beginning alone', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 40, size: 'max' }),
      fc.constantFrom('', '\n'),
      fc.integer({ min: 50, max: 1200 }),
      fc.array(answer, { minLength: 1, maxLength: 6 }),
      async (lines, end, length, answers) => {
        const access = memoryAccess(new Map([[LOG, lines.join('\n') + end]]));
        const found = access.stat(LOG) as FileEntry;
        const context = testContext();
        let asked = 0;
        const ahead = readAhead(
          {
            read: async () => [],
            rest() {},
            async readRange({ from, until }): Promise<ReadRange | undefined> {
              const { after, as } = answers[asked++ % answers.length] as { after: number; as: string };
              for (let turn = 0; turn < after; turn++) await setImmediate();
              if (as === 'failed') throw new Error('gone');
              const range = as === 'read' ? access.range(LOG, from, until) : undefined;
              if (!range) return undefined;
              taken++;
              const entries = readLines(range.lines, 0, { families: context.families, association: undefined });
              return { start: range.start, mark: range.mark, entries: structuredClone(entries), unknown: {} };
            },
          },
          found,
          { length, least: 0 },
        );
        const alone = await recordOf(readFileRecord(found, { access, context }));
        expect(await recordOf(readFileRecord(found, { access, context, ahead }))).toEqual(alone);
      },
    ),
  );
  expect(taken).toBeGreaterThan(sixteenth(50));
});

async function recordOf(reading: ReturnType<typeof readFileRecord>): Promise<FileRecord | undefined> {
  let record: FileRecord | undefined;
  for (const value of reading) {
    await setImmediate();
    if (value !== 'waits') record = value;
  }
  return record;
}

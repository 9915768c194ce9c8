// Records of a log that no reader knows are counted, however the log is read.
import { expect, test } from 'vitest';
import type { FileEntry } from '../../../server/src/model/disk';
import type { FileRecord } from '../../../server/src/runs/reading/fileRecord';
import { readLines, unknownTypes } from '../../../server/src/runs/reading/readEntries';
import { readAhead, readFileRecord } from '../../../server/src/runs/reading/readFileRecord';
import { memoryAccess } from '../../kit/memoryAccess';
import { testContext } from '../../kit/testContext';

const LOG = 'file:///work/s.jsonl';
const said = (uuid: string) => ({
  ...{ type: 'user', sessionId: 's', uuid, parentUuid: null, isSidechain: false, timestamp: '2026-03-01T10:00:00Z' },
  message: { role: 'user', content: 'Go' },
});
const session = [said('1'), { type: 'pr-link' }, said('2'), { type: 'worktree-state' }, { type: 'pr-link' }, { a: 1 }];
const COUNTS = { 'pr-link': 2, 'worktree-state': 1, 'without a type': 1 };

function linesOf(values: readonly object[]): string {
  return values.map(value => `${JSON.stringify(value)}\n`).join('');
}

async function lastRecord(reading: ReturnType<typeof readFileRecord>): Promise<FileRecord | undefined> {
  let record: FileRecord | undefined;
  for (const value of reading) {
    if (value === 'waits') await new Promise(setImmediate);
    else record = value;
  }
  return record;
}

const context = testContext();

test('in a log and in a list, by their type', async () => {
  for (const [uri, text] of [
    [LOG, linesOf(session)],
    ['file:///work/s.json', JSON.stringify(session)],
  ] as const) {
    const access = memoryAccess(new Map([[uri, text]]));
    const record = await lastRecord(readFileRecord(access.stat(uri) as FileEntry, { access, context }));
    expect(record).toMatchObject({ unknown: COUNTS });
  }
});

test('once, where a log grows behind a last line that was not complete', async () => {
  const text = linesOf(session);
  const access = memoryAccess(new Map([[LOG, text.slice(0, -1)]]));
  const known = await lastRecord(readFileRecord(access.stat(LOG) as FileEntry, { access, context }));
  expect(known?.unknown).toEqual({ 'pr-link': 2, 'worktree-state': 1 });
  const grown = memoryAccess(new Map([[LOG, text + linesOf([{ type: 'pr-link' }])]]));
  const record = await lastRecord(readFileRecord(grown.stat(LOG) as FileEntry, { access: grown, context, known }));
  expect(record?.unknown).toEqual({ ...COUNTS, 'pr-link': 3 });
});

test('in what another thread reads', async () => {
  const text = linesOf(Array.from({ length: 20 }, () => session).flat());
  const access = memoryAccess(new Map([[LOG, text]]));
  const found = access.stat(LOG) as FileEntry;
  let taken = 0;
  const ahead = readAhead(
    {
      read: async () => [],
      rest() {},
      async readRange({ from, until }) {
        const range = access.range(LOG, from, until);
        if (!range) return undefined;
        taken++;
        const unknown = unknownTypes();
        const { families } = context;
        const entries = readLines(range.lines, 0, { families, association: undefined, onUnknown: unknown.add });
        return { start: range.start, mark: range.mark, entries, unknown: unknown.counts() };
      },
    },
    found,
    { length: 2000, least: 0 },
  );
  const record = await lastRecord(readFileRecord(found, { access, context, ahead }));
  expect(record?.unknown).toEqual({ 'pr-link': 40, 'worktree-state': 20, 'without a type': 20 });
  expect(taken).toBeGreaterThan(0);
});

test('not in a log of envelopes, which may have lines of other programs', async () => {
  const access = memoryAccess(new Map([[LOG, linesOf([{ type: 'pr-link' }, { level: 30, msg: 'started' }])]]));
  const record = await lastRecord(readFileRecord(access.stat(LOG) as FileEntry, { access, context }));
  expect(record?.unknown).toBeUndefined();
});

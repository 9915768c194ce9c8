import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileEntry, UnreadableFile } from '../../../server/src/model/disk';
import type { Indexer } from '../../../server/src/runs/indexer/workspaceIndexer';
import type { Reader } from '../../../server/src/runs/reading/fileReadQueue';
import type { FileRecord } from '../../../server/src/runs/reading/fileRecord';
import { readFileRecord } from '../../../server/src/runs/reading/readFileRecord';
import { textFile } from '../../../server/src/text/lines';
import { sixteenth } from '../../kit/amount';
import { memoryAccess } from '../../kit/memoryAccess';
import { testContext } from '../../kit/testContext';
import { FOLDER, LOG, lines, message, restarted, started } from '../index/startedIndexer';

describe('with a second reader', () => {
  const texts = Object.fromEntries(
    Array.from({ length: 150 }, (_, i) => [`${FOLDER}/m/${i}.json`, message(`m${i}`)] as const),
  );
  const files = { ...texts, [LOG]: lines(message('a'), message('b'), '') };
  const expected = () => {
    const alone = started(files);
    alone.work('idle');
    return alone.told();
  };

  test('the index equals the one without it', async () => {
    const other = readerOf(files);
    const one = started(files, undefined, undefined, undefined, other.reader);
    await other.whileWorking(one);
    expect(one.told()).toEqual(expected());
    expect(other.files()).toBeGreaterThan(99);
    expect(other.rested()).toBe(true);
  });

  test('that fails, the first one reads everything', async () => {
    const other = readerOf(files);
    other.reader.read = () => Promise.reject(new Error('gone'));
    const one = started(files, undefined, undefined, undefined, other.reader);
    await other.whileWorking(one);
    expect(one.told()).toEqual(expected());
  });

  test('the reader does not overwrite a newer version of a file', async () => {
    const other = readerOf(files);
    const one = started(files, undefined, undefined, undefined, other.reader);
    const changed = `${FOLDER}/m/0.json`;
    while (other.files() === 0) one.indexer.work();
    one.files.set(changed, message('new'));
    one.indexer.changed(changed);
    await other.whileWorking(one);
    expect(one.told()[0]).toContain('new');
    expect(one.told()[0]).not.toContain('m0,');
  });

  test('after cancelling, it accepts nothing more', async () => {
    const other = readerOf(files);
    const one = started(files, undefined, undefined, undefined, other.reader);
    while (other.files() === 0) one.indexer.work();
    one.indexer.cancel();
    await other.whileWorking(one);
    expect(one.told()).toEqual([]);
    expect(other.rested()).toBe(true);
  });
});

describe('after any changes', () => {
  const line = fc.oneof(
    fc.constantFrom('a', 'b', 'c').map(id => message(id)),
    fc.constant(message('d', { confidence: 7 })),
    fc.constant('42'),
    fc.constant(''),
  );
  const uri = fc.constantFrom(LOG, `${FOLDER}/logs/other.jsonl`, `${FOLDER}/one.json`);
  const change = fc.oneof(
    fc.record({ do: fc.constant('append' as const), uri, line, cut: fc.nat(20) }),
    fc.record({ do: fc.constant('write' as const), uri, line, cut: fc.nat(20) }),
    fc.record({ do: fc.constant('delete' as const), uri }),
    fc.record({ do: fc.constant('open' as const), uri, line, cut: fc.constant(0) }),
    fc.record({ do: fc.constant('close' as const), uri }),
    fc.record({ do: fc.constant('restart' as const), uri }),
  );

  test('the index equals that of the current files', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 10 }), changes => {
        let one = started({});
        for (const { do: what, uri: at, ...more } of changes) {
          const cut = 'line' in more ? `${more.line}\n`.slice(0, more.line.length + 1 - more.cut) : '';
          if (what === 'append') one.files.set(at, `${one.files.get(at) ?? ''}${cut}`);
          if (what === 'write') one.files.set(at, cut);
          if (what === 'delete') one.files.delete(at);
          if (what === 'open') one.open(textFile(at, at.endsWith('l') ? 'jsonl' : 'json', cut));
          if (what === 'close') one.close(at);
          one.indexer.changed(at);
          one.work('idle');
          if (what === 'restart') one = restarted(one);
        }
        for (const at of [LOG, `${FOLDER}/logs/other.jsonl`, `${FOLDER}/one.json`]) one.close(at);
        one.work('idle');
        const again = started({}, one.files);
        again.work('idle');
        expect(one.told()).toEqual(again.told());
      }),
      { numRuns: sixteenth(60) },
    );
  });
});

describe('a log that is edited in an editor', () => {
  // Uncertain lines become envelopes beside certain ones of their family.
  const line = fc.oneof(
    fc.constantFrom('a', 'b', 'c').map(id => message(id)),
    fc.constant(message('d', { confidence: 7 })),
    fc.constantFrom('{"from": "biuld", "to": "fix", "payload": {"confidence": 2}}', '{"id": ', '42', ''),
  );
  const edit = fc.record({
    at: fc.nat(8),
    removed: fc.nat(3),
    inserted: fc.array(line, { maxLength: 3 }),
    steps: fc.nat(6),
  });

  test('has the same record as one that is opened with the final text', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), fc.array(edit, { maxLength: 8 }), (before, edits) => {
        const one = started({});
        let now = before;
        one.open(logOf(now));
        for (const { at, removed, inserted, steps } of edits) {
          for (let step = 0; step < steps; step++) one.indexer.work();
          now = now.toSpliced(at, removed, ...inserted);
          one.open(logOf(now));
        }
        one.work('idle');
        const again = started({});
        again.open(logOf(now));
        again.work('idle');
        // A log without envelopes may have been checked or not: there is nothing to say of it.
        const recordIn = ({ indexer }: { indexer: Indexer }) => ({ checks: {}, ...indexer.index.record(LOG) });
        expect(recordIn(one)).toEqual(recordIn(again));
        expect(one.told()).toEqual(again.told());
      }),
      { numRuns: sixteenth(200) },
    );
  });

  function logOf(lines: readonly string[]) {
    return { uri: LOG, lang: 'jsonl' as const, lines: lines.length === 0 ? [''] : lines, eol: '\n' };
  }
});

/** Reads as another thread would, but in this one: its answers come later. */
function readerOf(given: Record<string, string>) {
  const access = memoryAccess(new Map(Object.entries(given)));
  let files = 0;
  let rests = false;
  const wholeOf = (found: FileEntry): FileRecord | UnreadableFile => {
    let record: FileRecord | undefined;
    for (const one of readFileRecord(found, { access, context: testContext() })) if (one !== 'waits') record = one;
    return record ?? { uri: found.uri, fault: 'is gone' };
  };
  const reader: Reader = {
    async read(some) {
      files += some.length;
      return some.map(wholeOf);
    },
    readRange: async () => undefined,
    rest() {
      rests = true;
    },
  };
  return {
    reader,
    files: () => files,
    rested: () => rests,
    async whileWorking({ indexer }: { indexer: Indexer }) {
      while (!indexer.state().idle) if (!indexer.work()) await setImmediate();
    },
  };
}

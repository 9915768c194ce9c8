import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Effect } from '../../../server/src/model/run';
import { type RunIndex, runIndex } from '../../../server/src/runs/index/runIndex';
import { deserializeIndex, serializeIndex } from '../../../server/src/runs/index/storedIndex';
import type { FileRecord } from '../../../server/src/runs/reading/fileRecord';
import { type EntryFields, fileRecordOf } from '../../kit/fileRecordOf';
import { titleDigests } from '../../kit/titleDigests';
import { FOLDER, indexOf, reachable, runOf, shown, stepsOf } from '../shownRuns';

describe('questions and answers', () => {
  test('one frequent id takes no longer than many ids', () => {
    const told = Array.from(
      { length: 40_000 },
      (_, i): EntryFields => ({ title: '', side: i % 2 ? 'answer' : 'ask', pair: 't' }),
    );
    const asks = told.filter(({ side }) => side === 'ask');
    const index = indexOf(
      fileRecordOf('a.jsonl', asks),
      fileRecordOf(
        'b.jsonl',
        told.filter(({ side }) => side === 'answer'),
      ),
    );
    const [run] = index.runs();
    expect(run?.steps).toBe(20_000);
    expect(runOf(index, 'a.jsonl').step(19_999).envelopes).toHaveLength(2);
  });
});

describe('the order of a run', () => {
  test('puts nested steps after their parent, for any clock', () => {
    const index = indexOf(
      fileRecordOf('a.json', [
        { title: 'grandchild', run: 'r', key: '3', parent: '2', at: 2n },
        { title: 'child', run: 'r', key: '2', parent: '1', at: 1n },
        { title: 'before', run: 'r', at: 3n },
        { title: 'root', run: 'r', key: '1', at: 5n },
        { title: 'after', run: 'r', at: 6n },
      ]),
    );
    expect(shown(index)).toEqual(['r: before, root, child, grandchild, after']);
  });

  test('never puts a nested step before its parent, for any steps', () => {
    const value = fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined });
    const entry = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd'),
      parent: fc.constantFrom('a', 'b', 'c', undefined),
      order: value,
      at: value,
    });
    fc.assert(
      fc.property(fc.array(fc.array(entry, { maxLength: 4 }), { maxLength: 3 }), files => {
        const records = files.map((entries, file) =>
          fileRecordOf(
            `${file}.jsonl`,
            entries.map(({ key, parent, order, at }, i) => ({
              title: `${i}`,
              run: 'r',
              key,
              ...(parent && { parent }),
              ...(order !== undefined && { order }),
              ...(at !== undefined && { at: BigInt(at) }),
            })),
          ),
        );
        if (files.every(entries => entries.length === 0)) return;
        const run = runOf(indexOf(...records), 'r');
        for (let step = 0; step < run.summary.steps; step++) expect(run.step(step).parent ?? -1).toBeLessThan(step);
      }),
    );
  });

  test('every step leads up to a root, for any parents', () => {
    const keys = fc.constantFrom('a', 'b', 'c', 'd', 'e', undefined);
    const entries = fc.array(fc.record({ key: keys, parent: keys, at: fc.option(fc.bigInt(0n, 3n)) }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(entries, drawn => {
        const told = drawn.map(({ key, parent, at }, i) => ({
          title: `${i}`,
          run: 'r',
          ...(key && { key }),
          ...(parent && { parent }),
          ...(at !== null && { at }),
        }));
        const index = indexOf(fileRecordOf('a.json', told));
        if (told.length > 0) expect(reachable(runOf(index, 'r'))).toHaveLength(told.length);
      }),
    );
  });
});

describe('after any changes', () => {
  const told = fc.array(
    fc.record(
      {
        title: fc.constantFrom('a', 'b', 'c'),
        run: fc.constantFrom('1', '2'),
        at: fc.bigInt(0n, 5n),
        side: fc.constantFrom('ask' as const, 'answer' as const),
        pair: fc.constantFrom('p', 'q'),
        space: fc.constant('feature'),
        key: fc.constantFrom('k', 'l'),
        parent: fc.constantFrom('k', 'l'),
        isUnique: fc.constant(true as const),
        duration: fc.bigInt(1n, 2n),
        effects: fc.constant<Effect[]>([{ do: 'usage', tokens: 1 }]),
      },
      { requiredKeys: ['title'] },
    ),
    { maxLength: 4 },
  );
  const logs = fc.constantFrom('x/a.jsonl', 'x/b.jsonl', 'y/a.jsonl', 'x/a.input.json', 'x/a.output.json');
  const log = fc.record({ name: logs, record: fc.option(told.map(entries => ({ entries }))) });
  const registries = fc.constantFrom('x/index.md', 'z/index.md', 'z/copy.md');
  const state = fc.record({
    feature: fc.constantFrom('1', '2'),
    family: fc.constantFrom('talk', 'other'),
    workflows: fc.array(
      fc.record({
        name: fc.constantFrom('plan', ''),
        status: fc.constantFrom('running' as const, 'succeeded' as const),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  });
  const history = fc.array(fc.record({ title: fc.constant('decided'), run: fc.constantFrom('1', '1 · plan') }), {
    maxLength: 1,
  });
  const registry = fc.record({
    name: registries,
    record: fc.option(
      fc.record({ state, history }).map(({ state, history }) => ({
        entries: history.map(one => ({ ...one, history: true as const, path: ['decisions', 0] })),
        registry: state,
      })),
    ),
  });
  const change = fc.record({ of: fc.oneof(log, registry), restarts: fc.boolean() });

  test('the index equals that of the current files', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), changes => {
        let index = runIndex({ folders: () => [FOLDER], digestsOf: titleDigests });
        const files = new Map<string, FileRecord>();
        for (const {
          of: { name, record: given },
          restarts,
        } of changes) {
          if (given)
            files.set(name, fileRecordOf(name, given.entries, 'registry' in given ? { registry: given.registry } : {}));
          else files.delete(name);
          const record = files.get(name);
          if (record) index.set(record);
          else index.remove(`${FOLDER}/${name}`);
          // Asked in between, so that something is remembered that may have to be forgotten.
          index.runs();
          if (restarts) index = restarted(index);
        }
        const expected = everything(indexOf(...files.values()));
        expect(
          index
            .runs()
            .map(({ key }) => key)
            .sort(),
        ).toEqual(expected.map(({ summary }) => summary.key));
        expect(new Set(index.runs())).toEqual(new Set(expected.map(({ summary }) => summary)));
        expect(everything(index)).toEqual(expected);
      }),
    );
  });
});

/** The same index as it is after it was stored. */
function restarted(index: RunIndex): RunIndex {
  const { head, sections } = serializeIndex(index.stored());
  const stored = sections.map(section => {
    const values = 'values' in section ? section.values() : [...(section as Iterable<unknown>)];
    return { values: () => structuredClone(values) };
  });
  return runIndex({
    folders: () => [FOLDER],
    before: deserializeIndex({ head: structuredClone(head), sections: stored }, () => {}),
    digestsOf: titleDigests,
  });
}

function everything(index: RunIndex) {
  return index
    .runs()
    .toSorted((one, two) => (one.key < two.key ? -1 : 1))
    .map(summary => {
      const run = index.run(summary.key);
      return { summary, steps: run && stepsOf(run), files: summary.files.map(uri => index.stepsIn(uri)) };
    });
}

import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Context } from '../../server/src/analysis/analyse';
import type { Fault, Found } from '../../server/src/model/fileAccess';
import type { FileRecord } from '../../server/src/runs/fileRecord';
import { type Indexer, indexer } from '../../server/src/runs/indexer';
import { readFile } from '../../server/src/runs/readFile';
import type { Reader } from '../../server/src/runs/sharedReading';
import { fromStore, type StoredIndex, toStore } from '../../server/src/runs/storedIndex';
import { sourceFile } from '../../server/src/text/lines';
import { loadStored, saveStored } from '../../server/src/workspace/indexStore';
import { folder } from '../cli/run';
import { analysed, analysedInRun, problemsIn } from '../kit/analysed';
import { contextOf } from '../kit/context';
import { memoryAccess } from '../kit/memoryAccess';

const FOLDER = 'file:///work';
const LOG = `${FOLDER}/logs/wf.jsonl`;

describe('the folders are read', () => {
  test('and what is wrong is found after', () => {
    const { work, told } = started({
      [LOG]: lines(message('a'), '{"id": ', message('b', { confidence: 7 }), '42', ''),
    });
    work('settled');
    expect(told()).toEqual(['wf_1: a, b, 0 errors']);
    work('idle');
    expect(told()).toEqual(['wf_1: a, b, 2 errors']);
  });

  test('with a pause after each piece, and runs to see before the end', () => {
    const { indexer, told } = started({ [LOG]: lines(...Array.from({ length: 9 }, (_, i) => message(`m${i}`)), '') });
    let pieces = 0;
    while (told().length === 0) pieces += indexer.work() ? 1 : 0;
    expect(told()).toEqual(['wf_1: m0, m1, 0 errors']);
    expect(indexer.state()).toMatchObject({ scanning: true, settled: false });
    expect(pieces).toBeLessThan(4);
  });

  test('until they are told to stop; what was read stays', () => {
    const { indexer, work, told } = started({
      [`${FOLDER}/a.json`]: message('a'),
      [`${FOLDER}/b.json`]: message('b'),
    });
    indexer.work();
    indexer.cancel();
    work('idle');
    expect(told()).toEqual(['wf_1: a, 0 errors']);
    expect(indexer.state()).toMatchObject({ cancelled: true, scanning: false });
    indexer.scan();
    work('idle');
    expect(told()).toEqual(['wf_1: a, b, 0 errors']);
  });

  test('and what is no envelope is passed over', () => {
    const { work, told } = started({
      [`${FOLDER}/package.json`]: '{"name": "x"}',
      [`${FOLDER}/README.md`]: '# Hello',
      [`${FOLDER}/data.jsonl`]: '1\n"two"\n{"three": 3}\n',
    });
    work('idle');
    expect(told()).toEqual([]);
  });
});

describe('problems that take more than one envelope', () => {
  const call = (id: string, at: number) =>
    `{"call_id": "${id}", "agent": "calendar", "tool": "y", "args": {}, "ts": "2026-06-01T10:00:0${at}Z", "confirm_required": false, "deadline_ms": 500}`;
  const result = (id: string, took = 1) =>
    `{"call_id": "${id}", "ok": true, "result": {}, "error": null, "latency_ms": ${took}}`;
  const [calls, results] = [`${FOLDER}/calls.jsonl`, `${FOLDER}/results.jsonl`];
  const rulesOf = ({ indexer }: { indexer: Indexer }) => indexer.index.runs().map(({ rules }) => [...rules].sort());

  test('are found when all files of a folder are checked, and again when one of them changes', () => {
    const one = started({
      [calls]: lines(call('t_aaaaaaaaaa', 0), call('t_bbbbbbbbbb', 1), call('t_cccccccccc', 2), ''),
      [results]: lines(result('t_aaaaaaaaaa', 900), result('t_cccccccccc'), ''),
    });
    one.work('idle');
    expect(rulesOf(one)).toEqual([['toolcall/call-without-result', 'toolcall/late-result']]);
    const [run] = one.indexer.index.runs();
    const steps = one.indexer.index.run(run?.key ?? '');
    expect([0, 1, 2].map(at => steps?.step(at).problems.warning)).toEqual([1, 1, 0]);
    one.files.set(results, lines(result('t_aaaaaaaaaa'), result('t_bbbbbbbbbb'), result('t_cccccccccc'), ''));
    one.indexer.changed(results);
    one.work('idle');
    expect(rulesOf(one)).toEqual([[]]);
    one.indexer.open(sourceFile(results, 'jsonl', lines(result('t_aaaaaaaaaa', 900), result('t_bbbbbbbbbb'))));
    one.work('idle');
    expect(rulesOf(one)).toEqual([['toolcall/late-result']]);
    one.indexer.close(results);
    one.files.delete(results);
    one.work('idle');
    expect(rulesOf(one)).toEqual([[]]);
  });

  test('are what the editor says of each file, and outlast a start', () => {
    const files = {
      [calls]: lines(call('t_aaaaaaaaaa', 0), call('t_bbbbbbbbbb', 1), call('t_aaaaaaaaaa', 2), 'null'),
      [results]: lines(result('t_aaaaaaaaaa', 900), result('t_zzzzzzzzzz'), result('t_bbbbbbbbbb').slice(0, -1)),
    };
    const one = started(files);
    one.work('idle');
    const beside = Object.fromEntries(Object.entries(files).map(([uri, text]) => [uri.slice(FOLDER.length + 1), text]));
    for (const [name, text] of Object.entries(beside)) {
      const { [name]: _, ...others } = beside;
      const alone = new Set(problemsIn(analysed(name, text)).map(({ rule }) => rule));
      const said = problemsIn(analysedInRun(name, text, { files: others })).filter(({ rule }) => !alone.has(rule));
      const inRuns = one.indexer.index.record(`${FOLDER}/${name}`)?.inRuns ?? {};
      const found = Object.entries(inRuns).flatMap(([part, some]) => some.map(({ rule }) => `${part} ${rule}`));
      expect(found.sort()).toEqual(said.map(({ part, rule }) => `${part.id} ${rule}`).sort());
      expect(found.length).toBeGreaterThan(0);
    }
    const again = restarted(one);
    again.work('idle');
    expect(rulesOf(again)).toEqual(rulesOf(one));
  });
});

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

  test('the index is the one that is made without', async () => {
    const other = readerOf(files);
    const one = started(files, undefined, undefined, undefined, other.reader);
    await other.whileWorking(one);
    expect(one.told()).toEqual(expected());
    expect(other.files()).toBeGreaterThan(99);
    expect(other.rested()).toBe(true);
  });

  test('that fails, the first one reads all', async () => {
    const other = readerOf(files);
    other.reader.read = () => Promise.reject(new Error('gone'));
    const one = started(files, undefined, undefined, undefined, other.reader);
    await other.whileWorking(one);
    expect(one.told()).toEqual(expected());
  });

  test('what a file says when the reader is done with it is not undone by the reader', async () => {
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

  test('told to stop, it takes nothing more', async () => {
    const other = readerOf(files);
    const one = started(files, undefined, undefined, undefined, other.reader);
    while (other.files() === 0) one.indexer.work();
    one.indexer.cancel();
    await other.whileWorking(one);
    expect(one.told()).toEqual([]);
    expect(other.rested()).toBe(true);
  });
});

describe('a log that grows', () => {
  test('is read from where it ended', () => {
    const { files, access, indexer, work, told } = started({ [LOG]: lines(message('a'), message('b'), '') });
    work('idle');
    const before = access.linesRead();
    files.set(LOG, `${files.get(LOG)}${message('c')}\n`);
    indexer.changed(LOG);
    work('settled');
    expect(told()).toEqual(['wf_1: a, b, c, 0 errors']);
    expect(access.linesRead() - before).toBe(1);
  });

  test('by half a line, which is read again when it is whole', () => {
    const whole = message('b', { confidence: 7 });
    const { files, indexer, work, told } = started({ [LOG]: `${message('a')}\n${whole.slice(0, 30)}` });
    work('idle');
    expect(told()[0]).toContain('1 errors');
    files.set(LOG, `${message('a')}\n${whole}\n`);
    indexer.changed(LOG);
    work('idle');
    expect(told()).toEqual(['wf_1: a, b, 1 errors']);
  });

  test('by the rest of a line, which was no error but not finished', () => {
    const { files, indexer, work, told } = started({ [LOG]: `${message('a')}\n${message('b').slice(0, 30)}` });
    work('idle');
    expect(told()[0]).toContain('1 errors');
    files.set(LOG, lines(message('a'), message('b'), ''));
    indexer.changed(LOG);
    work('idle');
    expect(told()).toEqual(['wf_1: a, b, 0 errors']);
  });

  test('and one in its place is another', () => {
    const { files, indexer, work, told } = started({ [LOG]: lines(message('a'), message('b'), '') });
    work('idle');
    files.set(LOG, lines(message('x'), ''));
    indexer.changed(LOG);
    work('idle');
    expect(told()).toEqual(['wf_1: x, 0 errors']);
  });
});

describe('a file that is open in an editor', () => {
  test('counts as the editor holds it, until it is closed', () => {
    const { indexer, work, told } = started({ [LOG]: lines(message('saved'), '') });
    work('idle');
    indexer.open(sourceFile(LOG, 'jsonl', message('typed', { confidence: 7 })));
    work('idle');
    expect(told()).toEqual(['wf_1: typed, 1 errors']);
    indexer.close(LOG);
    work('idle');
    expect(told()).toEqual(['wf_1: saved, 0 errors']);
  });

  test('may be on no disk', () => {
    const { indexer, work, told } = started({});
    indexer.open(sourceFile('untitled:Untitled-1', 'json', message('new')));
    work('idle');
    expect(told()).toEqual(['wf_1: new, 0 errors']);
    indexer.close('untitled:Untitled-1');
    work('idle');
    expect(told()).toEqual([]);
  });
});

test('what goes wrong with one file is told, and leaves the others', () => {
  const broken = `${FOLDER}/b.json`;
  const files = { [`${FOLDER}/a.json`]: message('a'), [broken]: message('b'), [`${FOLDER}/c.json`]: message('c') };
  const { access, indexer, work, told, faults } = started(files);
  const { text } = access;
  access.text = uri => {
    if (uri === broken) throw new RangeError('too deep');
    return text(uri);
  };
  work('idle');
  indexer.changed(broken);
  work('idle');
  expect(told()).toEqual(['wf_1: a, c, 0 errors']);
  expect(faults).toEqual([{ uri: broken, fault: 'is left out: too deep' }]);
});

test('a folder that is gone takes along what was in it', () => {
  const { files, indexer, work, told } = started({
    [`${FOLDER}/sub/deep/a.json`]: message('a'),
    [`${FOLDER}/sub.json`]: message('b'),
  });
  work('idle');
  files.delete(`${FOLDER}/sub/deep/a.json`);
  indexer.changed(`${FOLDER}/sub`);
  work('settled');
  expect(told()).toEqual(['wf_1: b, 0 errors']);
});

test('a folder that has come brings what is in it, but for what is passed over', () => {
  const { files, access, indexer, work, told } = started({ [`${FOLDER}/a.json`]: message('a') });
  const hidden = `${FOLDER}/sub/build/c.json`;
  access.finds = (_, uri) => uri !== hidden;
  work('idle');
  files.set(`${FOLDER}/sub/deep/b.json`, message('b'));
  files.set(hidden, message('c'));
  indexer.changed(`${FOLDER}/sub`);
  work('settled');
  expect(told()).toEqual(['wf_1: a, b, 0 errors']);
});

test('what is passed over when the folder is read is so when it changes or is closed', () => {
  const { files, access, indexer, work, told } = started({ [`${FOLDER}/a.json`]: message('a') });
  const hidden = `${FOLDER}/build/b.json`;
  files.set(hidden, message('b'));
  access.find = function* () {};
  access.finds = (_, uri) => uri !== hidden;
  indexer.changed(`${FOLDER}/a.json`);
  indexer.changed(hidden);
  work('idle');
  expect(told()).toEqual([]);
  indexer.open(sourceFile(hidden, 'json', message('b')));
  work('idle');
  expect(told()).toEqual(['wf_1: b, 0 errors']);
  indexer.close(hidden);
  work('idle');
  expect(told()).toEqual([]);
});

describe('a file that is gone, of several in a folder', () => {
  const files = { [`${FOLDER}/a.json`]: message('a'), [`${FOLDER}/b.json`]: message('b') };

  test('is so when the folders are read again', () => {
    const one = started(files);
    one.work('idle');
    one.files.delete(`${FOLDER}/a.json`);
    one.indexer.scan();
    one.work('idle');
    expect(one.told()).toEqual(['wf_1: b, 0 errors']);
  });

  test('also since the last time', () => {
    const one = started(files);
    one.work('idle');
    one.files.delete(`${FOLDER}/a.json`);
    const again = restarted(one);
    again.work('idle');
    expect(again.told()).toEqual(['wf_1: b, 0 errors']);
  });
});

test('a file that vanishes while it is read is nothing to speak of', () => {
  const { files, access, indexer, work, faults } = started({ [LOG]: lines(message('a'), '') });
  const { log } = access;
  access.log = (uri, from) => {
    files.delete(uri);
    return log(uri, from);
  };
  work('idle');
  expect(faults).toEqual([]);
  expect(indexer.index.runs()).toEqual([]);
});

test('what can not be read is told once', () => {
  const { access, indexer, work, faults } = started({ [`${FOLDER}/a.json`]: '' });
  access.text = () => ({ fault: 'is denied' });
  work('idle');
  indexer.changed(`${FOLDER}/a.json`);
  work('idle');
  expect(faults).toEqual([{ uri: `${FOLDER}/a.json`, fault: 'is denied' }]);
});

test('what is known from the last time is read again only where the file is another', () => {
  const first = started({ [LOG]: lines(message('a'), ''), [`${FOLDER}/b.json`]: message('b') });
  first.work('idle');
  const texts: string[] = [];
  const noted = (uri: string) => texts[texts.push(uri) - 1] as string;
  const second = restarted(first);
  const { text, log } = second.access;
  second.access.text = uri => text(noted(uri));
  second.access.log = (uri, from) => log(noted(uri), from);
  first.files.set(`${FOLDER}/b.json`, message('c'));
  second.work('idle');
  expect(second.told()).toEqual(['wf_1: c, a, 0 errors']);
  expect(new Set(texts)).toEqual(new Set([`${FOLDER}/b.json`]));
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

  test('the index is the one of the files as they are', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 10 }), changes => {
        let one = started({});
        for (const { do: what, uri: at, ...more } of changes) {
          const cut = 'line' in more ? `${more.line}\n`.slice(0, more.line.length + 1 - more.cut) : '';
          if (what === 'append') one.files.set(at, `${one.files.get(at) ?? ''}${cut}`);
          if (what === 'write') one.files.set(at, cut);
          if (what === 'delete') one.files.delete(at);
          if (what === 'open') one.indexer.open(sourceFile(at, at.endsWith('l') ? 'jsonl' : 'json', cut));
          if (what === 'close') one.indexer.close(at);
          one.indexer.changed(at);
          one.work('idle');
          if (what === 'restart') one = restarted(one);
        }
        for (const at of [LOG, `${FOLDER}/logs/other.jsonl`, `${FOLDER}/one.json`]) one.indexer.close(at);
        one.work('idle');
        const again = started({}, one.files);
        again.work('idle');
        expect(one.told()).toEqual(again.told());
      }),
      { numRuns: 60 },
    );
  });
});

function started(
  given: Record<string, string>,
  files = new Map(Object.entries(given)),
  access = memoryAccess(files),
  before?: StoredIndex,
  reader?: Reader,
) {
  const faults: Fault[] = [];
  const context: Context = contextOf();
  const own: Indexer = indexer({
    access,
    folders: () => [FOLDER],
    contextOf: () => context,
    warn: fault => faults.push(fault),
    before,
    reader,
  });
  own.scan();
  return {
    files,
    access,
    faults,
    indexer: own,
    /** Works until all is read, or until there is nothing left to do. */
    work(until: 'settled' | 'idle') {
      while (!own.state()[until] && own.work());
    },
    told: () =>
      own.index
        .runs()
        .map(({ key, id, steps, problems }) => {
          const run = own.index.run(key);
          const keys = Array.from({ length: steps }, (_, at) => run?.step(at).key);
          return `${id}: ${keys.join(', ')}, ${problems.error} errors`;
        })
        .sort(),
  };
}

/** Reads as another thread would, but in this one: its answers come later. */
function readerOf(given: Record<string, string>) {
  const access = memoryAccess(new Map(Object.entries(given)));
  let files = 0;
  let rests = false;
  const wholeOf = (found: Found): FileRecord | Fault => {
    let record: FileRecord | undefined;
    for (const one of readFile(found, { access, context: contextOf() })) record = one;
    return record ?? { uri: found.uri, fault: 'is gone' };
  };
  const reader: Reader = {
    async read(some) {
      files += some.length;
      return some.map(wholeOf);
    },
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

/** The same files with what was known of them; not read yet. Open files are as on disk again. */
function restarted({ files, access, indexer }: ReturnType<typeof started>) {
  const place = folder({});
  saveStored(place, '1', toStore(indexer.index.stored()));
  const stored = loadStored(place, '1');
  return started(
    {},
    files,
    access,
    stored &&
      fromStore(stored, () => {
        throw new Error('damaged');
      }),
  );
}

function message(id: string, payload: object = {}): string {
  return JSON.stringify({
    id,
    timestamp: '2026-05-07T14:46:01Z',
    from: 'build',
    to: 'review',
    intent: 'task',
    context: { project: 'p', domain: 'd', priority: 1, workflowId: 'wf_1' },
    payload: { input: 'x', output: 'y', confidence: 0.95, needsReview: false, ...payload },
  });
}

function lines(...texts: string[]): string {
  return texts.join('\n');
}

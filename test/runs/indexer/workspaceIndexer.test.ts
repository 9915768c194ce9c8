import { describe, expect, test } from 'vitest';
import type { Indexer } from '../../../server/src/runs/indexer/workspaceIndexer';
import { textFile } from '../../../server/src/text/lines';
import { analyseText, analyseWithRunRules, problemsIn } from '../../kit/analyseText';
import { memoryAccess } from '../../kit/memoryAccess';
import { FOLDER, LOG, lines, message, restarted, started } from '../index/startedIndexer';

describe('folders are read', () => {
  test('and problems are found afterwards', () => {
    const { work, told } = started({
      [LOG]: lines(message('a'), '{"id": ', message('b', { confidence: 7 }), '42', ''),
    });
    work('isComplete');
    expect(told()).toEqual(['wf_1: a, b, 0 errors']);
    work('idle');
    expect(told()).toEqual(['wf_1: a, b, 2 errors']);
  });

  test('with a pause after each piece, and the first runs before the end', () => {
    const { indexer, told } = started({ [LOG]: lines(...Array.from({ length: 9 }, (_, i) => message(`m${i}`)), '') });
    let pieces = 0;
    while (told().length === 0) pieces += indexer.work() ? 1 : 0;
    expect(told()).toEqual(['wf_1: m0, m1, 0 errors']);
    expect(indexer.state()).toMatchObject({ scanning: true, isComplete: false });
    expect(pieces).toBeLessThan(4);
  });

  test('until cancelled; what was read stays', () => {
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

  test('without files that hold no envelopes', () => {
    const { work, told } = started({
      [`${FOLDER}/package.json`]: '{"name": "x"}',
      [`${FOLDER}/README.md`]: '# Hello',
      [`${FOLDER}/data.jsonl`]: '1\n"two"\n{"three": 3}\n',
    });
    work('idle');
    expect(told()).toEqual([]);
  });
});

test('a log of another tool is read once; an envelope that is appended is checked, with the lines before', () => {
  const span = (id: string) =>
    `{"name": "a", "context": {"trace_id": "t", "span_id": "${id}"}, "start_time": 1, "attributes": {}}`;
  const own = started({ [LOG]: lines(span('s1'), '{"id": ', span('s2'), '') });
  own.work('isComplete');
  const once = own.access.linesRead();
  own.work('idle');
  expect([own.told(), own.access.linesRead()]).toEqual([['t: s1, s2, 0 errors'], once]);
  own.files.set(LOG, lines(span('s1'), '{"id": ', span('s2'), message('m', { confidence: 7 }), ''));
  own.indexer.changed(LOG);
  own.work('idle');
  // Among envelopes a line that can't be read is a broken one.
  expect(own.told()).toEqual(['t: s1, s2, 1 errors', 'wf_1: m, 1 errors']);
});

describe('a change during a scan', () => {
  test('adds a file to a folder that was listed without it', () => {
    const { files, indexer, work, told } = started({ [LOG]: lines(message('a'), '') });
    indexer.work();
    files.set(`${FOLDER}/new/b.json`, message('b'));
    indexer.changed(`${FOLDER}/new/b.json`);
    work('idle');
    expect(told()).toEqual(['wf_1: a, b, 0 errors']);
  });

  test('of the log that is being read repeats none of its lines', () => {
    const { files, indexer, work, told } = started({
      [LOG]: lines(...['a', 'b', 'c', 'd', 'e'].map(id => message(id)), ''),
    });
    indexer.work();
    expect(told()).toEqual(['wf_1: a, b, 0 errors']);
    files.set(LOG, `${files.get(LOG)}${message('f')}\n`);
    indexer.changed(LOG);
    work('idle');
    expect(told()).toEqual(['wf_1: a, b, c, d, e, f, 0 errors']);
    expect(indexer.index.record(LOG)?.entries).toHaveLength(6);
  });

  test('of settings leaves nothing of a changed log that was read before', () => {
    const one = started({ [LOG]: lines(...['a', 'b', 'c', 'd', 'e'].map(id => message(id)), '') });
    one.work('idle');
    one.files.set(LOG, lines(...['f', 'g', 'h', 'i', 'j'].map(id => message(id)), ''));
    one.indexer.changed(LOG);
    one.indexer.work();
    one.indexer.contextChanged();
    one.indexer.work();
    expect(one.indexer.index.record(LOG)?.entries.length ?? 0).toBeLessThan(3);
    one.work('idle');
    expect(one.indexer.index.record(LOG)?.entries).toHaveLength(5);
  });
});

test.each(['cancelled', 'replaced'] as const)('a log whose scan was %s is read to its end by the next', how => {
  const one = started({ [LOG]: lines(...['a', 'b', 'c', 'd', 'e'].map(id => message(id)), '') });
  one.indexer.work();
  if (how === 'cancelled') one.indexer.cancel();
  one.indexer.scan();
  one.work('idle');
  expect(one.told()).toEqual(['wf_1: a, b, c, d, e, 0 errors']);
});

describe('problems of several envelopes', () => {
  const call = (id: string, at: number) =>
    `{"call_id": "${id}", "agent": "calendar", "tool": "y", "args": {}, "ts": "2026-06-01T10:00:0${at}Z", "confirm_required": false, "deadline_ms": 500}`;
  const result = (id: string, took = 1) =>
    `{"call_id": "${id}", "ok": true, "result": {}, "error": null, "latency_ms": ${took}}`;
  const [calls, results] = [`${FOLDER}/calls.jsonl`, `${FOLDER}/results.jsonl`];
  const rulesOf = ({ indexer }: { indexer: Indexer }) => indexer.index.runs().map(({ rules }) => [...rules].sort());

  test('are found once all files of a folder are checked, and again after a change', () => {
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
    one.open(textFile(results, 'jsonl', lines(result('t_aaaaaaaaaa', 900), result('t_bbbbbbbbbb'))));
    one.work('idle');
    expect(rulesOf(one)).toEqual([['toolcall/late-result']]);
    one.close(results);
    one.files.delete(results);
    one.work('idle');
    expect(rulesOf(one)).toEqual([[]]);
  });

  test('are found in the files beside one that was emptied', () => {
    const one = started({
      [calls]: lines(call('t_aaaaaaaaaa', 0), call('t_bbbbbbbbbb', 1), call('t_cccccccccc', 2), ''),
      [results]: lines(result('t_aaaaaaaaaa'), result('t_bbbbbbbbbb'), ''),
      [`${FOLDER}/more.jsonl`]: lines(result('t_cccccccccc'), ''),
    });
    const inRuns = ({ indexer }: { indexer: Indexer }) => indexer.index.record(calls)?.inRuns;
    one.work('idle');
    one.files.set(results, '');
    one.indexer.changed(results);
    one.work('idle');
    const again = started({}, one.files);
    again.work('idle');
    expect(inRuns(one)).toEqual(inRuns(again));
    expect(inRuns(one)).toBeDefined();
  });

  test('equal those in the editor, and survive a restart', () => {
    const files = {
      [calls]: lines(call('t_aaaaaaaaaa', 0), call('t_bbbbbbbbbb', 1), call('t_aaaaaaaaaa', 2), 'null'),
      [results]: lines(result('t_aaaaaaaaaa', 900), result('t_zzzzzzzzzz'), result('t_bbbbbbbbbb').slice(0, -1)),
    };
    const one = started(files);
    one.work('idle');
    const beside = Object.fromEntries(Object.entries(files).map(([uri, text]) => [uri.slice(FOLDER.length + 1), text]));
    for (const [name, text] of Object.entries(beside)) {
      const { [name]: _, ...others } = beside;
      const alone = new Set(problemsIn(analyseText(name, text)).map(({ rule }) => rule));
      const said = problemsIn(analyseWithRunRules(name, text, { files: others })).filter(
        ({ rule }) => !alone.has(rule),
      );
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

describe('a log that grows', () => {
  test('is read from where it ended', () => {
    const { files, access, indexer, work, told } = started({ [LOG]: lines(message('a'), message('b'), '') });
    work('idle');
    const before = access.linesRead();
    files.set(LOG, `${files.get(LOG)}${message('c')}\n`);
    indexer.changed(LOG);
    work('isComplete');
    expect(told()).toEqual(['wf_1: a, b, c, 0 errors']);
    expect(access.linesRead() - before).toBe(1);
  });

  test('with an incomplete line is read again once it is complete', () => {
    const whole = message('b', { confidence: 7 });
    const { files, indexer, work, told } = started({ [LOG]: `${message('a')}\n${whole.slice(0, 30)}` });
    work('idle');
    expect(told()[0]).toContain('1 errors');
    files.set(LOG, `${message('a')}\n${whole}\n`);
    indexer.changed(LOG);
    work('idle');
    expect(told()).toEqual(['wf_1: a, b, 1 errors']);
  });

  test('with the rest of a line has no error for the incomplete line', () => {
    const { files, indexer, work, told } = started({ [LOG]: `${message('a')}\n${message('b').slice(0, 30)}` });
    work('idle');
    expect(told()[0]).toContain('1 errors');
    files.set(LOG, lines(message('a'), message('b'), ''));
    indexer.changed(LOG);
    work('idle');
    expect(told()).toEqual(['wf_1: a, b, 0 errors']);
  });

  test('and is replaced is read from its start', () => {
    const { files, indexer, work, told } = started({ [LOG]: lines(message('a'), message('b'), '') });
    work('idle');
    files.set(LOG, lines(message('x'), ''));
    indexer.changed(LOG);
    work('idle');
    expect(told()).toEqual(['wf_1: x, 0 errors']);
  });
});

describe('a file that is open in an editor', () => {
  test('counts with the content of the editor, until it is closed', () => {
    const { open, close, work, told } = started({ [LOG]: lines(message('saved'), '') });
    work('idle');
    open(textFile(LOG, 'jsonl', message('typed', { confidence: 7 })));
    work('idle');
    expect(told()).toEqual(['wf_1: typed, 1 errors']);
    close(LOG);
    work('idle');
    expect(told()).toEqual(['wf_1: saved, 0 errors']);
  });

  test('has no history of an earlier text, which was analysed after the index had read the newest', () => {
    const { type, tell, work, indexer } = started({});
    const decided = textFile(`${FOLDER}/index.md`, 'markdown', registry('| 2026-07-01 | build | Queue | Simple |'));
    const now = textFile(decided.uri, 'markdown', registry());
    type(now);
    tell(decided);
    work('idle');
    expect(indexer.index.runs()[0]?.steps).toBe(1);
    tell(now);
    work('idle');
    expect(indexer.index.runs()[0]?.steps).toBe(0);
  });

  test('has the problems of its runs once its analysis tells that an error of syntax is mended', () => {
    const { open, type, tell, work, indexer } = started({});
    const warnings = () => indexer.index.runs()[0]?.problems.warning;
    open(textFile(LOG, 'jsonl', lines(message('same'), `${message('same')},`)));
    work('idle');
    expect(warnings()).toBe(0);
    const mended = textFile(LOG, 'jsonl', lines(message('same'), message('same')));
    type(mended);
    work('idle');
    tell(mended);
    work('idle');
    expect(warnings()).toBe(1);
  });

  test('may exist only in the editor', () => {
    const { open, close, work, told } = started({});
    open(textFile('untitled:Untitled-1', 'json', message('new')));
    work('idle');
    expect(told()).toEqual(['wf_1: new, 0 errors']);
    close('untitled:Untitled-1');
    work('idle');
    expect(told()).toEqual([]);
  });
});

test('an error in one file is reported, and does not affect others', () => {
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

test('deleting a folder removes its files', () => {
  const { files, indexer, work, told } = started({
    [`${FOLDER}/sub/deep/a.json`]: message('a'),
    [`${FOLDER}/sub.json`]: message('b'),
  });
  work('idle');
  files.delete(`${FOLDER}/sub/deep/a.json`);
  indexer.changed(`${FOLDER}/sub`);
  work('isComplete');
  expect(told()).toEqual(['wf_1: b, 0 errors']);
});

test('deleting a folder whose name is that of a log removes its files', () => {
  const log = `${FOLDER}/run.jsonl/wf.jsonl`;
  const { indexer, work, told, files } = started({ [log]: lines(message('a'), '') });
  work('idle');
  expect(told()).toHaveLength(1);
  files.delete(log);
  indexer.changed(`${FOLDER}/run.jsonl`);
  work('idle');
  expect(told()).toEqual([]);
  files.set(log, lines(message('b'), ''));
  indexer.changed(`${FOLDER}/run.jsonl`);
  work('idle');
  expect(told()).toEqual(['wf_1: b, 0 errors']);
});

test.each(['a change', 'a scan'])('a log that was edited in its middle is read again by %s', by => {
  const text = lines(...Array.from({ length: 9 }, (_, at) => message(`m${at}`)), '');
  const files = new Map([[LOG, text]]);
  const { indexer, work, told } = started({}, files, memoryAccess(files, 100));
  work('idle');
  files.set(LOG, text.replace('"m4"', '"x4"'));
  if (by === 'a scan') indexer.scan();
  else indexer.changed(LOG, true);
  work('idle');
  expect(told()).toEqual(['wf_1: m0, m1, m2, m3, x4, m5, m6, m7, m8, 0 errors']);
});

test('a new folder adds its files, except excluded ones', () => {
  const { files, access, indexer, work, told } = started({ [`${FOLDER}/a.json`]: message('a') });
  const hidden = `${FOLDER}/sub/build/c.json`;
  access.wouldFind = (_, uri) => uri !== hidden;
  work('idle');
  files.set(`${FOLDER}/sub/deep/b.json`, message('b'));
  files.set(hidden, message('c'));
  indexer.changed(`${FOLDER}/sub`);
  work('isComplete');
  expect(told()).toEqual(['wf_1: a, b, 0 errors']);
});

test('excluded files stay excluded when they change or are closed', () => {
  const { files, access, indexer, open, close, work, told } = started({ [`${FOLDER}/a.json`]: message('a') });
  const hidden = `${FOLDER}/build/b.json`;
  files.set(hidden, message('b'));
  access.find = function* () {};
  access.wouldFind = (_, uri) => uri !== hidden;
  indexer.changed(`${FOLDER}/a.json`);
  indexer.changed(hidden);
  work('idle');
  expect(told()).toEqual(['wf_1: a, 0 errors']);
  open(textFile(hidden, 'json', message('b')));
  work('idle');
  expect(told()).toEqual(['wf_1: a, b, 0 errors']);
  close(hidden);
  work('idle');
  expect(told()).toEqual(['wf_1: a, 0 errors']);
});

describe('a deleted file of a folder with several', () => {
  const files = { [`${FOLDER}/a.json`]: message('a'), [`${FOLDER}/b.json`]: message('b') };

  test('is removed by the next scan', () => {
    const one = started(files);
    one.work('idle');
    one.files.delete(`${FOLDER}/a.json`);
    one.indexer.scan();
    one.work('idle');
    expect(one.told()).toEqual(['wf_1: b, 0 errors']);
  });

  test('is removed after a restart', () => {
    const one = started(files);
    one.work('idle');
    one.files.delete(`${FOLDER}/a.json`);
    const again = restarted(one);
    again.work('idle');
    expect(again.told()).toEqual(['wf_1: b, 0 errors']);
  });
});

test('a file that vanishes while it is read causes no warning', () => {
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

test('an unreadable file is reported once', () => {
  const { access, indexer, work, faults } = started({ [`${FOLDER}/a.json`]: '' });
  access.text = () => ({ fault: 'is denied' });
  work('idle');
  indexer.changed(`${FOLDER}/a.json`);
  work('idle');
  expect(faults).toEqual([{ uri: `${FOLDER}/a.json`, fault: 'is denied' }]);
});

test('beyond the limit of envelopes the first ones are read, and it is reported once', () => {
  const many = Array.from({ length: 9 }, (_, i) => message(`m${i}`));
  const given = { [LOG]: lines(...many, ''), [`${FOLDER}/x.json`]: message('x'), [`${FOLDER}/y.json`]: message('y') };
  const { indexer, work, told, faults, files } = started(given, undefined, undefined, undefined, undefined, 4);
  work('idle');
  const full = { uri: LOG, fault: expect.stringMatching(/^is not read, or in part: there are 4 envelopes already/) };
  expect(told()).toEqual(['wf_1: m0, m1, m2, m3, 0 errors']);
  expect(faults).toEqual([full]);
  for (const uri of files.keys()) indexer.changed(uri);
  work('idle');
  expect(told()).toEqual(['wf_1: m0, m1, m2, m3, 0 errors']);
  expect(faults).toEqual([full]);
  files.delete(LOG);
  indexer.changed(LOG);
  indexer.changed(`${FOLDER}/x.json`);
  work('idle');
  expect(told()).toEqual(['wf_1: x, 0 errors']);
});

describe('a stored index counts in the limit of envelopes', () => {
  const logOf = (file: number, count: number) =>
    lines(...Array.from({ length: count }, (_, at) => message(`m${file}-${at}`)), '').replaceAll('wf_1', `wf_${file}`);
  const given = (count: number) =>
    Object.fromEntries(Array.from({ length: 6 }, (_, file) => [`${FOLDER}/logs/wf${file}.jsonl`, logOf(file, count)]));
  const stored = (files: Record<string, string>, most: number) => {
    const first = started(files, undefined, undefined, undefined, undefined, most);
    first.work('idle');
    const second = restarted(first, most);
    second.work('idle');
    return second;
  };

  test('once, when the settings have changed', () => {
    const { indexer, work, told, faults } = stored(given(10), 100);
    const before = told();
    expect(before).toHaveLength(6);
    indexer.contextChanged();
    work('idle');
    expect(told()).toEqual(before);
    expect(faults).toEqual([]);
  });

  test('once, when its logs have grown', () => {
    const { indexer, files, work, told, faults } = stored(given(10), 100);
    for (const [uri, text] of [...files]) {
      const [first = ''] = text.split('\n');
      files.set(uri, lines(text + first.replace('"id":"', '"id":"new-'), ''));
      indexer.changed(uri);
      work('idle');
    }
    expect(told().map(line => line.split(',').length)).toEqual(Array(6).fill(12));
    expect(faults).toEqual([]);
  });

  test('so that what is beyond it stays unread', () => {
    const { indexer, files, work, told, faults } = stored(given(10), 61);
    for (const name of ['a', 'b']) {
      files.set(`${FOLDER}/${name}.json`, message(name).replace('wf_1', name));
      indexer.changed(`${FOLDER}/${name}.json`);
    }
    work('idle');
    expect(told()).toHaveLength(7);
    expect(faults).toMatchObject([{ uri: `${FOLDER}/b.json` }]);
  });

  test('and its files are read when they change, though it is full', () => {
    const { indexer, files, work, told } = stored(
      { [`${FOLDER}/a.json`]: message('a'), [`${FOLDER}/b.json`]: message('b') },
      2,
    );
    files.set(`${FOLDER}/b.json`, message('c'));
    indexer.changed(`${FOLDER}/b.json`);
    work('idle');
    expect(told()).toEqual(['wf_1: a, c, 0 errors']);
  });
});

test('large files are read after small ones', () => {
  const large = lines(...Array.from({ length: 9 }, (_, i) => message(`m${i}`, { input: 'x'.repeat(200_000) })), '');
  const given = { [LOG]: large, [`${FOLDER}/x.json`]: message('x') };
  const { work, told } = started(given, undefined, undefined, undefined, undefined, 2);
  work('idle');
  expect(told()).toEqual([expect.stringMatching(/^wf_1: .*\bx\b/)]);
});

test('a stored file is read again only if it has changed', () => {
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

describe('an open log in which only a catalogue tells that it is one of envelopes', () => {
  const catalogue = JSON.stringify({
    calendar: [
      { name: 'suggest_slots', description: 'Finds free times.', parameters: { type: 'object', properties: {} } },
    ],
  });
  const trace = JSON.stringify({
    resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'plan' }] }] }],
  });
  const problemsAfter = (...versions: string[][]) => {
    const one = started({});
    for (const [at, version] of versions.entries()) {
      one.open(textFile(LOG, 'jsonl', lines(...version, trace)));
      if (at < versions.length - 1) one.work('idle');
    }
    one.work('idle');
    return Object.keys(one.indexer.index.record(LOG)?.checks ?? {});
  };

  test.each<[about: string, before: string[], after: string[]]>([
    ['the catalogue goes', [catalogue, '{"torn": '], ['"calendar"', '{"torn": ']],
    ['the catalogue comes', ['"calendar"', '{"torn": '], [catalogue, '{"torn": ']],
    ['another line breaks', [catalogue, '{"torn": 1}'], [catalogue, '{"torn": ']],
    ['a line comes before it', [catalogue, '{"torn": '], ['1', catalogue, '{"torn": ']],
  ])('is checked after an edit as if it were opened so: %s', (_, before, after) => {
    const fresh = problemsAfter(after);
    expect(problemsAfter(before, after)).toEqual(fresh);
    expect(fresh.length > 0).toBe(after.includes(catalogue));
  });
});

function registry(...decisions: string[]): string {
  return lines(
    '# Feature Index: 1-one',
    '- **Feature ID**: 1-one',
    '## Workflow Status',
    '| Workflow | Status |',
    '| --- | --- |',
    '| specify | in_progress |',
    '## Decisions Log',
    '| Timestamp | Agent | Decision | Rationale |',
    '| --- | --- | --- | --- |',
    ...decisions,
  );
}

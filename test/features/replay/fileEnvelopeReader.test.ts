import { describe, expect, test } from 'vitest';
import type { Context } from '../../../server/src/analysis/analyse';
import {
  type FileEnvelopeReaderOptions,
  fileEnvelopeReader,
  foundProblems,
} from '../../../server/src/features/replay/fileEnvelopeReader';
import type { EnvelopeLocation } from '../../../server/src/model/run';
import type { TextFile } from '../../../server/src/model/text';
import { envelopeRange } from '../../../server/src/runs/reading/envelopeLocator';
import type { FileRecord } from '../../../server/src/runs/reading/fileRecord';
import { languageOf } from '../../../server/src/text/fileLanguage';
import { textFile } from '../../../server/src/text/lines';
import { analyseText } from '../../kit/analyseText';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { testContext } from '../../kit/testContext';

const CALL = {
  call_id: 't_0123456789',
  agent: 'calendar',
  tool: 'suggest_slots',
  args: {},
  ts: '2026-06-01T07:30:01Z',
  confirm_required: false,
};

/** Files in memory by path, and how often each was read. */
function readerOf(
  files: Record<string, string>,
  records: FileRecord[] = [],
  found?: FileEnvelopeReaderOptions['found'],
) {
  const reads: string[] = [];
  const analysed: string[] = [];
  const opened = new Map<string, TextFile>();
  const mark = { offset: 0, line: 0, tail: '', starts: [] };
  const known = new Map(
    Object.keys(files).map(path => [uriOf(path), { ...fileRecordOf(path, []), mark }] as [string, FileRecord]),
  );
  for (const record of records) known.set(record.uri, { mark, ...record });
  const context: Context = {
    ...testContext(),
    association(uri) {
      analysed.push(nameOf(uri));
      return undefined;
    },
  };
  const access: FileEnvelopeReaderOptions['access'] = {
    text(uri) {
      reads.push(nameOf(uri));
      const text = files[nameOf(uri)];
      return text === undefined ? { fault: 'is gone.' } : { text };
    },
    line(uri, line) {
      reads.push(`${nameOf(uri)} ${line}`);
      const lines = files[nameOf(uri)]?.split('\n');
      if (!lines) return { replaced: true };
      const text = lines[line];
      if (text === undefined) return { fault: `has no line ${line + 1} (any more).` };
      const first = line - (line % 3);
      return { text, around: { lines: lines.slice(first, first + 3), first } };
    },
  };
  const reader = fileEnvelopeReader({
    access,
    opened,
    record: uri => known.get(uri),
    contextOf: () => context,
    fileOf: nameOf,
    fileAt: () => undefined,
    found,
  });
  return {
    reader,
    reads,
    analysed,
    open(path: string, text: string) {
      opened.set(uriOf(path), textFile(uriOf(path), languageOf(path) ?? 'json', text));
    },
    changed(path: string, text: string) {
      files[path] = text;
      const uri = uriOf(path);
      known.set(uri, { ...(known.get(uri) as FileRecord), changedAt: (known.get(uri)?.changedAt ?? 0) + 1 });
    },
  };
}

function uriOf(path: string): string {
  return `file:///work/${path}`;
}

function nameOf(uri: string): string {
  return uri.slice('file:///work/'.length);
}

function location(path: string, part: string, at: EnvelopeLocation['path'] = []): EnvelopeLocation {
  return { uri: uriOf(path), part, path: at };
}

const REGISTRY = `# Feature Index

## Decisions Log

| Timestamp | Agent | Decision | Rationale |
| --- | --- | --- | --- |
| 2026-06-01T10:00:00Z | scope | REST | fits |
| 2026-06-01T11:00:00Z | build | Cards | look |
`;

const files = {
  'log.jsonl': '\uFEFF{"a": 1}\n{"b": [10, {"c": "x"}]}\n\n42',
  'one.json': '\uFEFF{\r\n  "a": {"b": 1.50}\r\n}\r\n',
  'list.json': '[{"a": 1},\n  {"b": {"c": 12345678901234567890}}]',
  'notes.jsonc': '{\n  // why\n  "a": 1, // so\n}',
  'index.md': REGISTRY,
};

describe('the text of an envelope', () => {
  test.each<[string, EnvelopeLocation, string]>([
    ['a line of a log, without its byte order mark', location('log.jsonl', 'line 1'), '{"a": 1}'],
    ['another line', location('log.jsonl', 'line 2'), '{"b": [10, {"c": "x"}]}'],
    ['a value in a line', location('log.jsonl', 'line 2', ['b', 1]), '{"c": "x"}'],
    ['what is no envelope', location('log.jsonl', 'line 4'), '42'],
    ['a whole file, with plain line ends', location('one.json', 'root'), '{\n  "a": {"b": 1.50}\n}\n'],
    ['a value in it, digit by digit', location('one.json', 'root', ['a', 'b']), '1.50'],
    ['an element of a list', location('list.json', '1'), '{"b": {"c": 12345678901234567890}}'],
    ['a value in an element', location('list.json', '1', ['b', 'c']), '12345678901234567890'],
    ['JSON with comments', location('notes.jsonc', 'root', ['a']), '1'],
    [
      'a row of a registry',
      location('index.md', 'root', ['decisions', 1]),
      '| 2026-06-01T11:00:00Z | build | Cards | look |',
    ],
  ])('%s', (_, at, text) => {
    const { reader } = readerOf({ ...files });
    expect(reader.text(at)).toMatchObject({ text });
  });

  test.each<[string, EnvelopeLocation, string]>([
    ['a file that is gone', location('gone.json', 'root'), 'gone.json is gone.'],
    ['a log that is gone', location('gone.jsonl', 'line 1'), 'gone.jsonl no longer has this part.'],
    ['a line that is gone', location('log.jsonl', 'line 9'), 'log.jsonl has no line 9 (any more).'],
    ['no line', location('log.jsonl', 'root'), 'log.jsonl no longer has this part.'],
    ['an element that is gone', location('list.json', '7'), 'list.json no longer has this part.'],
    ['a value that is gone', location('list.json', '1', ['x']), 'list.json no longer has this part.'],
    ['a row that is gone', location('index.md', 'root', ['decisions', 9]), 'index.md no longer has this part.'],
    ['no file of ours', location('a.txt', 'root'), 'a.txt no longer has this part.'],
  ])('%s', (_, at, fault) => {
    expect(readerOf({ ...files }).reader.text(at)).toEqual({ fault });
  });

  test('a log that was replaced', () => {
    const { reader } = readerOf({}, [fileRecordOf('log.jsonl', [])]);
    expect(reader.text(location('log.jsonl', 'line 1'))).toEqual({
      fault: 'log.jsonl was replaced after it was read.',
    });
  });
});

test('each place is where the whole file has it', () => {
  const { reader } = readerOf({ ...files });
  const envelopes = [
    location('log.jsonl', 'line 1'),
    location('log.jsonl', 'line 1', ['a']),
    location('log.jsonl', 'line 2', ['b', 1, 'c']),
    location('log.jsonl', 'line 2', ['gone']),
    location('one.json', 'root', ['a', 'b']),
    location('list.json', '1'),
    location('list.json', '1', ['b', 'c']),
    location('notes.jsonc', 'root', ['a']),
    location('index.md', 'root', ['decisions', 1]),
  ];
  for (const one of envelopes) {
    expect(reader.range(one)).toEqual(envelopeRange(one, files[nameOf(one.uri) as keyof typeof files]));
  }
  expect(reader.range(location('log.jsonl', 'line 99'))).toBeUndefined();
  expect(reader.range(location('gone.json', 'root'))).toBeUndefined();
});

test.each<[string, string, [number, number], { part: string; path: EnvelopeLocation['path'] } | undefined]>([
  ['in a line', 'log.jsonl', [1, 17], { part: 'line 2', path: ['b', 1, 'c'] }],
  ['in a name', 'log.jsonl', [1, 2], { part: 'line 2', path: ['b'] }],
  ['behind the byte order mark', 'log.jsonl', [0, 3], { part: 'line 1', path: ['a'] }],
  ['beyond a line', 'log.jsonl', [0, 99], { part: 'line 1', path: [] }],
  ['beyond the log', 'log.jsonl', [99, 0], undefined],
  ['in an element', 'list.json', [1, 12], { part: '1', path: ['b', 'c'] }],
  ['between elements', 'list.json', [1, 0], undefined],
  ['in a file of several lines', 'one.json', [1, 9], { part: 'root', path: ['a', 'b'] }],
  ['in a registry', 'index.md', [0, 0], undefined],
  ['in a file that is gone', 'gone.json', [0, 0], undefined],
])('what stands at a place: %s', (_, path, [line, character], expected) => {
  const { reader, reads } = readerOf({ ...files });
  expect(reader.placeAt(uriOf(path), { line, character })).toEqual(expected);
  expect(reads.length).toBeLessThan(2);
});

describe('what is read is remembered', () => {
  test('a file is read once, a log a piece at a time', () => {
    const log = Array.from({ length: 9 }, (_, at) => `{"at": ${at}}`).join('\n');
    const { reader, reads } = readerOf({ ...files, 'log.jsonl': log });
    for (let line = 1; line <= 9; line++) reader.text(location('log.jsonl', `line ${line}`));
    reader.text(location('list.json', '0'));
    reader.text(location('list.json', '1'));
    reader.range(location('list.json', '1', ['b']));
    expect(reads).toEqual(['log.jsonl 0', 'log.jsonl 3', 'log.jsonl 6', 'list.json']);
    const { text } = reader.text(location('list.json', '1', ['b'])) as { text: string };
    expect(text).toBe('{"c": 12345678901234567890}');
  });

  test('until it changes', () => {
    const { reader, changed } = readerOf({ ...files });
    reader.text(location('log.jsonl', 'line 1'));
    reader.text(location('one.json', 'root', ['a']));
    changed('log.jsonl', '{"a": 2}');
    changed('one.json', '{"a": 3}');
    expect(reader.text(location('log.jsonl', 'line 1'))).toMatchObject({ text: '{"a": 2}' });
    expect(reader.text(location('one.json', 'root', ['a']))).toMatchObject({ text: '3' });
  });

  test('what the editor holds comes first', () => {
    const { reader, reads, open } = readerOf({ ...files });
    open('log.jsonl', 'x\n{"b": 2}');
    open('one.json', '{"a": 4}');
    expect(reader.text(location('log.jsonl', 'line 2'))).toMatchObject({ text: '{"b": 2}' });
    expect(reader.text(location('one.json', 'root', ['a']))).toMatchObject({ text: '4' });
    open('one.json', '{"a": 5}');
    expect(reader.text(location('one.json', 'root', ['a']))).toMatchObject({ text: '5' });
    expect(reader.text(location('log.jsonl', 'line 3'))).toHaveProperty('fault');
    expect(reads).toEqual([]);
  });
});

describe('what is wrong in an envelope', () => {
  const broken = {
    success: 'yes',
    summary: 's',
    artifacts: [{ path: 'a.ts', operation: 'zap', content: '' }],
    recommendation: 'proceed',
  };
  const { confirm_required: _, ...lacking } = CALL;

  test.each<[string, Record<string, string>, EnvelopeLocation, string[]]>([
    [
      'a line of a log',
      { 'log.jsonl': `${JSON.stringify(CALL)}\n${JSON.stringify(broken)}` },
      location('log.jsonl', 'line 2'),
      ['["success"] schema/type', '["artifacts",0,"operation"] schema/enum'],
    ],
    [
      'an element of a list, of which a value is asked about',
      { 'list.json': JSON.stringify([CALL, broken], undefined, 2) },
      location('list.json', '1', ['artifacts', 0]),
      ['["operation"] schema/enum'],
    ],
    ['what is missing', { 'one.json': JSON.stringify(lacking) }, location('one.json', 'root'), ['[] schema/required']],
    [
      'what is unknown',
      { 'one.json': JSON.stringify({ ...CALL, odd: 1 }) },
      location('one.json', 'root'),
      ['["odd"] schema/additionalProperties'],
    ],
    [
      'broken JSON',
      { 'one.json': `${JSON.stringify(CALL).slice(0, -1)},` },
      location('one.json', 'root'),
      ['[] syntax'],
    ],
    ['what is fine', { 'one.json': JSON.stringify(CALL) }, location('one.json', 'root'), []],
    ['a registry', { 'index.md': REGISTRY }, location('index.md', 'root', ['decisions', 0]), []],
    ['what is gone', {}, location('gone.json', 'root'), []],
  ])('%s', (_, texts, at, expected) => {
    const found = readerOf(texts).reader.problems(at);
    expect(found.map(({ path, rule }) => `${JSON.stringify(path)} ${rule}`)).toEqual(expected);
  });

  test('what is wrong in a document that it carries is wrong in its text', () => {
    const content =
      '# Feature Index\n\n## Decisions Log\n\n| Timestamp | Agent | Decision | Rationale |\n| --- | --- | --- | --- |\n| a | b |\n';
    const output = {
      success: true,
      summary: 's',
      artifacts: [{ path: 'index.md', operation: 'create', content }],
      recommendation: 'proceed',
    };
    const { reader } = readerOf({ 'one.json': JSON.stringify(output, undefined, 1) });
    const found = reader.problems(location('one.json', 'root'));
    expect(found.length).toBeGreaterThan(0);
    for (const { path } of found) expect(path).toEqual(['artifacts', 0, 'content']);
  });

  test('what is only maybe an envelope is judged beside a sure one', () => {
    const maybe = JSON.stringify({ call_id: 'x', tool: 't' });
    const alone = readerOf({ 'log.jsonl': maybe }, [
      fileRecordOf('log.jsonl', [{ title: 't', kind: 'toolcall/call', maybe: true }]),
    ]);
    expect(alone.reader.problems(location('log.jsonl', 'line 1'))).toEqual([]);
    const beside = readerOf({ 'log.jsonl': `${maybe}\n${JSON.stringify(CALL)}` }, [
      fileRecordOf('log.jsonl', [
        { title: 't', kind: 'toolcall/call', maybe: true },
        { title: 't', kind: 'toolcall/call' },
      ]),
    ]);
    expect(beside.reader.problems(location('log.jsonl', 'line 1')).length).toBeGreaterThan(0);
  });

  test('a line of a log that the index found no fault in is not analysed again, until it is open', () => {
    const log = [CALL, broken, CALL].map(value => JSON.stringify(value)).join('\n');
    const checkedTo = { offset: 0, line: 2, tail: '', starts: [] };
    const checks = { 'line 2': { problems: { error: 2, warning: 0, info: 0 }, rules: ['schema/type'] } };
    const { reader, analysed, open } = readerOf({ 'log.jsonl': log }, [
      fileRecordOf('log.jsonl', [], { checkedTo, checks }),
    ]);
    const analysesOf = (part: string) => {
      const before = analysed.length;
      const found = reader.problems(location('log.jsonl', part));
      return { analyses: analysed.length - before, found: found.length };
    };
    expect(analysesOf('line 1')).toEqual({ analyses: 0, found: 0 });
    expect(analysesOf('line 2')).toEqual({ analyses: 1, found: 2 });
    // It was added since the check.
    expect(analysesOf('line 3')).toEqual({ analyses: 1, found: 0 });
    open('log.jsonl', JSON.stringify(broken));
    expect(analysesOf('line 1')).toEqual({ analyses: 1, found: 2 });
  });

  test('what a check of the log has kept is placed without another analysis', () => {
    const output = {
      ...broken,
      artifacts: [
        {
          path: 'index.md',
          operation: 'create',
          content:
            '# Feature Index\n\n## Decisions Log\n\n| Timestamp | Agent | Decision | Rationale |\n| --- | --- | --- | --- |\n| a | b |\n',
        },
      ],
    };
    const lines = [CALL, output, CALL, broken].map(value => JSON.stringify(value));
    const files = { 'log.jsonl': lines.join('\n') };
    const found = foundProblems();
    // A check analyses some lines at a time.
    for (const first of [0, 2]) {
      found.add(analyseText('log.jsonl', lines.slice(first, first + 2).join('\n')), first);
    }
    const [again, kept] = [readerOf(files), readerOf(files, [], found.of)];
    for (const part of ['line 2', 'line 4']) {
      const at = location('log.jsonl', part);
      expect(again.reader.problems(at).length).toBeGreaterThan(1);
      expect(kept.reader.problems(at)).toEqual(again.reader.problems(at));
    }
    expect([again.analysed.length, kept.analysed.length]).toEqual([2, 0]);
  });

  test('it is worked out once', () => {
    const { reader } = readerOf({ 'log.jsonl': JSON.stringify(broken) });
    const at = location('log.jsonl', 'line 1');
    expect(reader.problems(at)).toBe(reader.problems(at));
  });
});

test('problems that an envelope has among the others of its run are those that the index found', () => {
  const late = { rule: 'toolcall/late-result', severity: 'warning', message: 'late', path: ['call_id'] } as const;
  const record = fileRecordOf('a.jsonl', [], { inRuns: { 'line 2': [{ ...late, path: [...late.path] }] } });
  const { reader } = readerOf({ 'a.jsonl': `${JSON.stringify(CALL)}\n${JSON.stringify(CALL)}` }, [record]);
  const problemsOf = (part: string) => reader.problems({ uri: uriOf('a.jsonl'), part, path: [] });
  expect(problemsOf('line 1')).toEqual([]);
  expect(problemsOf('line 2')).toEqual([late]);
});

test('a path leads into JSON in a text: there is the text of the value, the range is that of the text around, and a cursor is at the value', () => {
  const rows = JSON.stringify([{ type: 'text' }, { type: 'call' }]);
  const files = { 'a.json': JSON.stringify({ list: [{ rows }] }), 'b.yaml': `list:\n  - rows: '${rows}'\n` };
  const { reader } = readerOf(files);
  const at = ['list', 0, 'rows', 1];
  expect(reader.text(location('a.json', 'root', at))).toEqual({ text: '{"type":"call"}', lang: 'json' });
  const around = reader.range(location('a.json', 'root', at.slice(0, 3)));
  expect(reader.range(location('a.json', 'root', at))).toEqual(around);
  expect(envelopeRange(location('a.json', 'root', at), files['a.json'])).toEqual(around);
  expect(around?.start.character).toBeGreaterThan(0);
  const position = { line: 0, character: files['a.json'].indexOf('call') };
  expect(reader.placeAt(uriOf('a.json'), position)).toEqual({ part: 'root', path: [...at, 'type'] });
  const read = reader.text(location('b.yaml', 'root', at));
  expect('text' in read && JSON.parse(read.text)).toEqual({ type: 'call' });
});

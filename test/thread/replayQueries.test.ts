import { describe, expect, test } from 'vitest';
import { analyse } from '../../server/src/analysis/analyse';
import { saidRuns } from '../../server/src/features/runs/searchMessages';
import { textIndex } from '../../server/src/runs/textIndex';
import type { ReplayAt } from '../../server/src/shared/lspExtensions';
import type { RequestParams } from '../../server/src/shared/requests';
import { textFile } from '../../server/src/text/lines';
import { agentToolPaths } from '../../server/src/thread/agentToolPaths';
import { runQuery } from '../../server/src/thread/indexQueries';
import type { IndexQueryData } from '../../server/src/thread/indexQueryData';
import { indexFiles } from '../kit/indexFiles';
import { memoryAccess } from '../kit/memoryAccess';
import { memoryWorkspace } from '../kit/memoryWorkspace';
import { testContext } from '../kit/testContext';

const message = (workflowId: string, id: string, more: object = {}) =>
  JSON.stringify({
    id,
    timestamp: `2026-06-01T10:00:0${id}Z`,
    from: 'vision',
    to: 'conductor',
    intent: 'build',
    context: { project: 'p', domain: 'd', priority: 'high', workflowId },
    payload: { input: 'i', output: 'o', confidence: 0.95, needsReview: false },
    ...more,
  });

const logs = {
  'log.jsonl': [message('one', '1'), '', message('two', '2'), message('one', '3', { odd: 1 })].join('\n'),
  'other.txt': '',
};

function worldOf(
  files: Readonly<Record<string, string>> = logs,
): IndexQueryData & { opened: Map<string, ReturnType<typeof textFile>> } {
  const index = indexFiles(files);
  const context = testContext();
  const record = index.record.bind(index);
  // What the index reads from disk has a mark; that of a test has not.
  const mark = { offset: 0, line: 0, tail: '', starts: [] };
  const access = memoryAccess(new Map(Object.entries(files).map(([path, text]) => [`file:///work/${path}`, text])));
  const texts = textIndex({ access });
  const opened = new Map<string, ReturnType<typeof textFile>>();
  return {
    texts,
    said: saidRuns(() => ({ index, access, texts, opened, now: 0 })),
    index: {
      ...index,
      record(uri) {
        const found = record(uri);
        return found && { ...found, mark };
      },
    },
    folders: () => [],
    sourceFolders: () => [],
    workspace: () => memoryWorkspace({ 'a.ts': '' }),
    access,
    opened,
    contextOf: () => context,
    toolPlaces: agentToolPaths,
  };
}

const LOG = 'file:///work/log.jsonl';
const keyOf = (world: IndexQueryData, id: string) => world.index.runs().find(run => run.id === id)?.key ?? '';

describe('a run that is replayed', () => {
  test('is asked what a replay can be asked', () => {
    const world = worldOf();
    const ask = (question: string, params: unknown, run = keyOf(world, 'one')) =>
      runQuery('replay', world, { run, question, params } as RequestParams<'agentEnvelopes/replay'>);
    expect(ask('step', { step: 1 })).toMatchObject({ step: 1, envelopes: [{ line: 4, name: 'message' }] });
    expect(ask('envelope', { step: 0, envelope: 0, count: 2 })).toMatchObject({ rows: ['{', '  "id": "1",'] });
    expect(ask('step', { step: 0 }, 'gone')).toBeNull();
    expect(() => ask('toString', {})).toThrow('no question "toString"');
    expect(() => ask('step', { step: 2 })).toThrow(RangeError);
    expect(() => ask('step', undefined)).toThrow();
  });

  test('tells of what is wrong what an analysis of the whole file does', () => {
    const world = worldOf();
    const { analysis } = analyse(textFile(LOG, 'jsonl', logs['log.jsonl']), testContext());
    const run = keyOf(world, 'one');
    const { problems } = runQuery('replay', world, { run, question: 'step', params: { step: 1 } }) as {
      problems: { rule: string; message: string }[];
    };
    const expected = analysis.parts.find(({ part }) => part.id === 'line 4')?.problems ?? [];
    expect(expected.length).toBeGreaterThan(0);
    expect(problems.map(({ rule }) => rule)).toEqual(expected.map(({ rule }) => rule));
  });
});

describe('the step at a place in a file', () => {
  test.each<[string, { line: number } | undefined, [string, number] | [string]]>([
    ['its first step without a place', undefined, ['one', 0]],
    ['in a line', { line: 2 }, ['two', 0]],
    ['further on', { line: 3 }, ['one', 1]],
    ['in a blank line none', { line: 1 }, ['one']],
    ['beyond the file none', { line: 99 }, ['one']],
  ])('%s', (_, at, [id, step]) => {
    const world = worldOf();
    const position = at && { ...at, character: 3 };
    const answer = runQuery('findReplay', world, { uri: LOG, ...(position && { position }) }) as ReplayAt;
    expect(answer.runs.map(run => run.id)).toEqual(['one', 'two']);
    expect(answer.run).toBe(keyOf(world, id));
    expect(answer.step).toBe(step);
  });

  test('of a file that tells of no run', () => {
    expect(runQuery('findReplay', worldOf(), { uri: 'file:///work/other.txt' })).toEqual({ runs: [] });
  });
});

describe('where a step stands', () => {
  test.each<[string, object, string | undefined]>([
    ['its envelope', { step: 1, envelope: 0 }, message('one', '3', { odd: 1 })],
    ['a value in it', { step: 1, envelope: 0, path: ['payload', 'confidence'] }, '0.95'],
    ['the envelope, for a value that is gone', { step: 0, envelope: 0, path: ['x'] }, message('one', '1')],
    ['nowhere: no such envelope', { step: 0, envelope: 1 }, undefined],
    ['nowhere: no such step', { step: 2, envelope: 0 }, undefined],
    ['nowhere: no step at all', { envelope: 0 }, undefined],
    ['nowhere: no such run', { step: 0, envelope: 0, run: 'gone' }, undefined],
  ])('%s', (_, params, text) => {
    const world = worldOf();
    const answer = runQuery('replayLocation', world, { run: keyOf(world, 'one'), ...params });
    if (text === undefined) {
      expect(answer).toBeNull();
      return;
    }
    const { uri, range } = answer as {
      uri: string;
      range: { start: { line: number; character: number }; end: { character: number } };
    };
    expect(uri).toBe(LOG);
    const line = logs['log.jsonl'].split('\n')[range.start.line] ?? '';
    expect(line.slice(range.start.character, range.end.character)).toBe(text);
  });

  test('as the editor holds the file', () => {
    const world = worldOf();
    world.opened.set(LOG, textFile(LOG, 'jsonl', `  ${message('one', '1')}`));
    const params = { run: keyOf(world, 'one'), step: 0, envelope: 0, path: ['id'] };
    expect(runQuery('replayLocation', world, params)).toMatchObject({ range: { start: { line: 0, character: 8 } } });
  });
});

test('a step that several files tell of leads to each of them', () => {
  const line = message('one', '1');
  const world = worldOf({ 'a.jsonl': line, 'b/sent.json': `\n${line}` });
  const run = keyOf(world, 'one');
  const view = runQuery('replay', world, {
    run,
    question: 'step',
    params: { step: 0 },
  } as RequestParams<'agentEnvelopes/replay'>);
  expect(view).toMatchObject({
    envelopes: [{ file: 'file:///work/a.jsonl', line: 1 }],
    copies: [{ file: 'file:///work/b/sent.json', line: 1, name: 'copy' }],
  });
  const place = (envelope: number) => runQuery('replayLocation', world, { run, step: 0, envelope });
  expect(place(0)).toMatchObject({ uri: 'file:///work/a.jsonl', range: { start: { line: 0 } } });
  expect(place(1)).toMatchObject({ uri: 'file:///work/b/sent.json', range: { start: { line: 0 } } });
  expect(place(2)).toBeNull();
  expect(runQuery('findReplay', world, { uri: 'file:///work/b/sent.json' })).toMatchObject({ run, step: 0 });
});

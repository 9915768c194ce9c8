import { symlinkSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { analyse, type Context } from '../../server/src/analysis/analyse';
import type { Analysis } from '../../server/src/model/analysis';
import { openDocuments } from '../../server/src/project/openDocuments';
import { forgetJudgement } from '../../server/src/runs/runRules/judgeRuns';
import { withRunProblems } from '../../server/src/runs/runRules/withRunProblems';
import type { WorkInSteps } from '../../server/src/shared/workInSteps';
import { fileText } from '../../server/src/text/lines';
import { cachedDisk } from '../../server/src/workspace/nodeDisk';
import { carryingMessage } from '../kit/carryingMessage';
import { memoryWorkspace } from '../kit/memoryWorkspace';
import { message } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';
import { testContext } from '../kit/testContext';

const uri = 'file:///work/a.json';

/** Documents over a disk that is being read until `read` is called; `asked` is when someone waits for it. */
function overSlowDisk() {
  const told: Analysis[] = [];
  let wasAsked = () => {};
  const asked = new Promise<void>(resolve => {
    wasAsked = resolve;
  });
  let wasRead = () => {};
  const reading = new Promise<void>(resolve => {
    wasRead = resolve;
  });
  let isRead = false;
  const here = memoryWorkspace({});
  const whenLoaded = () => {
    wasAsked();
    return isRead ? undefined : reading;
  };
  const context: Context = { ...testContext(), workspace: { ...here, disk: { ...here.disk, whenLoaded } } };
  const documents = openDocuments({
    contextOf: async () => context,
    onAnalysed: analysis => told.push(analysis),
    onFailed: error => expect.unreachable(String(error)),
  });
  const open = (text: string) => documents.open({ uri, languageId: 'json', version: 1, text });
  const read = () => {
    isRead = true;
    wasRead();
  };
  return { told, asked, documents, open, read };
}

test.each([
  ['untitled:Untitled-1', 'yaml', 'yaml'],
  ['untitled:Untitled-1', 'json', 'json'],
  ['untitled:Untitled-1', 'jsonc', 'jsonc'],
  ['untitled:Untitled-1', 'plaintext', 'json'],
  ['file:///work/a.jsonl', 'yaml', 'jsonl'],
  ['file:///work/a.yaml', 'plaintext', 'yaml'],
])('%s, said to be %s, is read as %s', (uri, languageId, lang) => {
  const { documents } = overSlowDisk();
  expect(documents.open({ uri, languageId, version: 1, text: '' }).lang).toBe(lang);
  documents.close(uri);
});

test('of a document that is closed while the disk is being read nothing is told', async () => {
  const { told, asked, documents, open, read } = overSlowDisk();
  open('{}');
  const answer = documents.analysisOf(uri);
  await asked;
  documents.close(uri);
  read();
  expect(await answer).toBeUndefined();
  expect(told).toEqual([]);
});

test('of one that is opened again meanwhile what it is now is told', async () => {
  const { told, asked, documents, open, read } = overSlowDisk();
  open('{"a": 1}');
  const answer = documents.analysisOf(uri);
  await asked;
  documents.close(uri);
  open('{"a": 2}');
  read();
  const analysis = await answer;
  expect(analysis && fileText(analysis.file)).toBe('{"a": 2}');
  expect(told).toEqual([analysis]);
  documents.close(uri);
});

describe('while a large document is analysed, in slices,', () => {
  const log = 'file:///work/log.jsonl';
  const lines = Array.from({ length: 8000 }, (_, index) => message(index, index % 2000 === 0 ? { confidence: 7 } : {}));
  const faultless = { range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } }, text: '' };

  function underway(context: () => Context) {
    const told: Analysis[] = [];
    const documents = openDocuments({
      contextOf: async () => context(),
      onAnalysed: analysis => told.push(analysis),
      onFailed: error => expect.unreachable(String(error)),
    });
    documents.open({ uri: log, languageId: 'jsonl', version: 1, text: lines.join('\n') });
    return { told, documents, answer: documents.analysisOf(log) };
  }

  const problemsOf = (analysis: Analysis | undefined) =>
    analysis?.parts.flatMap(({ problems }) => problems.map(({ rule, part }) => [rule, part.id]));

  test('its text may change: what it is then is told, and nothing else', async () => {
    const context = testContext();
    const { told, documents, answer } = underway(() => context);
    await setImmediate();
    documents.change(log, [faultless], 2);
    const analysis = await answer;
    expect(analysis?.file.lines).toEqual(lines.slice(1));
    const anew = analysis && analyse(analysis.file, context).analysis;
    expect(problemsOf(analysis)).toEqual(problemsOf(anew));
    expect(problemsOf(analysis)).toHaveLength(3);
    expect(told).toEqual([analysis]);
    documents.close(log);
  });

  test('what it depends on may change: it is analysed again', async () => {
    let context: Context = testContext();
    const { told, documents, answer } = underway(() => context);
    await setImmediate();
    context = { ...context, severities: new Map([['schema/maximum', 'off']]) };
    documents.contextChanged();
    const analysis = await answer;
    expect(problemsOf(analysis)).toEqual([]);
    expect(told).toEqual([analysis]);
    documents.close(log);
  });

  test('the disk may change: it is asked again', async () => {
    const here = memoryWorkspace({});
    let times = 0;
    const whenLoaded = () => {
      times++;
      return undefined;
    };
    const context: Context = { ...testContext(), workspace: { ...here, disk: { ...here.disk, whenLoaded } } };
    const { told, documents, answer } = underway(() => context);
    await setImmediate();
    documents.contextChanged();
    expect(told).toEqual([]);
    expect(told).toEqual([await answer]);
    expect(times).toBe(2);
    documents.close(log);
  });

  test('several requests wait for one analysis', async () => {
    const context = testContext();
    const { told, documents, answer } = underway(() => context);
    await setImmediate();
    expect(await documents.analysisOf(log)).toBe(await answer);
    expect(told).toHaveLength(1);
    documents.close(log);
  });

  test('it may be closed', async () => {
    const context = testContext();
    const { told, documents, answer } = underway(() => context);
    await setImmediate();
    documents.close(log);
    expect(await answer).toBeUndefined();
    expect(told).toEqual([]);
  });

  test('what the disk answers meanwhile counts for all of it', async () => {
    const folder = temporaryFolder({ 'elsewhere/a.ts': '', 'work/b.ts': '' });
    symlinkSync(folder.pathOf('elsewhere'), folder.pathOf('work/out'));
    const root = folder.uriOf('work');
    const disk = cachedDisk(() => [root]);
    const context: Context = { ...testContext(), workspace: { folders: [root], disk } };
    // Each step is a slice, and in each pause the disk answers.
    async function run<T>(steps: WorkInSteps<T>): Promise<T> {
      for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
        await disk.whenLoaded();
      }
    }
    const documents = openDocuments({
      contextOf: async () => context,
      onAnalysed: () => {},
      onFailed: error => expect.unreachable(String(error)),
      run,
    });
    const files = Array.from({ length: 300 }, (_, index) => ({ path: `out/f${index}.ts`, content: 'x'.repeat(400) }));
    const uri = `${root}/a.json`;
    documents.open({ uri, languageId: 'json', version: 1, text: carryingMessage(message(1), files) });
    const analysis = await documents.analysisOf(uri);
    documents.close(uri);
    folder.dispose();
    const anew = analysis && analyse(analysis.file, context).analysis;
    expect(problemsOf(analysis)).toEqual(problemsOf(anew));
    expect(problemsOf(analysis)).toContainEqual(['envelope/path-escapes', 'root']);
  });
});

describe('the first problems of a large document', () => {
  const log = 'file:///work/log.jsonl';
  const text = Array.from({ length: 4000 }, (_, index) =>
    message(index, index % 100 === 0 ? { confidence: 7 } : {}),
  ).join('\n');

  /** Opens it, and stops early in its first analysis until `goOn` is called. */
  function paused(context: () => Context) {
    let goOn = () => {};
    const gate = new Promise<void>(resolve => {
      goOn = resolve;
    });
    let begins = () => {};
    const begun = new Promise<void>(resolve => {
      begins = resolve;
    });
    async function run<T>(steps: WorkInSteps<T>): Promise<T> {
      steps.next();
      begins();
      await gate;
      for (;;) {
        const { done, value } = steps.next();
        if (done) return value;
      }
    }
    const firsts: Analysis[] = [];
    const documents = openDocuments({
      contextOf: async () => context(),
      onAnalysed: () => {},
      onFirst: first => firsts.push(first),
      onFailed: error => expect.unreachable(String(error)),
      run,
    });
    documents.open({ uri: log, languageId: 'jsonl', version: 1, text });
    return { firsts, documents, answer: documents.firstAnalysisOf(log), begun, goOn };
  }

  const severities = (analysis: Analysis | undefined) => [
    ...new Set(analysis?.parts.flatMap(({ problems }) => problems.map(({ severity }) => severity))),
  ];

  test('are told', async () => {
    const context = testContext();
    const { firsts, documents, answer, goOn } = paused(() => context);
    goOn();
    expect(firsts).toEqual([await answer]);
    expect((await answer)?.parts).toHaveLength(256);
    documents.close(log);
  });

  test('are those of the settings as they are then', async () => {
    let context: Context = testContext();
    const { firsts, documents, answer, begun, goOn } = paused(() => context);
    await begun;
    context = { ...context, severities: new Map([['schema/maximum', 'info']]) };
    documents.contextChanged();
    goOn();
    expect(severities(await answer)).toEqual(['info']);
    expect(firsts.flatMap(severities)).toEqual(['info']);
    documents.close(log);
  });
});

describe('a closed document leaves nothing', () => {
  // Outlives the documents, as the settings of a folder do.
  const context = testContext();
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const events = Array.from({ length: 200 }, (_, at) => ({
    agent: 'worker',
    event: 'tool_end',
    detail: `${at} `.repeat(100),
  }));

  test.each([
    ['a log', 'jsonl', `${message(1)}\n${message(2)}\n`],
    ['a log that rules follow', 'jsonl', `${message(1)}\n${message(2)}${'\n'.repeat(20_100)}`],
    ['an array', 'json', `[${message(1)}, ${message(2)}]`],
    ['a large envelope', 'json', JSON.stringify({ status: 'success', result: {}, error: null, trace: events })],
    ['a message with documents', 'json', carryingMessage(message(1), [{ path: 'a.md', content: '# One' }])],
  ])('%s', async (_, languageId, text) => {
    const documents = openDocuments({ contextOf: async () => context, onAnalysed: () => {}, onFailed: () => {} });
    const left: [name: string, WeakRef<object>][] = [];
    const work = async (uri: string, text: string) => {
      documents.open({ uri, languageId, version: 1, text });
      for (let key = 0; key < 3; key++) {
        documents.change(
          uri,
          [{ range: { start: { line: 0, character: 1 }, end: { line: 0, character: 1 } }, text: ' ' }],
          key,
        );
        const analysis = (await documents.analysisOf(uri)) as Analysis;
        withRunProblems(analysis, context);
        const { file, parts } = analysis;
        const [first] = parts;
        const kept: Record<string, unknown> = { analysis, lines: file.lines, part: first?.part, value: first?.value };
        for (const [name, one] of Object.entries(kept)) if (one instanceof Object) left.push([name, new WeakRef(one)]);
      }
      documents.close(uri);
      forgetJudgement(uri, context);
    };
    await work(`file:///work/a.${languageId}`, text);
    const own = left.splice(0);
    // What is kept of the last envelope alone is now that of another.
    await work(`file:///work/b.${languageId}`, message(3));
    expect(own.length).toBeGreaterThan(9);
    const kept = () => own.filter(([, one]) => one.deref() !== undefined).map(([name]) => name);
    // A weak reference that was read keeps its object until the task ends, and one collection may not free everything.
    for (let round = 0; round < 20; round++) {
      await setImmediate();
      collectGarbage();
      await setImmediate();
      if (kept().length === 0) break;
    }
    expect(kept()).toEqual([]);
  });
});

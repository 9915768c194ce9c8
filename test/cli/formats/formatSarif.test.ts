import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { formatSarif as piecesOf } from '../../../server/src/cli/formats/formatSarif';
import { createChecker } from '../../../server/src/features/fixes/checkAndFixFiles';
import { runsEverything } from '../../kit/amount';
import { applyEdits } from '../../kit/applyEdits';
import { CATALOGUE } from '../../kit/catalogue';
import { drawnFixtures } from '../../kit/drawnFixtures';
import { sarifValidator } from '../../kit/sarifValidator';
import { testContext } from '../../kit/testContext';
import { findWords } from '../run';

const RULE = {
  shortDescription: { text: 'Say it better.' },
  fullDescription: { text: 'Say it better. It is not hard.' },
  help: { text: expect.stringContaining('not hard'), markdown: expect.stringContaining('not hard') },
};

const formatSarif: (...args: Parameters<typeof piecesOf>) => string = (...args) => [...piecesOf(...args)].join('');

let faultsOf: ReturnType<typeof sarifValidator>;

beforeAll(() => {
  faultsOf = sarifValidator();
});

function sarif(files: Record<string, string>) {
  const reports = Object.entries(files).map(([path, text]) => findWords({ uri: '', path, text }));
  return JSON.parse(formatSarif(reports, { version: '1.2.3' }));
}

test.each([{}, { 'a.json': '{}' }, { 'a.json': 'bad\nodd hm bad', '../b c.md': 'hm' }])('%j is valid SARIF', files => {
  expect(faultsOf(sarif(files))).toEqual([]);
});

test('what could not be read is said in valid SARIF', () => {
  const unread = [{ file: '../a b.json', message: 'is a folder.' }];
  const log = JSON.parse(formatSarif([], { version: '1.2.3', unread }));
  expect(faultsOf(log)).toEqual([]);
  expect(log.runs[0].invocations[0].toolExecutionNotifications[0].message.text).toBe('../a b.json: is a folder.');
});

test('the schema is not blind', () => {
  expect(faultsOf({ version: '2.1.0', runs: [{ tool: {} }] })).not.toEqual([]);
});

test('a result names its rule, its place and its level', () => {
  const [run] = sarif({ 'a.json': 'odd\n{"bad": "hm"}' }).runs;
  expect(run.columnKind).toBe('utf16CodeUnits');
  expect(run.tool.driver).toEqual({
    name: 'agent-envelopes',
    version: '1.2.3',
    rules: [
      { ...RULE, id: 'words/odd', defaultConfiguration: { level: 'warning' } },
      { ...RULE, id: 'words/bad', defaultConfiguration: { level: 'error' } },
      { ...RULE, id: 'words/hm', defaultConfiguration: { level: 'note' } },
    ],
  });
  expect(run.results[1]).toEqual({
    ruleId: 'words/bad',
    ruleIndex: 1,
    level: 'error',
    message: { text: '"bad" is no word for this.' },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'a.json' },
          region: { startLine: 2, startColumn: 3, endLine: 2, endColumn: 6 },
        },
      },
    ],
  });
});

test.each([
  ['dir/a b#?.json', 'dir/a%20b%23%3F.json'],
  ['../100%/日.json', '../100%25/%E6%97%A5.json'],
  ['a:b.json', 'a%3Ab.json'],
  ['./a.json', './a.json'],
  [resolve('/x y/a.json'), pathToFileURL('/x y/a.json').href],
])('%s is the URI %s', (path, uri) => {
  const [result] = sarif({ [path]: 'bad' }).runs[0].results;
  expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe(uri);
});

test('a rule without docs is described by its name', () => {
  const position = { line: 0, character: 0 };
  const range = { start: position, end: position };
  const problem = { rule: 'schema/enum', severity: 'error', message: 'No.', range, fixes: [] } as const;
  const report = { file: 'a.json', parts: [], problems: [{ ...problem, fixes: [] }] };
  const log = JSON.parse(formatSarif([report], { version: '1.2.3' }));
  expect(faultsOf(log)).toEqual([]);
  expect(log.runs[0].tool.driver.rules[0].shortDescription.text).toBe('schema/enum');
});

const fixable = drawnFixtures().filter(({ fires }) => fires.some(({ fixed }) => fixed !== undefined));

test('there are fixes to write', () => expect(fixable.length).toBeGreaterThan(30));

test.each(fixable)('a fix of $rule is replacements of text', ({ rule, fires, files }) => {
  const root = 'file:///work';
  const check = createChecker({ contextOf: () => testContext({ catalogue: CATALOGUE, ...(files && { files }) }) });
  for (const { name, text } of fires.filter(({ fixed }) => fixed !== undefined)) {
    const report = check({ uri: `${root}/${name}`, path: name, text });
    const log = JSON.parse(formatSarif([report], { version: '1.2.3' }));
    expect(faultsOf(log)).toEqual([]);
    const results: Result[] = log.runs[0].results.filter(({ ruleId }: { ruleId: string }) => ruleId === rule);
    const [fix] = results.flatMap(({ fixes = [] }) => fixes);
    const [change] = fix?.artifactChanges ?? [];
    expect(change?.artifactLocation.uri).toBe(name);
    const mended = applyEdits(text, (change?.replacements ?? []).map(editOf));
    const left = check({ uri: `${root}/${name}`, path: name, text: mended }).problems.filter(one => one.rule === rule);
    expect(left.length, fix?.description.text).toBeLessThan(results.length);
  }
});

interface Result {
  fixes?: {
    description: { text: string };
    artifactChanges: { artifactLocation: { uri: string }; replacements: Replacement[] }[];
  }[];
}

interface Replacement {
  deletedRegion: { startLine: number; startColumn: number; endLine: number; endColumn: number };
  insertedContent?: { text: string };
}

function editOf({ deletedRegion: { startLine, startColumn, endLine, endColumn }, insertedContent }: Replacement) {
  const start = { line: startLine - 1, character: startColumn - 1 };
  const end = { line: endLine - 1, character: endColumn - 1 };
  return { range: { start, end }, newText: insertedContent?.text ?? '' };
}

test.runIf(runsEverything)('of more results than GitHub takes the worst are listed, and it is said', () => {
  const files = { 'a.json': 'hm\n'.repeat(4), 'b.json': 'odd\n'.repeat(15_000), 'c.json': 'bad\n'.repeat(9_999) };
  const all = sarif(files);
  expect(all.runs[0].results).toHaveLength(25_000);
  expect(all.runs[0].results.map(({ level }: { level: string }) => level).slice(0, 3)).toEqual([
    'note',
    'warning',
    'warning',
  ]);
  expect(all.runs[0].invocations[0].toolExecutionNotifications[0].message.text).toBe(
    '3 problems more, none of them worse, are left out: these are the 25000 that GitHub takes in a run. Other formats list all.',
  );
  const [{ invocations, results, ...run }] = all.runs;
  expect(faultsOf({ ...all, runs: [{ ...run, invocations, results: results.slice(0, 9) }] })).toEqual([]);
  expect(sarif({ 'a.json': 'bad\n'.repeat(25_000) }).runs[0]).not.toHaveProperty('invocations');
});

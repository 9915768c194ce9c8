import { expect, test } from 'vitest';
import { analyse } from '../../../server/src/analysis/analyse';
import { createChecker } from '../../../server/src/features/fixes/checkAndFixFiles';
import { withRunProblems } from '../../../server/src/runs/runRules/withRunProblems';
import { everyFourth, runsEverything } from '../../kit/amount';
import { memoryFile, problemLines } from '../../kit/analyseText';
import { corpusFiles, corpusMissing, corpusText } from '../../kit/corpus';
import { testContext } from '../../kit/testContext';
import { superlinearity } from '../../kit/timing';
import { CALL, STRAY } from './runFindingsIn';

const call = (at: number) => CALL.replace('aaaaaaaaaa', String(at).padStart(10, 'a'));

/** What a check of all files of a folder says, one after another. */
function checked(files: Record<string, string>): string[] {
  const context = testContext({ files });
  const check = createChecker({ contextOf: () => context });
  return Object.entries(files).flatMap(([path, text]) => {
    const { problems } = check({ uri: `file:///work/${path}`, path, text });
    return problems.map(({ range: { start }, rule, severity }) =>
      [path, `${start.line + 1}:${start.character + 1}`, rule, severity].join(' '),
    );
  });
}

/** The same of each file as an editor shows it. */
function shown(files: Record<string, string>): string[] {
  return Object.entries(files).flatMap(([path, text]) => {
    const context = testContext({ files });
    const analysis = withRunProblems(analyse(memoryFile(path, text), context).analysis, context);
    return problemLines(analysis).map(line => `${path} ${line}`);
  });
}

test.each<[string, Record<string, string>]>([
  ['a file and its answer', { 'a.jsonl': `${CALL}\n${CALL}`, 'b.json': STRAY.replaceAll('z', 'a'), 'c.json': STRAY }],
  ['more files than are judged together', Object.fromEntries(many(150).map((text, at) => [`${at}.jsonl`, text]))],
  ['as many as are', Object.fromEntries(many(101).map((text, at) => [`${at}.jsonl`, text]))],
  ['comments', { 'a.jsonc': `[${CALL}, // twice\n ${CALL}]`, 'b.json': CALL }],
  ['a folder in a folder', { 'a/a.json': CALL, 'b.json': CALL, 'a/b.json': CALL }],
])('a check says what an editor says: %s', (_, files) => {
  const found = checked(files);
  expect(found.length).toBeGreaterThan(0);
  expect(found.sort()).toEqual(shown(files).sort());
});

test.skipIf(corpusMissing)('a check says what an editor says: real files', () => {
  const paths = corpusFiles().filter(path => /\.jsonl?$/.test(path) && corpusText(path).length < 200_000);
  const files = Object.fromEntries(paths.map(path => [path, corpusText(path)]));
  expect(checked(files).sort()).toEqual(shown(files).sort());
});

const folders: [string, (at: number) => string][] = [
  ['folders of fifty', at => `${Math.floor(at / 50)}/`],
  ['one folder', () => ''],
];
test.each(everyFourth(folders))('ten times as many files in %s take ten times as long', (_, folderOf) => {
  const check = (size: number) =>
    checked(Object.fromEntries(Array.from({ length: size }, (__, at) => [`${folderOf(at)}${at}.json`, call(at)])));
  // An eighth of them, too, is more than a folder's files that are judged together, which are remembered.
  expect(superlinearity(check, runsEverything ? 2000 : 1000)).toBeLessThan(2);
});

function many(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${call(at)}\n${at % 10 === 0 ? call(at) : STRAY}`);
}

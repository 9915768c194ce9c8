import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { analyse } from '../../server/src/analysis/analyse';
import { isCandidateName, scanForEnvelopes } from '../../server/src/analysis/scanForEnvelopes';
import { families } from '../../server/src/families';
import { sureEntries } from '../../server/src/runs/reading/fileRecord';
import { readEntries } from '../../server/src/runs/reading/readEntries';
import { fileNameOf } from '../../server/src/text/decodeUri';
import { languageOf } from '../../server/src/text/fileLanguage';
import { textFile } from '../../server/src/text/lines';
import { oneOf, runsEverything } from '../kit/amount';
import { asPython } from '../kit/asPython';
import { corpusFiles, corpusMissing, corpusText, filesBelow, projectRoot } from '../kit/corpus';
import { examples } from '../kit/examples';
import { testContext } from '../kit/testContext';

// A file that the scan rejects is never read by the index: rejecting one with an envelope would hide its run.

const RUN_LOGS = join(projectRoot, '../shared/run-logs');

test('every file of the sample workspace that the index lists is a candidate', () => {
  const root = join(projectRoot, 'test/sample');
  const paths = filesBelow(root).map(path => relative(root, path));
  expect(listed(paths, path => readFileSync(join(root, path), 'utf8'))).toBeGreaterThan(20);
});

test.skipIf(corpusMissing)('every file of the corpus that the index lists is a candidate', () => {
  expect(listed(corpusFiles(), corpusText)).toBeGreaterThan(40);
});

test.skipIf(!existsSync(RUN_LOGS))('every real run log is a candidate', () => {
  const paths = filesBelow(RUN_LOGS);
  expect(listed(paths, path => readFileSync(path, 'utf8'))).toBeGreaterThan(0);
});

test('examples are candidates, whole, without any one or two properties, and in Markdown', () => {
  let count = 0;
  for (const { value } of examples) {
    const keys = Object.keys(value);
    const pairs = keys.flatMap((one, at) => keys.slice(at).map(other => [one, other]));
    for (const left of [[], ...oneOf(5, pairs)]) {
      const rest = Object.fromEntries(Object.entries(value).filter(([key]) => !left.includes(key)));
      count += listed(['a.json', 'a.md'], path =>
        path === 'a.json' ? JSON.stringify(rest) : `\`\`\`json\n${JSON.stringify(rest, null, 2)}\n\`\`\`\n`,
      );
    }
  }
  expect(count).toBeGreaterThan(runsEverything ? 1000 : 200);
});

test('examples as Python prints them are candidates, and listed where there is no text around them', () => {
  const kinds = examples.filter(({ value }) => isListed('a.json', JSON.stringify(value)));
  expect(kinds.length).toBeGreaterThan(10);
  const printed = kinds.map(({ value }) => asPython(value)).filter(text => text.startsWith("{'"));
  expect(
    listed(['a.json'].concat(printed.map((_, at) => `${at}.json`)), path => printed[parseInt(path, 10)] ?? ''),
  ).toBe(printed.length);
});

test('few plain files are candidates', () => {
  const root = join(projectRoot, 'node_modules');
  const paths = filesBelow(root).filter(path => /\.json$/.test(path));
  const candidates = paths.filter(path => isCandidate(path, readFileSync(path, 'utf8')));
  expect(candidates.length / paths.length).toBeLessThan(0.01);
});

/** How many of the files the index lists; each of them is a candidate. */
function listed(paths: readonly string[], read: (path: string) => string): number {
  let count = 0;
  for (const path of paths) {
    if (!languageOf(path)) continue;
    const text = read(path);
    if (!isListed(path, text)) continue;
    count++;
    expect(isCandidate(path, text), `${path}: ${text.slice(0, 500)}`).toBe(true);
  }
  return count;
}

/** Whether the file has a part in a run, or problems that are reported while it is closed. */
function isListed(path: string, text: string): boolean {
  const lang = languageOf(path) ?? 'json';
  if (lang === 'jsonl') return true;
  const fileName = fileNameOf(`file:///${path}`);
  const record = readEntries(text, { lang, fileName }, { families, association: undefined });
  if (record.registry || sureEntries(record).length > 0) return true;
  if (lang !== 'markdown') return false;
  const { analysis } = analyse(textFile(`file:///work/${fileName}`, lang, text), { ...testContext(), families });
  return analysis.parts.some(({ recognition, document }) => document || recognition?.sure);
}

function isCandidate(path: string, text: string): boolean {
  return isCandidateName(fileNameOf(path)) || scanForEnvelopes(languageOf(path) ?? 'json').every(scan => scan(text));
}

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sampleCopy } from '../../tools/start.mjs';
import { projectRoot } from '../kit/corpus';
import { temporaryFolder } from '../kit/temporaryFolder';

const filesIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

test('the sample that is opened is a copy, and anew at each start', () => {
  const folder = temporaryFolder();
  onTestFinished(folder.dispose);
  const original = join(projectRoot, 'test/sample');
  const copy = sampleCopy(folder.pathOf('sample'));
  expect(filesIn(copy)).toEqual(filesIn(original));
  const readme = readFileSync(join(original, 'README.md'), 'utf8');
  writeFileSync(join(copy, 'README.md'), 'changed');
  writeFileSync(join(copy, 'new.json'), '{}');
  rmSync(join(copy, 'messages'), { recursive: true });
  expect(readFileSync(join(original, 'README.md'), 'utf8')).toBe(readme);
  expect(existsSync(join(original, 'new.json'))).toBe(false);
  expect(filesIn(sampleCopy(copy))).toEqual(filesIn(original));
});

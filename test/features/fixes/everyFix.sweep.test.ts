import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FILE_EXTENSIONS } from '../../../server/src/text/fileLanguage';
import { oneOf } from '../../kit/amount';
import { analyseText, problemsIn } from '../../kit/analyseText';
import { corpusFiles, corpusMissing, corpusText, filesBelow, projectRoot } from '../../kit/corpus';
import { examples } from '../../kit/examples';
import { mutations } from '../../kit/mutations';
import { unsoundFixes } from '../../kit/soundFixes';

// Each fix of each problem clears it and brings up no other; all that are certain do so together, and once is enough.
// Drawn fixtures are held to the same where they are checked (`check` of the kit).

describe('of every way to break an example', () => {
  test.each(examples.filter(({ kind }) => !kind.readOnly))('$shape.id', ({ shape, value }) => {
    // What a slip hid comes to light with it.
    const hidden = problemsIn(analyseText('a.json', JSON.stringify(value))).map(({ rule }) => rule);
    const unsound = oneOf(9, mutations(shape.schema, value)).flatMap(({ about, value: broken }) =>
      unsoundFixes('a.json', JSON.stringify(broken, undefined, 2))
        .filter(one => !hidden.some(rule => one.endsWith(`brings up ${rule}`)))
        .map(one => `${about} | ${one.replace(/:[^[]*/, '')}`),
    );
    expect(unsound).toEqual([]);
  });
});

test('of the sample workspace', () => {
  const folder = join(projectRoot, 'test/sample');
  const files = filesBelow(folder).filter(file => FILE_EXTENSIONS.some(ending => file.endsWith(ending)));
  const unsound = files.flatMap(file => unsoundFixes(relative(folder, file), readFileSync(file, 'utf8')));
  expect(unsound).toEqual([]);
});

describe.skipIf(corpusMissing)(`of the corpus${corpusMissing ? ` (${corpusMissing})` : ''}`, () => {
  const folders = [...new Set(corpusFiles().map(file => file.split('/').slice(0, 2).join('/')))];
  test.each(folders)('%s', folder => {
    const files = corpusFiles().filter(
      file => file.startsWith(folder) && FILE_EXTENSIONS.some(ending => file.endsWith(ending)),
    );
    const unsound = files.flatMap(file =>
      unsoundFixes(file, corpusText(file)).map(one => `${basename(file)} | ${one}`),
    );
    expect(unsound).toEqual([]);
  });
});

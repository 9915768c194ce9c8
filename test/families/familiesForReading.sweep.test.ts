import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recognise } from '../../server/src/analysis/recognise';
import { families } from '../../server/src/families';
import { familiesForReading } from '../../server/src/families/familiesForReading';
import { familiesWithSnippets } from '../../server/src/families/familiesWithSnippets';
import { splitIntoParts } from '../../server/src/parts/splitIntoParts';
import { languageOf } from '../../server/src/text/fileLanguage';
import { parseJson } from '../../server/src/text/json/parseJson';
import { textFile } from '../../server/src/text/lines';
import { corpusFiles, corpusText, filesBelow, projectRoot } from '../kit/corpus';
import { examples } from '../kit/examples';

// An exported page recognises by schemas that are reduced to what recognition asks of them.

test('the three lists hold the same kinds', () => {
  const ids = [familiesForReading, families, familiesWithSnippets].map(list =>
    list.flatMap(({ kinds }) => kinds.map(({ id, title, fileNames }) => ({ id, title, fileNames }))),
  );
  expect(ids[0]).toEqual(ids[1]);
  expect(ids[2]).toEqual(ids[1]);
});

test('examples are recognised alike, whole and with each property taken out', () => {
  for (const { value } of examples) {
    same(value, JSON.stringify(value));
    for (const key of Object.keys(value))
      same(Object.fromEntries(Object.entries(value).filter(([k]) => k !== key)), key);
  }
});

test('the sample workspace and the corpus are recognised alike', () => {
  let count = 0;
  for (const path of filesBelow(join(projectRoot, 'test/sample'))) {
    for (const value of valuesIn(path, readFileSync(path, 'utf8'))) count += same(value, path);
  }
  for (const path of corpusFiles()) {
    if (languageOf(path))
      for (const value of valuesIn(path, corpusText(path)).slice(0, 400)) count += same(value, path);
  }
  expect(count).toBeGreaterThan(50);
});

function valuesIn(path: string, text: string): unknown[] {
  const lang = languageOf(path);
  if (!lang || text.length > 2_000_000) return [];
  const parts = splitIntoParts(textFile(`file:///${path}`, lang, text));
  return parts.map(part => parseJson(part.text, part.lang === 'jsonc' ? 'jsonc' : 'json').value);
}

/** Counts a value that is recognised. */
function same(value: unknown, where: string): number {
  const [full, reduced] = [families, familiesForReading].map(list => {
    const found = recognise(value, list, undefined);
    return found && [found.kind.id, found.sure, found.by];
  });
  expect(reduced, where).toEqual(full);
  return full ? 1 : 0;
}

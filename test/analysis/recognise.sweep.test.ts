import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { recognise } from '../../server/src/analysis/recognise';
import { families } from '../../server/src/families';
import { parseJson } from '../../server/src/text/json';
import { isObject } from '../../server/src/text/pointer';
import { filesBelow, projectRoot } from '../kit/corpus';

test('nothing is recognised in the JSON of others', { timeout: 20_000 }, () => {
  const files = filesBelow(join(projectRoot, 'node_modules')).filter(file => file.endsWith('.json'));
  const taken = files.slice(0, 2000).flatMap(file => {
    const { value } = parseJson(readFileSync(file, 'utf8'), 'jsonc');
    const values = Array.isArray(value) ? value.filter(isObject) : [value];
    return values.flatMap(one => recognise(one, families, undefined)?.kind.id ?? []).map(kind => `${file} ${kind}`);
  });
  expect(taken).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});

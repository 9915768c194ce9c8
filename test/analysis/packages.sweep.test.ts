// The JSON of packages, which are many people's: none of it is an envelope or a trace.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { recognise } from '../../server/src/analysis/recognise';
import { familiesForReading } from '../../server/src/families/familiesForReading';
import { oneOf } from '../kit/amount';

test('nothing in the installed packages is recognised', () => {
  const root = path.join(__dirname, '..', '..', 'node_modules');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.json'));
  expect(files.length).toBeGreaterThan(300);
  const found = oneOf(8, files).flatMap(name =>
    valuesIn(path.join(root, name))
      .map(value => recognise(value, familiesForReading, undefined)?.kind.id)
      .filter(kind => kind !== undefined)
      .map(kind => `${name} ${kind}`),
  );
  expect(found).toEqual([]);
});

/** The value of a file, or the elements of its list; none where it is no JSON, as some fixtures of packages. */
function valuesIn(file: string): unknown[] {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(value) ? value : [value];
  } catch {
    return [];
  }
}

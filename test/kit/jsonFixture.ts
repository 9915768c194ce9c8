import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './corpus';

/** The data of a JSON file of the tests, by its path below `test/`. */
export function jsonFixture<Data>(path: string): Data {
  return JSON.parse(readFileSync(join(projectRoot, 'test', path), 'utf8')) as Data;
}

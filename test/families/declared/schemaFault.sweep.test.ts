import { expect, test } from 'vitest';
import { schemaFault } from '../../../server/src/families/declared/schemaFault';
import { fastest } from '../../kit/fastest';
import { chained } from './chained';

test('a schema that asks for much in many places is looked through once', () => {
  const schema = chained(600, 11_000);
  expect(schemaFault(schema)).toBeUndefined();
  expect(fastest(1, () => schemaFault(schema))).toBeLessThan(2000);
});

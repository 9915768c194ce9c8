import { expect, test } from 'vitest';
import { schemaFault } from '../../../server/src/families/declared/schemaFault';
import { inMegabytesParsed } from '../../kit/timing';
import { chained } from './chained';

test('a schema that asks for much in many places is looked through once', () => {
  const schema = chained(600, 11_000);
  expect(schemaFault(schema)).toBeUndefined();
  expect(inMegabytesParsed(1, () => schemaFault(schema))).toBeLessThan(100);
});

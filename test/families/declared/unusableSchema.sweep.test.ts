import { expect, test } from 'vitest';
import { unusableSchema } from '../../../server/src/families/declared/unusableSchema';
import { inMegabytesParsed } from '../../kit/timing';
import { chained } from './chained';

test('a schema that asks for much in many places is looked through once', () => {
  const schema = chained(600, 11_000);
  expect(unusableSchema(schema)).toBeUndefined();
  expect(inMegabytesParsed(1, () => unusableSchema(schema))).toBeLessThan(100);
});

import { expect, test } from 'vitest';
import { compileSchema } from '../server/src/compileSchema';

test.each<[unknown, string]>([
  [
    { properties: { 'a/b': { type: 'strin' } } },
    '"/properties/a~1b/type" in it must be one of "array", "boolean", "integer", "null", "number", "object", "string".',
  ],
  [{ type: 'object', required: 'a' }, '"/required" in it must be array.'],
  [{ properties: { a: { minLength: -1 } } }, '"/properties/a/minLength" in it must be >= 0.'],
  [{ $schema: 'https://example.com/none', items: 7 }, '"/items" in it must be object or boolean.'],
  [{ $ref: '#/nope' }, "can't resolve reference #/nope from id #."],
  [7, 'a JSON Schema is an object.'],
])('%j is no schema, and why', (schema, fault) => {
  expect(compileSchema(schema)).toEqual({ fault });
});

test('a long place is cut', () => {
  const made = compileSchema({ properties: { ['a'.repeat(5000)]: { type: 7 } } });
  expect('fault' in made && made.fault.length).toBeLessThan(250);
});

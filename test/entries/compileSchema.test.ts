import { describe, expect, test } from 'vitest';
import { compileSchema } from '../../server/src/entries/compileSchema';
import { everyFourth } from '../kit/amount';
import { inMegabytesParsed, superlinearity } from '../kit/timing';

test.each<[unknown, string]>([
  [
    { properties: { 'a/b': { type: 'strin' } } },
    '"/properties/a~1b/type" in it must be one of "array", "boolean", "integer", "null", "number", "object", "string".',
  ],
  [{ type: 'object', required: 'a' }, '"/required" in it must be array.'],
  [{ properties: { a: { minLength: -1 } } }, '"/properties/a/minLength" in it must be >= 0.'],
  [{ $schema: 'http://json-schema.org/draft-07/schema#', items: 7 }, '"/items" in it must be object or boolean.'],
  [{ $ref: '#/nope' }, 'the reference "#/nope" leads nowhere in it.'],
  [7, 'a JSON Schema is an object.'],
])('%j is no schema, and why', (schema, fault) => {
  expect(compileSchema(schema)).toEqual({ fault });
});

test.each([
  'http://json-schema.org/draft-04/schema#',
  'http://json-schema.org/schema#',
  'https://example.com/none',
  '',
  7,
])('a dialect that is not read is a fault: %s', $schema => {
  expect(compileSchema({ $schema, type: 'object' })).toEqual({
    fault: expect.stringContaining(`"$schema" is "${$schema}", which is no dialect that is read`),
    at: '$schema',
  });
});

test.each([
  ['http://json-schema.org/draft-07/schema#', { items: [{ type: 'string' }] }],
  ['https://json-schema.org/draft-07/schema', { dependencies: { a: ['b'] } }],
  ['https://json-schema.org/draft/2019-09/schema', { dependentRequired: { a: ['b'] } }],
  ['https://json-schema.org/draft/2020-12/schema', { prefixItems: [{ type: 'string' }] }],
  ['https://json-schema.org/draft/2020-12/schema#', { unevaluatedProperties: false }],
])('%s is read with its own keywords', ($schema, keywords) => {
  const validate = validatorOf({ $schema, ...keywords });
  expect([[7], { a: 1 }].every(value => validate(value))).toBe(false);
});

test('a long place is cut', () => {
  const made = compileSchema({ properties: { ['a'.repeat(5000)]: { type: 7 } } });
  expect('fault' in made && made.fault.length).toBeLessThan(250);
});

describe('a schema that leads back to itself', () => {
  const nested = (depth: number, inner: unknown) => {
    let value = inner;
    for (let level = 0; level < depth; level++) value = { a: value };
    return value;
  };
  const twice = (keyword: string) => {
    const part = { type: 'object', properties: { a: { $ref: '#/definitions/part' } } };
    const both = [{ $ref: '#/definitions/own' }, { $ref: '#/definitions/own' }];
    return { $ref: '#/definitions/part', definitions: { own: part, part: { [keyword]: both } } };
  };

  test.each(everyFourth(['anyOf', 'oneOf', 'allOf']))(
    'in two ways at once ends, and lets nothing through: %s',
    keyword => {
      const validate = validatorOf(twice(keyword));
      expect(inMegabytesParsed(3, () => validate(nested(60, 7)))).toBeLessThan(30);
      expect(validate(nested(60, 7))).toBe(false);
      expect(validate.errors).toMatchObject([{ keyword: 'unchecked' }]);
    },
  );

  test('judges what people write', () => {
    const validate = validatorOf(twice('anyOf'));
    expect(validate(nested(9, {}))).toBe(true);
    expect(validate(nested(9, 7))).toBe(false);
    expect(validate.errors?.map(({ keyword }) => keyword)).not.toContain('unchecked');
    expect(validate(nested(9, {}))).toBe(true);
  });

  test('lets nothing through that is deeper than can be followed', () => {
    const list = { items: { $ref: '#' }, type: 'array' };
    const validate = validatorOf(list);
    expect(validate(JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`))).toBe(true);
    expect(validate(JSON.parse(`${'['.repeat(100_000)}7${']'.repeat(100_000)}`))).toBe(false);
  });

  test('lists very many errors in the time that it takes to find them', () => {
    const validate = validatorOf({
      items: { $ref: '#/definitions/one' },
      definitions: { one: { properties: { a: { $ref: '#/definitions/one' }, b: { type: 'string' } } } },
    });
    const values = (count: number) => Array.from({ length: count }, () => ({ a: { b: 1 }, b: 2 }));
    const made = new Map([80_000, 10_000].map(count => [count, values(count)]));
    expect(superlinearity(count => validate(made.get(count)), 80_000)).toBeLessThan(4);
    expect(validate.errors).toHaveLength(20_000);
  });
});

function validatorOf(schema: unknown) {
  const compiled = compileSchema(schema);
  if ('fault' in compiled) throw new Error(compiled.fault);
  return compiled.validate;
}

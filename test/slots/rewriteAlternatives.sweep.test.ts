// Alternatives that are written as conditions accept the same values: ajv is the oracle for both.
import Ajv from 'ajv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rewriteAlternatives } from '../../server/src/slots/rewriteAlternatives';
import type { RawSchema } from '../../server/src/slots/subschemas';
import { sixteenth } from '../kit/amount';

const CONSTANTS = ['a', 'b', 'c', 1];
const TYPES = ['null', 'string', 'number', 'integer', 'boolean', 'array', 'object'];

const constant = fc.constantFrom(...CONSTANTS);
const property = fc.oneof(
  constant.map(value => ({ const: value })),
  fc.uniqueArray(constant, { minLength: 1, maxLength: 2 }).map(values => ({ enum: values })),
  fc.constant({ type: 'string' }),
);
const object = fc
  .record({
    type: fc.option(fc.constant('object'), { nil: undefined, freq: 6 }),
    required: fc.subarray(['kind', 'more'], { minLength: 1 }),
    properties: fc.record({ kind: property, more: property }, { requiredKeys: ['kind'] }),
    additionalProperties: fc.option(fc.constant(false), { nil: undefined, freq: 1 }),
  })
  .map(withoutUndefined);
const simple = fc.oneof(
  constant.map(value => ({ const: value, title: String(value) })),
  fc.constantFrom(...TYPES).map(type => ({ type })),
  fc.subarray(TYPES, { minLength: 1, maxLength: 3 }).map(type => ({ type })),
  fc.constant({ $ref: '#/$defs/referred' }),
);
const schema: fc.Arbitrary<RawSchema> = fc
  .record({
    keyword: fc.constantFrom('anyOf', 'oneOf'),
    alternatives: fc.oneof(
      fc.array(object, { minLength: 2, maxLength: 4 }),
      fc.array(fc.oneof(simple, object), { minLength: 2, maxLength: 4 }),
    ),
    referred: object,
    beside: fc.constantFrom({}, { type: ['object', 'null'] }, { properties: { kind: { const: 'a' } } }),
  })
  .map(({ keyword, alternatives, referred, beside }) => ({ ...beside, [keyword]: alternatives, $defs: { referred } }));

const scalar = fc.oneof(fc.constantFrom(...CONSTANTS, null, true, 1.5, 'zz'), fc.constant([]));
const value = fc.oneof(
  scalar,
  fc.record({ kind: scalar, more: scalar }, { requiredKeys: [] }),
  fc.record({ kind: constant, more: constant }),
);

test('what is written as conditions accepts the same values', () => {
  let told = 0;
  const property = fc.property(schema, fc.array(value, { minLength: 8, maxLength: 20 }), (given, values) => {
    const written = rewriteAlternatives(given);
    if (written === given) return;
    told++;
    const [before, after] = [given, written].map(one => new Ajv({ strict: false }).compile(one));
    for (const one of values) {
      expect({ one, given, written, is: after?.(one) }).toEqual({ one, given, written, is: before?.(one) });
    }
  });
  fc.assert(property, { numRuns: sixteenth(600) });
  expect(told).toBeGreaterThan(sixteenth(80));
});

function withoutUndefined(schema: RawSchema): RawSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, one]) => one !== undefined));
}

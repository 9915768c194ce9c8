import { describe, expect, test } from 'vitest';
import type { Schema } from '../../server/src/model/schema';
import { applicableSchema, schemaAt } from '../../server/src/slots/applicableSchemas';
import { embeddableToolSchema } from '../../server/src/slots/embeddableToolSchema';

describe('a normalized schema', () => {
  test.each<[string, unknown, Schema]>([
    ['stays', { type: 'integer', minimum: 1 }, { type: 'integer', minimum: 1 }],
    ['drops an unknown type', { type: ['<b>', 'string'] }, { type: 'string' }],
    ['drops keywords of the wrong type', { type: 7, minimum: '1', properties: [], required: 'a', enum: {} }, {}],
    ['resolves a reference', { $ref: '#/$defs/a%', $defs: { 'a%': { type: 'string' } } }, { type: 'string' }],
    ['is empty for a reference without a target', { $ref: '#/definitions/a' }, {}],
    ['is empty for a reference to another file', { $ref: 'other.json' }, {}],
    ['is empty for a reference to itself', { $ref: '#' }, {}],
    ['escapes Markdown', { description: '[a](b)' }, { markdownDescription: '\\[a\\]\\(b\\)' }],
    ['turns constants into an enum', { oneOf: [{ const: 1 }, { const: 2 }] }, { enum: [1, 2] }],
    [
      'takes the alternative that is not null',
      { anyOf: [{ type: 'null' }, { type: 'string', format: 'date-time' }], default: null },
      { type: ['null', 'string'], format: 'date-time', 'x-slot': 'time', default: null, examples: [null] },
    ],
    ['is empty for a value that is not a schema', 'x', {}],
    ['drops prototype names', JSON.parse('{"properties": {"__proto__": {"type": "string"}}}'), { properties: {} }],
  ])('%s', (_, given, expected) => {
    const schema = embeddableToolSchema(given);
    expect(applicableSchema(schema, schema, undefined)).toEqual(expected);
  });

  test('cuts off recursion', () => {
    const schema = embeddableToolSchema({ type: 'object', properties: { a: { $ref: '#' }, b: { type: 'string' } } });
    const value = JSON.parse(`${'{"a":'.repeat(8)}1${'}'.repeat(8)}`);
    expect(schemaAt(schema, value, ['a', 'b'])).toEqual({ type: 'string' });
    expect(schemaAt(schema, value, ['a', 'a', 'a', 'a', 'a', 'a'])).toBeUndefined();
  });

  test('is the same object for the same schema', () => {
    const given = { type: 'object' };
    expect(embeddableToolSchema(given)).toBe(embeddableToolSchema(given));
  });
});

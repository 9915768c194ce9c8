import { expect, test } from 'vitest';
import { unusableSchema } from '../../../server/src/families/declared/unusableSchema';
import { chained, link } from './chained';

test.each<[string, object]>([
  ['itself', { $ref: '#' }],
  ['itself by way of others', { ...chained(3, 1), anyOf: [{ $ref: '#/definitions/2' }, { not: { $ref: '#' } }] }],
  ['too long a chain', chained(1500, 1)],
  [
    'twice as much at each step',
    { definitions: Array.from({ length: 20 }, (_, at) => ({ allOf: [link(at + 1), link(at + 1)] })) },
  ],
])('one that asks for %s is refused', (_, schema) => {
  expect(unusableSchema(schema as Record<string, unknown>)).toContain('refers to itself, or expands to too much');
});

test('the same in two places is no circle', () => {
  const definitions = {
    a: { type: 'string' },
    b: { anyOf: [{ $ref: '#/definitions/a' }, { $ref: '#/definitions/a' }] },
  };
  const both = [{ $ref: '#/definitions/b' }, { $ref: '#/definitions/a' }];
  expect(unusableSchema({ definitions, allOf: both, properties: { x: { $ref: '#' } } })).toBeUndefined();
});

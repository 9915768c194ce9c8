import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Schema } from '../../server/src/model/schema';
import type { Path } from '../../server/src/model/text';
import { eachDeclared, eachDeclaredWith, hasSlot, type SchemaTrait } from '../../server/src/slots/schemaPaths';
import { nearlyEnvelope } from '../kit/arbitraries';
import { allKinds } from '../kit/testContext';

const TRAITS: Record<string, SchemaTrait> = {
  time: hasSlot('time'),
  agent: hasSlot('agent'),
  path: hasSlot('path'),
  properties: schema => schema.properties !== undefined,
};

const shapes = allKinds.flatMap(kind => kind.variants ?? [kind]);

test('finds all values with a trait, although it skips branches', () => {
  const property = fc.property(
    nearlyEnvelope,
    fc.constantFrom(...shapes),
    fc.constantFrom(...Object.values(TRAITS)),
    (value, { schema }, trait) => {
      expect(withTrait(schema, value, trait)).toEqual(found(schema, value).filter(one => trait(one.schema)));
    },
  );
  fc.assert(property, { numRuns: 200 });
});

test.each(Object.entries(TRAITS))('finds them in the examples, too: %s', (_, trait) => {
  for (const { schema } of shapes) {
    for (const value of schema.examples ?? []) {
      expect(withTrait(schema, value, trait)).toEqual(found(schema, value).filter(one => trait(one.schema)));
    }
  }
});

test('finds them with a recursive schema', () => {
  const tree: Schema = {
    properties: { root: { $ref: '#/definitions/node' }, note: { type: 'string' } },
    definitions: {
      node: {
        properties: { at: { 'x-slot': 'time' }, kids: { items: { $ref: '#/definitions/node' } } },
        additionalProperties: { $ref: '#/definitions/node' },
      },
    },
  };
  const value = { note: 'n', root: { kids: [{ at: 1 }, { more: { at: 2, kids: [] } }], at: 3 } };
  const paths = withTrait(tree, value, hasSlot('time')).map(({ path }) => path.join('/'));
  expect(paths.sort()).toEqual(['root/at', 'root/kids/0/at', 'root/kids/1/more/at']);
});

test('finds them where an `if` decides', () => {
  const schema: Schema = {
    properties: { is: {}, at: {} },
    if: { properties: { is: { const: 'time' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { at: { 'x-slot': 'time' } } },
  };
  const at = (is: string) => withTrait(schema, { is, at: 1 }, hasSlot('time')).length;
  expect([at('time'), at('place'), at('time')]).toEqual([1, 0, 1]);
});

interface Found {
  path: Path;
  schema: Schema;
  value: unknown;
}

function withTrait(schema: Schema, value: unknown, trait: SchemaTrait): Found[] {
  const all: Found[] = [];
  eachDeclaredWith(trait, schema, value, (pathHere, inEffect, here) =>
    all.push({ path: pathHere(), schema: inEffect, value: here }),
  );
  return sorted(all);
}

function found(schema: Schema, value: unknown): Found[] {
  const all: Found[] = [];
  eachDeclared(schema, value, (path, inEffect, here) => all.push({ path, schema: inEffect, value: here }));
  return sorted(all);
}

// Results are in the order of the schema, not of the value.
function sorted(all: Found[]): Found[] {
  return all.sort((one, two) => (JSON.stringify(one.path) < JSON.stringify(two.path) ? -1 : 1));
}

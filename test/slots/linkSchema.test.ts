import { expect, test } from 'vitest';
import { linkSchema } from '../../server/src/slots/linkSchema';
import type { RawSchema } from '../../server/src/slots/subschemas';
import { superlinearity } from '../kit/timing';

const FILES: Record<string, RawSchema> = {
  'file:///work/vendor.json': {
    $id: 'https://example.org/vendor.json',
    $defs: {
      Turn: { type: 'object', properties: { next: { $ref: '#/$defs/Turn' }, by: { $ref: 'parts/agent.json#name' } } },
      Named: { $anchor: 'named', type: 'string' },
    },
  },
  'file:///work/parts/agent.json': { $defs: { n: { $anchor: 'name', type: 'string', minLength: 1 } } },
};

const link = (schema: RawSchema) =>
  linkSchema(schema, {
    uri: 'file:///work/x.agent-protocol.json#',
    fileAt: (path, from) => {
      const uri = new URL(path, from).href;
      const found = FILES[uri];
      return found && { uri, schema: found };
    },
    files: Object.entries(FILES).map(([uri, schema]) => ({ uri, schema })),
  });

test('a schema whose references are pointers is the same object', () => {
  const schema = { $ref: '#/$defs/a', minLength: 1, $defs: { a: { type: 'string' } } };
  expect(linkSchema(schema)).toMatchObject({ faults: [], isDynamic: false });
  expect(linkSchema(schema).schema).toBe(schema);
});

test.each<[string, RawSchema, RawSchema]>([
  [
    'a definition of another file, with what it refers to',
    { properties: { turn: { $ref: './vendor.json#/$defs/Turn' } } },
    {
      properties: { turn: { $ref: '#/$defs/Turn' } },
      $defs: {
        Turn: { type: 'object', properties: { next: { $ref: '#/$defs/Turn' }, by: { $ref: '#/$defs/n' } } },
        n: { type: 'string', minLength: 1 },
      },
    },
  ],
  [
    'a schema that only refers to another is that other',
    { title: 'Mine', $ref: 'vendor.json#named' },
    { title: 'Mine', type: 'string', $defs: { Named: { type: 'string' } } },
  ],
  [
    'a file by its $id, and a name that is taken',
    { items: { $ref: 'https://example.org/vendor.json#/$defs/Named' }, $defs: { Named: { type: 'number' } } },
    { items: { $ref: '#/$defs/Named%202' }, $defs: { Named: { type: 'number' }, 'Named 2': { type: 'string' } } },
  ],
  [
    'an anchor, and a resource with its own $id',
    {
      $id: 'https://example.org/a',
      items: { $ref: 'b#c' },
      $defs: { b: { $id: 'b', $defs: { c: { $anchor: 'c', const: 1 }, d: { $ref: '#/$defs/c' } } } },
    },
    {
      $id: 'https://example.org/a',
      items: { $ref: '#/$defs/b/$defs/c' },
      $defs: { b: { $defs: { c: { const: 1 }, d: { $ref: '#/$defs/b/$defs/c' } } } },
    },
  ],
])('%s', (_, given, expected) => {
  const { schema, faults } = link(given);
  expect(faults).toEqual([]);
  expect(schema).toEqual(expected);
});

test.each<[string, string]>([
  ['#/$defs/Trun', 'the reference "#/$defs/Trun" leads nowhere in it; did you mean "#/$defs/Turn"?'],
  [
    'vendor.json#/$defs/Trun',
    'the reference "vendor.json#/$defs/Trun" leads nowhere in vendor.json; did you mean "#/$defs/Turn"?',
  ],
  ['vendor.json#nmaed', 'the reference "vendor.json#nmaed" leads nowhere in vendor.json; did you mean "#named"?'],
  [
    'gone.json',
    'the reference "gone.json" leads to no JSON Schema in the workspace; give a path relative to this file.',
  ],
  [
    'https://example.com/a.json',
    'the reference "https://example.com/a.json" leads out of the workspace, and nothing is fetched; keep a copy beside this file, and refer to that by its path or its "$id".',
  ],
])('%s leads nowhere, and allows any value', ($ref, message) => {
  const given = { properties: { a: { $ref, title: 'A' } }, $defs: { Turn: {} } };
  const { schema, faults } = link(given);
  expect(faults).toEqual([{ path: ['properties', 'a', '$ref'], message }]);
  expect(schema).toEqual({ properties: { a: { title: 'A' } }, $defs: { Turn: {} } });
});

test('half a character in a name is no obstacle', () => {
  const given = { $ref: '#/$defs/\ud800', $defs: { '\ud800': { $anchor: 'x', type: 'string' } } };
  expect(link(given).schema).toEqual({ type: 'string', $defs: { '\ud800': { type: 'string' } } });
});

test('a circle of references ends', () => {
  FILES['file:///work/one.json'] = { properties: { two: { $ref: 'two.json' } } };
  FILES['file:///work/two.json'] = { properties: { one: { $ref: 'one.json' } } };
  expect(link({ $ref: 'one.json' }).schema).toEqual({
    properties: { two: { $ref: '#/$defs/two' } },
    $defs: {
      one: { properties: { two: { $ref: '#/$defs/two' } } },
      two: { properties: { one: { $ref: '#/$defs/one' } } },
    },
  });
});

test('many resources whose references depend on the way to them are linked in linear time', () => {
  const circle = (count: number) => ({
    $defs: Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        at,
        {
          $id: `https://example.org/${at}`,
          $dynamicAnchor: 'n',
          items: { $dynamicRef: `https://example.org/${(at + 1) % count}#n` },
        },
      ]),
    ),
  });
  expect(linkSchema(circle(2)).isDynamic).toBe(true);
  expect(superlinearity(count => linkSchema(circle(count)), 3000)).toBeLessThan(3);
});

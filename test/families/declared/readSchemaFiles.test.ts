import { expect, test } from 'vitest';
import { compileSchema } from '../../../server/src/entries/compileSchema';
import { declaredFamilies } from '../../../server/src/families/declared/declaredFamilies';
import { readSchemaFiles } from '../../../server/src/families/declared/readSchemaFiles';

const JSON_SCHEMA = 'https://json-schema.org/draft/2020-12/schema';

/** What a declaration of one kind comes to, with files beside it by name. */
function declared(schema: unknown, files: Record<string, unknown> = {}) {
  const texts = new Map(
    Object.entries(files).map(([name, value]) => [
      `file:///work/${encodeURIComponent(name).replaceAll('%2F', '/')}`,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
  const declaration = {
    uri: 'file:///work/x.agent-protocol.json',
    text: JSON.stringify({ id: 'own', kinds: { k: { schema, signature: {} } } }),
  };
  const read: string[] = [];
  const schemas = readSchemaFiles(declaration, {
    readText: uri => {
      read.push(uri);
      return texts.get(uri) ?? null;
    },
    list: folder =>
      [...texts.keys()]
        .filter(uri => uri.startsWith(`${folder}/`))
        .map(uri => decodeURIComponent(uri.slice(folder.length + 1))),
  });
  const { families, faultsIn } = declaredFamilies([{ ...declaration, schemas }], [], compileSchema);
  const faults = faultsIn(declaration.uri)?.map(({ path, message }) => `${path.join('/')}: ${message}`);
  return { faults, read, validate: (value: unknown) => families[0]?.kinds[0]?.validate(value) };
}

test.each<[string, unknown, Record<string, unknown>]>([
  ['as in an address', './a%20b.json', { 'a b.json': { type: 'string' } }],
  ['as it is', './a b.json', { 'a b.json': { type: 'string' } }],
  ['with a percent sign of its own', './a%20b.json', { 'a%20b.json': { type: 'string' } }],
  [
    'as in an address, and a place in it',
    './a%20b.json#/$defs/s',
    { 'a b.json': { $defs: { s: { type: 'string' } } } },
  ],
  ['in a reference', { $ref: 'a%20b.json' }, { 'a b.json': { type: 'string' } }],
])('the path of a schema is written %s', (_, schema, files) => {
  const { faults, validate } = declared(schema, files);
  expect(faults).toEqual([]);
  expect([validate('x'), validate(7)]).toEqual([true, false]);
});

test.each<[string, unknown, Record<string, unknown>, string]>([
  [
    'too large',
    './k.json',
    { 'k.json': { enum: Array.from({ length: 60_000 }, (_, at) => at) } },
    `kinds/k/schema: "./k.json" can't be used: it is too large or too deeply nested.`,
  ],
  [
    'too large, in a reference',
    { $ref: 'k.json' },
    { 'k.json': { enum: Array.from({ length: 60_000 }, (_, at) => at) } },
    `kinds/k/schema/$ref: This schema can't be used: the reference "k.json" leads to a file that can't be used: it is too large or too deeply nested.`,
  ],
  ['no JSON', './k.json', { 'k.json': '[1' }, `kinds/k/schema: "./k.json" can't be used: there is no object in it.`],
  [
    'absent',
    './k.json',
    {},
    `kinds/k/schema: "./k.json" can't be read as a JSON Schema; give a path relative to this file, to a file in the workspace.`,
  ],
])('a file that is %s is said to be that', (_, schema, files, message) => {
  expect(declared(schema, files).faults).toEqual([message]);
});

test('a file is found by its $id, beside the declaration and beside what that refers to', () => {
  const { faults, validate } = declared(
    { properties: { a: { $ref: 'https://example.org/agent.json#/$defs/name' }, b: { $ref: './parts/b.json' } } },
    {
      'agent.json': { $id: 'https://example.org/agent.json', $defs: { name: { type: 'string' } } },
      'parts/b.json': { $ref: 'https://example.org/deep/c' },
      'parts/c.schema.yaml': '$id: https://example.org/deep/c\ntype: number\n',
      'other.json': { $id: 'https://example.org/other.json' },
    },
  );
  expect(faults).toEqual([]);
  expect([{ a: 'x', b: 1 }, { a: 1 }, { b: 'x' }].map(validate)).toEqual([true, false, false]);
});

test('what is not found by its $id says where it is looked for, and only few files are looked at', () => {
  const files = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${at}.schema.json`, {}]));
  const { faults, read } = declared({ $ref: 'https://example.org/agent' }, { ...files, 'logs.json': [] });
  expect(faults).toEqual([
    `kinds/k/schema/$ref: This schema can't be used: the reference "https://example.org/agent" leads out of the workspace, and nothing is fetched; keep a copy beside this file, and refer to that by its path or its "$id".`,
  ]);
  expect(read.length).toBeLessThan(60);
  expect(read).not.toContain('file:///work/logs.json');
});

test('what a file keeps beside its schemas, such as components, is linked where a reference leads there', () => {
  const openApi = {
    $ref: '#/components/schemas/Turn',
    components: {
      schemas: {
        Turn: { properties: { by: { $ref: './agent.json#name' }, next: { $ref: '#/components/schemas/Turn' } } },
      },
    },
  };
  const { faults, validate } = declared('./api.json', {
    'api.json': openApi,
    'agent.json': { $defs: { n: { $anchor: 'name', type: 'string' } } },
  });
  expect(faults).toEqual([]);
  expect([{ by: 'x' }, { by: 7 }, { next: { next: { by: 7 } } }].map(validate)).toEqual([true, false, false]);
});

const tree = {
  $schema: JSON_SCHEMA,
  type: 'object',
  properties: {
    strict: { $ref: 'https://example.org/strict' },
    loose: { $ref: 'https://example.org/tree' },
  },
  $defs: {
    strict: {
      $id: 'https://example.org/strict',
      $dynamicAnchor: 'node',
      $ref: 'tree',
      required: ['name'],
    },
    tree: {
      $id: 'https://example.org/tree',
      $dynamicAnchor: 'node',
      type: 'object',
      properties: { children: { type: 'array', items: { $dynamicRef: '#node' } } },
    },
  },
};

test('a dynamic reference leads where the way to it says', () => {
  const { faults, validate } = declared(tree);
  expect(faults).toEqual([]);
  const named = { name: 'a', children: [{ name: 'b' }] };
  const unnamed = { name: 'a', children: [{}] };
  expect([{ strict: named }, { strict: unnamed }, { loose: unnamed }].map(validate)).toEqual([true, false, true]);
});

test('dynamic references over several files are a fault', () => {
  const { $defs } = tree;
  const { faults } = declared(
    { ...tree, $defs: { strict: $defs.strict }, items: { $ref: './tree.json' } },
    { 'tree.json': $defs.tree },
  );
  expect(faults).toEqual([expect.stringContaining('where a "$dynamicRef" in it leads depends on the way to it')]);
});

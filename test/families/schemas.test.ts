import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv';
import { beforeAll, describe, expect, test } from 'vitest';
import { families as builtIn } from '../../server/src/families';
import type { Schema, Validate } from '../../server/src/model/schema';
import { expandSnippet } from '../kit/expandSnippet';

/** What the tests use of tools/generate.mjs, which has no types of its own. */
interface Generate {
  schemaFamilies(): string[];
  readSchemas(family: string): Record<string, Schema>;
  validatorsOf(schemas: Record<string, Schema>): Record<string, Schema>;
}
interface Snippet {
  prefix: string;
  description: string;
  body: string[];
}

const root = join(fileURLToPath(import.meta.url), '../../..');
const tool = join(root, 'tools/generate.mjs');
const generate = (await import(tool)) as Generate;

const families = generate.schemaFamilies();
const byId = new Map(builtIn.map(family => [family.id, family]));
const schemas = families.flatMap(family =>
  Object.entries(generate.readSchemas(family)).map(([kind, schema]) => ({ id: `${family}/${kind}`, schema })),
);
/** Kinds and their dialects: what a value is validated against. */
const contracts = families.flatMap(family =>
  Object.entries(generate.validatorsOf(generate.readSchemas(family))).map(([name, schema]) => ({
    id: `${family} ${name}`,
    family,
    name,
    schema,
  })),
);
/** Traces of other tools are read, and not written. */
const written = families.filter(id => !byId.get(id)?.kinds.every(({ readOnly }) => readOnly));
const snippetFiles = await Promise.all(
  written.map(async family => {
    const file = (await import(join(root, 'snippets', `${family}.json`))) as { default: Record<string, Snippet> };
    return Object.entries(file.default).map(([id, snippet]) => ({ id, family, ...snippet }));
  }),
);
const snippets = snippetFiles.flat();

const validators: Record<string, Record<string, Validate>> = {};
beforeAll(async () => {
  for (const family of families) {
    validators[family] = await import(join(root, 'server/src/generated', `${family}.validators.js`));
  }
});

test('each kind has its schema, and each schema its kind', () => {
  const kinds = builtIn.flatMap(family => family.kinds.map(({ id }) => id));
  expect(schemas.map(({ id }) => id)).toEqual(kinds.sort());
});

// One for all: it compiles the meta-schema once.
const ajv = new Ajv({ strict: false, formats: { 'iso-date-time': true, 'date-time': true } });

describe.each(schemas)('$id', ({ id, schema }) => {
  test('is a JSON Schema, draft-07, under its own address', () => {
    expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
    expect(schema.$id).toBe(`agent-envelopes:/${id}.schema.json`);
  });

  test('explains itself, every property and every value', () => {
    const faults = described(schema).flatMap(({ at, of }) => [
      ...(of.title ? [] : [`${at} has no title`]),
      ...(of.markdownDescription ? [] : [`${at} has no description`]),
      ...(of.enum?.length === of.enumDescriptions?.length ? [] : [`${at} does not describe each of its values`]),
      ...(Boolean(of.pattern) === Boolean(of.patternErrorMessage) ? [] : [`${at} does not say its pattern in words`]),
    ]);
    expect(faults).toEqual([]);
  });

  test('uses no keyword that makes several errors of one fault', () => {
    const inside = JSON.stringify({ ...schema, anyOf: undefined });
    expect(inside).not.toMatch(/"(oneOf|anyOf|not)":/);
  });
});

describe.each(contracts)('$id', ({ family, name, schema }) => {
  test('has a valid example', () => {
    expect(schema.examples?.length).toBeGreaterThan(0);
    for (const example of schema.examples ?? []) expect(faultsOf(family, name, example)).toEqual([]);
  });

  test('shows every property in its examples', () => {
    expect(unshown(schema, schema.examples ?? [])).toEqual([]);
  });

  test('has values of the right kind as examples and defaults', () => {
    const wrong = described(schema).flatMap(({ at, of }) => {
      const values = at === '' ? [] : [...(of.examples ?? []), ...('default' in of ? [of.default] : [])];
      const { $id: _, ...anonymous } = of;
      return values.flatMap(value =>
        ajv.validate(anonymous, value) ? [] : [`${at}: ${JSON.stringify(value)} ${ajv.errorsText()}`],
      );
    });
    expect(wrong).toEqual([]);
  });
});

describe('snippets', () => {
  test('one for each kind and written dialect, each under a prefix of its own', () => {
    const kinds = schemas
      .filter(
        ({ id, schema }) => !(schema.definitions && !schema.properties) && written.includes(id.split('/')[0] ?? ''),
      )
      .map(({ id }) => id);
    const dialects = ['canonical', 'structured', 'log-record'].map(dialect => `agent-io/event:${dialect}`);
    expect(snippets.map(({ id }) => id).sort()).toEqual([...kinds, ...dialects].sort());
    expect(new Set(snippets.map(({ prefix }) => prefix)).size).toBe(snippets.length);
  });

  test.each(snippets)('$id leaves a valid envelope', ({ id, family, body, description }) => {
    const name = camelCase(id.slice(family.length + 1).replace(':', '-'));
    const lines = JSON.parse(expandSnippet(body.join('\n')));
    expect(faultsOf(family, name, lines)).toEqual([]);
    expect(JSON.parse(expandSnippet(body.join(' ')))).toEqual(lines);
    expect(body.join('')).not.toContain('\n');
    expect(description).not.toContain('\n');
  });
});

test.each([
  ['a result that is null', 'agent-io', 'response', { status: 'success', result: null }, ['/result type']],
  ['an error that is null', 'agent-io', 'response', { status: 'error', error: null }, ['/error type']],
  ['a result that is missing', 'agent-io', 'response', { status: 'success' }, [' required']],
  ['a result that only looks empty', 'agent-io', 'response', { status: 'success', result: false, error: null }, []],
  ['a status of a wrong type', 'agent-io', 'response', { status: 7 }, ['/status enum']],
  ['a time without zone', 'agent-io', 'response', { status: 'pending', timestamp: '2026-06-01T10:00:00.5' }, []],
  ['a blank goal', 'agent-io', 'request', { goal: ' ', task: 'Go', metadata: { trace_id: 'a' } }, ['/goal pattern']],
  [
    'a result that adds a field',
    'toolcall',
    'result',
    { call_id: 't_0123456789', ok: true, at: 1 },
    [' additionalProperties'],
  ],
  [
    'nothing quarantined',
    'toolcall',
    'quarantinedCall',
    { quarantined_at: '2026-06-01T10:00:00Z', reason: 'x', errors: [] },
    [' required'],
  ],
])('%s has its faults and no others', (_, family, name, value, expected) => {
  expect(faultsOf(family, name, value)).toEqual(expected);
});

/** Place and keyword of each fault; what an `if` only passes on is left out, as the engine does. */
function faultsOf(family: string, name: string, value: unknown): string[] {
  const validate = validators[family]?.[name];
  if (!validate) throw new Error(`no validator ${name} in ${family}`);
  validate(value);
  return (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'if')
    .map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

/** The schema and all that is declared in it, each with its place; conditions declare nothing. */
function described(schema: Schema, at = ''): { at: string; of: Schema }[] {
  const inner = [
    ...children(schema).map(([key, child]) => [`${at}/${key}`, child] as const),
    ...Object.entries(schema.definitions ?? {}).map(([key, child]) => [`${at}#${key}`, child] as const),
  ];
  return [{ at, of: schema }, ...inner.flatMap(([place, child]) => described(child, place))];
}

function children(schema: Schema): [string, Schema][] {
  return [
    ...Object.entries(schema.properties ?? {}),
    ...(typeof schema.additionalProperties === 'object'
      ? [['*', schema.additionalProperties] as [string, Schema]]
      : []),
    ...(schema.items ? [['[]', schema.items] as [string, Schema]] : []),
  ];
}

/** Places of a schema that no value reaches. */
function unshown(schema: Schema, values: unknown[], at = ''): string[] {
  if (values.length === 0) return [at];
  return children(schema).flatMap(([key, child]) =>
    unshown(
      child,
      values.flatMap(value => reached(schema, value, key)),
      `${at}/${key}`,
    ),
  );
}

function reached(schema: Schema, value: unknown, key: string): unknown[] {
  if (Array.isArray(value)) return key === '[]' ? value : [];
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const declared = (name: string) => name in (schema.properties ?? {});
  return entries.filter(([name]) => (key === '*' ? !declared(name) : name === key)).map(([, member]) => member);
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

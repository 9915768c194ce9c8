import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { compileSchema } from '../../../server/src/entries/compileSchema';
import { families } from '../../../server/src/families';
import { generateContracts, TARGETS, type Target } from '../../../server/src/features/generation/generateContracts';
import { fileRules } from '../../../server/src/features/rulePages';
import type { Kind } from '../../../server/src/model/kind';
import { projectRoot } from '../../kit/corpus';
import { evaluateZod } from './evaluateZod';

const PROJECT = { families, rules: fileRules() };

/** A kind with that contract. */
function kind(contract: object, id = 'queue/turn'): Pick<Kind, 'id' | 'title' | 'schema' | 'contract'> {
  return { id, title: id.slice(id.indexOf('/') + 1), schema: {}, contract };
}

function written(target: Target, contract: object): string {
  return generateContracts(target, [kind(contract)], PROJECT).text;
}

const checkedKinds = families
  .flatMap(family => family.kinds)
  .filter(({ readOnly, fileNames }) => !readOnly && !fileNames);

test('types of TypeScript say which properties there are', () => {
  const text = written('typescript', {
    description: 'One turn.\n\nMore about it.',
    type: 'object',
    required: ['a-b', 'of'],
    additionalProperties: false,
    properties: {
      'a-b': { type: ['string', 'null'], description: 'Ends */ here.' },
      of: { enum: ['x', 1, null, { a: true }] },
      list: { type: 'array', items: { anyOf: [{ type: 'integer' }, { $ref: '#/definitions/next' }] } },
      pair: { type: 'array', minItems: 1, prefixItems: [{ type: 'string' }, {}], items: false },
    },
    definitions: { next: { type: 'object', properties: { turn: { $ref: '#' } } } },
  });
  expect(text.split('\n').slice(2).join('\n')).toBe(`/** One turn. */
export type Turn = {
  /** Ends * / here. */
  "a-b": string | null;
  of: "x" | 1 | null | { a: true };
  list?: Array<number | TurnNext>;
  pair?: [string, unknown?];
};

export type TurnNext = {
  turn?: Turn;
  [other: string]: unknown;
};
`);
});

test('a name that two kinds have is two names, and one that is none is made one', () => {
  const { text } = generateContracts(
    'typescript',
    [kind({}), kind({}, 'other/turn'), kind({}, 'x/2 — ø'), kind({}, 'x/array')],
    PROJECT,
  );
  expect(text.match(/export type \w+/g)).toEqual([
    'export type Turn',
    'export type Turn2',
    'export type N2',
    'export type Array2',
  ]);
});

test('what Zod takes for a schema refers to itself', () => {
  const { Turn } = evaluateZod(
    written('zod', { type: 'object', required: ['id'], properties: { id: { type: 'string' }, next: { $ref: '#' } } }),
  );
  expect(Turn?.safeParse({ id: 'a', next: { id: 'b', next: { id: 'c' } } }).success).toBe(true);
  expect(Turn?.safeParse({ id: 'a', next: { id: 'b', next: {} } }).error?.issues[0]?.path).toEqual([
    'next',
    'next',
    'id',
  ]);
});

test('models of Pydantic have names that Python allows, and say what they do not check', () => {
  const { text, unsaid } = generateContracts(
    'pydantic',
    [
      kind({
        type: 'object',
        required: ['from'],
        properties: {
          from: { const: 'a' },
          _id: { type: 'integer', minimum: 1 },
          at: { type: 'string', format: 'date' },
        },
        if: {},
      }),
    ],
    PROJECT,
  );
  expect(text).toContain('    from_: Literal["a"] = Field(alias="from")\n');
  expect(text).toContain('    id: Annotated[StrictInt, Field(ge=1)] = Field(default=None, alias="_id")\n');
  expect(unsaid.map(({ at }) => at)).toEqual(['/properties/at/format', '/if']);
  expect(text).toContain('# - queue/turn: the condition ("if"), at /if\n');
});

test.each([
  ['^[^[\\]]+$', false],
  ['^[a-z&&[^b]]$', false],
  ['^\\w{1,4000}$', false],
  ['^(?:\\w{1,63}\\.){1,8}$', false],
  ['^(?!a)b$', false],
  ['[^]', false],
  ['^\\ud83d', false],
  ['^R-\\d{3}$', true],
  ['^\\[[a-z\\]]{1,200}$', true],
  ['^[\\w.-]{1,100}\\\\[a]$', true],
])('a pattern that the engine of Pydantic takes is in its model, and no other: %s', (pattern, isSaid) => {
  const contract = { type: 'object', required: ['a'], properties: { a: { type: 'string', pattern } } };
  const { text, unsaid } = generateContracts('pydantic', [kind(contract)], PROJECT);
  expect([text.includes('pattern='), unsaid.length]).toEqual(isSaid ? [true, 0] : [false, 1]);
});

test('a character of two halves is one in Python, too', () => {
  const text = written('pydantic', { type: 'object', properties: { '💥': { const: 'é💥' } } });
  expect(text).toContain('Literal["\\U000000e9\\U0001f4a5"] = Field(default=None, alias="\\U0001f4a5")');
});

test('a property that is only required is in a strict schema and in a prompt', () => {
  const contract = { type: 'object', required: ['a'], additionalProperties: { type: 'integer' } };
  expect(JSON.parse(written('openai-schema', contract)).schema).toMatchObject({
    required: ['a'],
    properties: { a: { type: 'integer' } },
  });
  expect(written('markdown', contract)).toContain('\n- `a` (integer, required)\n');
});

test('a prompt has the properties of alternatives and of schemas that are taken in, each once', () => {
  const via = (word: string, key: string) => ({ required: ['via'], properties: { via: { const: word }, [key]: {} } });
  const text = written('markdown', {
    type: 'object',
    allOf: [{ $ref: '#/definitions/base' }],
    properties: {
      to: { oneOf: [via('http', 'url'), via('queue', 'name')] },
      note: { anyOf: [{ type: 'string' }, { $ref: '#/definitions/base' }] },
      free: { anyOf: [{ type: 'string' }, {}] },
    },
    definitions: {
      base: { type: 'object', properties: { id: { type: 'string' }, next: { $ref: '#/definitions/base' } } },
    },
  });
  expect(/## Properties\n\n([\s\S]*)/.exec(text)?.[1]?.trim().split('\n')).toEqual([
    '- `to` (any value, optional)',
    '  - either:',
    '    - `via` (one of `"http"`, required)',
    '    - `url` (any value, optional)',
    '  - either:',
    '    - `via` (one of `"queue"`, required)',
    '    - `name` (any value, optional)',
    '- `note` (string or object, optional)',
    '  - either:',
    '    - `id` (string, optional)',
    '    - `next` (object, optional)',
    '- `free` (any value, optional)',
    '- `id` (string, optional)',
    '- `next` (object, optional)',
  ]);
});

const ORDER = {
  type: 'object',
  required: ['kind', 'orderId', 'amount', 'x-id', 'y'],
  properties: { kind: { const: 'order' } },
  allOf: [{ $ref: '#/definitions/base' }],
  patternProperties: { '^x-': { type: 'string' }, '(': {} },
  additionalProperties: { type: 'number' },
  definitions: {
    base: {
      properties: { orderId: { type: 'string' }, note: {} },
      allOf: [{ properties: { amount: { type: 'integer' } } }, { required: ['note', 'y'] }],
    },
  },
};

function listedRows(contract: object): string[] | undefined {
  return /## Properties\n\n([\s\S]*)/.exec(written('markdown', contract))?.[1]?.trim().split('\n');
}

test('what is required here and described in a schema that is taken in is one row of a prompt', () => {
  expect(listedRows(ORDER)).toEqual([
    '- `kind` (one of `"order"`, required)',
    '- `orderId` (string, required)',
    '- `note` (any value, required)',
    '- `amount` (integer, required)',
    '- `x-id` (string, required)',
    '- `y` (number, required)',
  ]);
});

test('alternatives that require what is described around them say only that', () => {
  const properties = { a: { type: 'string' }, b: { properties: { a: { anyOf: [{ required: ['b'] }] } } } };
  expect(listedRows({ properties, anyOf: [{ required: ['a'] }, { required: ['b', 'c'] }] })).toEqual([
    '- `a` (string, optional)',
    '- `b` (any value, optional)',
    '  - `a` (any value, optional)',
    '    - either:',
    '      - `b` (any value, required)',
    '- either:',
    '  - `a` (required)',
    '- either:',
    '  - `b` (required)',
    '  - `c` (any value, required)',
  ]);
});

test('a strict schema takes what is only required from the schemas that describe it', () => {
  const { properties } = JSON.parse(written('openai-schema', ORDER)).schema;
  expect(properties).toEqual({
    kind: { const: 'order' },
    orderId: { type: 'string' },
    amount: { type: 'integer' },
    'x-id': { type: 'string' },
    y: { type: 'number' },
  });
  const { definitions } = ORDER;
  const around = { type: 'object', properties: { order: ORDER }, definitions };
  expect(JSON.parse(written('openai-schema', around)).schema.properties.order).toMatchObject({ properties });
});

test.each(['allOf', 'anyOf'])('definitions that twice refer to the next by %s are read in no time', keyword => {
  const next = (at: number) => ({ [keyword]: Array.from({ length: 8 }, () => ({ $ref: `#/definitions/${at}` })) });
  const definitions = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [at, next(at + 1)]));
  expect(written('markdown', { ...next(0), definitions })).not.toContain('## Properties');
});

test('a strict schema requires each property, null where it may be left out', () => {
  const { text, unsaid } = generateContracts(
    'openai-schema',
    [
      kind({
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'string', minLength: 2 }, b: { enum: ['x'] }, c: { $ref: '#/definitions/c' } },
        definitions: { c: { oneOf: [{ type: 'object', properties: {} }, { type: 'null' }] } },
      }),
    ],
    PROJECT,
  );
  const { name, strict, schema } = JSON.parse(text);
  expect({ name, strict, required: schema.required }).toEqual({
    name: 'queue_turn',
    strict: true,
    required: ['a', 'b', 'c'],
  });
  expect(schema.properties.b).toEqual({ anyOf: [{ enum: ['x'] }, { type: 'null' }] });
  expect(schema.properties.c).toEqual({ anyOf: [{ $ref: '#/$defs/c' }, { type: 'null' }] });
  expect(schema.$defs.c.anyOf[0]).toMatchObject({ additionalProperties: false, required: [] });
  expect(unsaid.map(({ at }) => at)).toContain('/properties/a/minLength');
});

test('a tool has no alternatives or conditions at its root, and says so', () => {
  const contract = { type: 'object', properties: { a: {} }, allOf: [{ required: ['a'] }], anyOf: [{}, true] };
  for (const target of ['anthropic-tool', 'openai-schema'] as const) {
    const { text, unsaid } = generateContracts(target, [kind(contract)], PROJECT);
    const { schema, input_schema: input } = JSON.parse(text);
    expect(Object.keys(schema ?? input)).not.toContain('anyOf');
    expect(Object.keys(schema ?? input)).not.toContain('allOf');
    expect(unsaid.map(({ at }) => at)).toEqual(expect.arrayContaining(['/allOf', '/anyOf']));
  }
});

test.each(checkedKinds.map(({ id }) => id))('a tool and a strict schema of %s are schemas', id => {
  const [own] = checkedKinds.filter(one => one.id === id);
  for (const target of ['openai-schema', 'anthropic-tool'] as const) {
    const { schema, input_schema: input } = JSON.parse(generateContracts(target, own ? [own] : [], PROJECT).text);
    expect(compileSchema(schema ?? input)).toHaveProperty('validate');
  }
});

test('a prompt has each property, the rules of the protocol and an example that its contract accepts', () => {
  const own = checkedKinds.filter(({ id }) => id === 'agent-message/message');
  const { text } = generateContracts('markdown', own, PROJECT);
  expect(text).toContain('\n  - `confidence` (number, required, 0 to 1):');
  expect(text).toContain('\n## Faults to avoid\n\n');
  expect(text).toContain('\n- A message is addressed to its own sender');
  expect(text).not.toMatch(/:\n\n## Example/);
  const example = /```json\n([\s\S]*?)\n```/.exec(text)?.[1] ?? '';
  expect(own[0]?.validate(JSON.parse(example))).toBe(true);
});

describe('hostile contracts', () => {
  const name = '"; process.exit(1); //\n*/ `${x}` \'\'\' """ \u2028';
  const contract = {
    description: name,
    type: 'object',
    required: [name, '__proto__'],
    properties: { [name]: { const: name, description: name }, constructor: { enum: [name, {}] } },
    patternProperties: { '^[`"\'/]$': { pattern: '\\/"`' } },
  };
  test.each(TARGETS)('stay texts in what is written: %s', target => {
    const text = written(target, contract);
    expect(text.length).toBeGreaterThan(100);
    if (target === 'zod') expect(evaluateZod(text)).toHaveProperty('Turn');
    if (target.endsWith('schema') || target.endsWith('tool')) expect(() => JSON.parse(text)).not.toThrow();
  });
});

test('TypeScript compiles what is written for all kinds, as strictly as it can', () => {
  const folder = mkdtempSync(join(tmpdir(), 'generated-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  for (const target of ['typescript', 'zod'] as const) {
    writeFileSync(join(folder, `${target}.mts`), generateContracts(target, checkedKinds, PROJECT).text);
  }
  const options = [
    '--strict',
    '--noEmit',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--exactOptionalPropertyTypes',
    '--skipLibCheck',
  ];
  const files = ['typescript.mts', 'zod.mts'].map(file => join(folder, file));
  const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc');
  expect(
    execFileSync(process.execPath, [compiler, ...options, '--noUncheckedIndexedAccess', ...files], {
      cwd: folder,
      encoding: 'utf8',
    }),
  ).toBe('');
});

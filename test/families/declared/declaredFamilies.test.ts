import { describe, expect, test } from 'vitest';
import { analyse } from '../../../server/src/analysis/analyse';
import { compileSchema } from '../../../server/src/entries/compileSchema';
import { families as ownFamilies } from '../../../server/src/families';
import { declaredFamilies } from '../../../server/src/families/declared/declaredFamilies';
import { hover } from '../../../server/src/features/hover';
import { findRule } from '../../../server/src/features/rulePages';
import type { Compile } from '../../../server/src/model/schema';
import { memoryFile, problemsIn, recognisedKinds } from '../../kit/analyseText';
import { familiesWithDeclared, REVIEWS, readProtocol } from '../../kit/declaredProtocols';
import { memoryWorkspace } from '../../kit/memoryWorkspace';
import { testContext } from '../../kit/testContext';

const file = (name: string, value: unknown, schemas: Record<string, string> = {}) => ({
  uri: `file:///work/${name}`,
  text: typeof value === 'string' ? value : JSON.stringify(value),
  schemas: new Map(Object.entries(schemas).map(([path, text]) => [new URL(path, 'file:///work/').href, text])),
});
const made = (...files: ReturnType<typeof file>[]) => declaredFamilies(files, ownFamilies, compileSchema);

const TYPES = '"array", "boolean", "integer", "null", "number", "object", "string"';

test('of two protocols of one id the first stands, and the other says so', () => {
  const { families, faultsIn } = made(file('a.json', REVIEWS), file('b.json', { ...REVIEWS, id: 'Review-Queue' }));
  expect(families.map(({ id }) => id)).toEqual(['review-queue']);
  expect(faultsIn('file:///work/a.json')).toEqual([]);
  expect(faultsIn('file:///work/b.json')).toEqual([
    { path: ['id'], message: expect.stringContaining('"Review-Queue" is taken by a.json') },
  ]);
  expect(faultsIn('file:///work/c.json')).toBe(undefined);
});

test('a copy of a protocol is the same one', () => {
  const kinds = { k: { schema: './k.json', signature: { weights: { a: 1 } } } };
  const named = { ...REVIEWS, kinds };
  const faults = (schema: string) =>
    made(file('a.json', named, { './k.json': '{}' }), file('b.json', named, { './k.json': schema }))
      .faultsIn('file:///work/b.json')
      ?.filter(({ path }) => path[0] === 'id');
  expect(faults('{}')).toEqual([]);
  expect(faults('{"type": "object"}')).toHaveLength(1);
});

test.each(['toolcall', 'Agent-Message', 'schema', 'none'])('"%s" is no id for a protocol of one’s own', id => {
  const { families, faultsIn } = made(file('a.json', { ...REVIEWS, id }));
  expect(families).toEqual([]);
  expect(faultsIn('file:///work/a.json')?.map(({ message }) => message)).toEqual([
    expect.stringContaining('is taken by a protocol that is built in'),
  ]);
});

test('a schema that can’t be compiled is said once, where it stands, and only when it is asked for', () => {
  let compiled = 0;
  const compile: Compile = schema => {
    compiled++;
    return compileSchema(schema);
  };
  const kinds = {
    k: { schema: { properties: { a: { pattern: '(a+)+$' } } }, signature: {} },
    l: { schema: './l.json', signature: {} },
  };
  const { families, faultsIn } = declaredFamilies(
    [file('a.json', { id: 'a', kinds }, { './l.json': '{"type": 7}' })],
    ownFamilies,
    compile,
  );
  expect(families).toHaveLength(1);
  expect(compiled).toBe(0);
  expect(faultsIn('file:///work/a.json')).toEqual([
    { path: ['kinds', 'k', 'schema'], message: expect.stringContaining('could take forever') },
    { path: ['kinds', 'l', 'schema'], message: `This schema can't be used: "/type" in it must be one of ${TYPES}.` },
  ]);
  expect(families[0]?.kinds[0]?.validate({ a: 'aaaa' })).toBe(true);
});

test('a value that exhausts the stack does not pass', () => {
  const endless = (value: unknown): boolean => endless([value]);
  const compile: Compile = () => ({ validate: endless });
  const kinds = { k: { schema: { type: 'array' }, signature: {} } };
  const { families } = declaredFamilies([file('a.json', { id: 'a', kinds })], ownFamilies, compile);
  const validate = families[0]?.kinds[0]?.validate;
  expect(validate?.([])).toBe(false);
  expect(validate?.errors).toMatchObject([{ instancePath: '', keyword: 'unchecked' }]);
});

test('a schema in another dialect is told at its $schema, and checks nothing', () => {
  const schema = {
    $schema: 'http://json-schema.org/draft-04/schema#',
    required: ['a', 'b', 'c'],
    properties: { a: { prefixItems: [{ type: 'number' }], items: false } },
    $defs: { d: { type: 'object', required: ['e'] } },
  };
  const kinds = {
    here: { schema },
    there: { schema: './k.json' },
    variant: { schema, variants: { one: { definition: 'd' } } },
  };
  const { families, faultsIn } = made(file('a.json', { id: 'a', kinds }, { './k.json': JSON.stringify(schema) }));
  const message = expect.stringContaining('which is no dialect that is read');
  expect(faultsIn('file:///work/a.json')).toEqual([
    { path: ['kinds', 'here', 'schema', '$schema'], message },
    { path: ['kinds', 'there', 'schema'], message },
    { path: ['kinds', 'variant', 'schema', '$schema'], message },
  ]);
  const value = { a: [1], b: 2, c: 3 };
  const settings = { families: familiesWithDeclared({ id: 'own-a', kinds }) };
  const found = problemsIn(analyse(memoryFile('e.json', JSON.stringify(value)), testContext(settings)).analysis);
  expect(found.filter(({ severity }) => severity !== 'info')).toEqual([]);
  expect(families[0]?.kinds.map(kind => (kind.variants?.[0] ?? kind).validate({}))).toEqual([true, true, true]);
});

/** One schema for each keyword that ajv reports, and a value that breaks it. */
const BROKEN: readonly (readonly [string, unknown, unknown])[] = [
  ['false schema', false, 1],
  ['type', { type: 'string' }, 1],
  ['enum', { enum: ['a'] }, 1],
  ['const', { const: 2 }, 1],
  ['multipleOf', { multipleOf: 2 }, 1],
  ['maximum', { maximum: 0 }, 1],
  ['exclusiveMaximum', { exclusiveMaximum: 1 }, 1],
  ['minimum', { minimum: 2 }, 1],
  ['exclusiveMinimum', { exclusiveMinimum: 1 }, 1],
  ['maxLength', { maxLength: 1 }, 'ab'],
  ['minLength', { minLength: 3 }, 'ab'],
  ['pattern', { pattern: '^x' }, 'ab'],
  ['format', { format: 'date-time' }, 'ab'],
  ['additionalItems', { items: [{}], additionalItems: false }, [1, 2]],
  ['maxItems', { maxItems: 1 }, [1, 2]],
  ['minItems', { minItems: 3 }, [1, 2]],
  ['uniqueItems', { uniqueItems: true }, [1, 1]],
  ['contains', { contains: { const: 3 } }, [1, 2]],
  ['maxProperties', { maxProperties: 1 }, { a: 1, b: 2 }],
  ['minProperties', { minProperties: 3 }, { a: 1, b: 2 }],
  ['required', { required: ['c'] }, { a: 1 }],
  ['additionalProperties', { additionalProperties: false }, { a: 1 }],
  ['dependencies', { dependencies: { a: ['b'] } }, { a: 1 }],
  ['propertyNames', { propertyNames: { maxLength: 1 } }, { ab: 1 }],
  ['not', { not: {} }, 1],
  ['anyOf', { anyOf: [{ type: 'string' }, false] }, 1],
  ['oneOf', { oneOf: [{}, {}] }, 1],
  ['patternProperties', { patternProperties: { a: false } }, { a: 1 }],
  ['prefixItems', { prefixItems: [false] }, [1]],
  ['items', { prefixItems: [{}], items: false }, [1, 2]],
  ['unevaluatedItems', { prefixItems: [{}], unevaluatedItems: false }, [1, 2]],
  ['unevaluatedProperties', { unevaluatedProperties: false }, { a: 1 }],
  ['dependentRequired', { dependentRequired: { a: ['b'] } }, { a: 1 }],
  ['dependentSchemas', { dependentSchemas: { a: { maxProperties: 0 } } }, { a: 1 }],
];

/** Those that draft-07 does not know. */
const NEWER = new Set([
  'prefixItems',
  'items',
  'unevaluatedItems',
  'unevaluatedProperties',
  'dependentRequired',
  'dependentSchemas',
]);

/** What a value that breaks a schema is told. */
const TOLD: readonly (readonly [schema: object, value: unknown, ...messages: string[]])[] = [
  [
    { items: { type: 'number' }, contains: { const: 3 } },
    [1, 'a'],
    '"three" holds 2 items; at least 1 must be as the contract\'s "contains" says.',
    '"three[1]" is "a", a string; it must be a number.',
  ],
  [
    { contains: { $ref: '#/$defs/n' }, minContains: 2, maxContains: 3, $defs: { n: { type: 'number' } } },
    [1, 'a'],
    '"three" holds 2 items; at least 2 and at most 3 must be as the contract\'s "contains" says.',
  ],
  [{ allOf: [{ minimum: 5 }, { minimum: 0, maximum: 10 }] }, 3, '"three" is 3; it must lie between 5 and 10.'],
  [{ minimum: 5, allOf: [{ maximum: 1 }] }, 3, '"three" is 3; it must be at most 1.'],
  [{ allOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'c'] }] }, 'c', '"three" is "c"; it must be "b".'],
  [{ enum: ['a', 'b'], allOf: [{ const: 'a' }] }, 'b', '"three" is "b"; it must be "a".'],
  [
    { anyOf: [{ required: ['a'] }, { required: ['b'] }, { $ref: '#/$defs/c' }], $defs: { c: { required: ['c'] } } },
    { d: 1 },
    'One of "a", "b", "c" is missing from "three".',
  ],
  [
    { anyOf: [{ required: ['a', 'b'] }, { required: ['c'] }] },
    {},
    '"a" is missing from "three".',
    '"b" is missing from "three".',
    '"c" is missing from "three".',
  ],
  [{ multipleOf: 0.01 }, 19.99],
  [{ multipleOf: 0.1 }, 0.3],
  [{ multipleOf: 0.01 }, 123456789012.34],
  [{ multipleOf: 0.01 }, 19.9900000001, '"three" is 19.9900000001; it must be a multiple of 0.01.'],
  [{ multipleOf: 0.01 }, 19.999, '"three" is 19.999; it must be a multiple of 0.01.'],
  [
    { prefixItems: [{ type: 'string' }], items: false },
    [1, 2],
    '"three" holds 2 items; it may hold at most 1 item.',
    '"three[0]" is 1, a number; it must be a string.',
  ],
  [{ unevaluatedItems: false }, [1], '"three" holds 1 item; it may hold at most 0 items.'],
  [{ propertyNames: { pattern: '^a' } }, { bb: 1 }, 'the name "bb" is not allowed; it must match ^a.'],
  [{ not: { type: 'number' } }, 1, '"three" is 1; its contract excludes that ("not").'],
  [
    { oneOf: [{ type: 'number' }, { minimum: 0 }] },
    1,
    '"three" is 1; it must match exactly one of the contract\'s "oneOf", and it matches 2.',
  ],
  [{ properties: { a: {} }, unevaluatedProperties: false }, { b: 1 }, '"b" is not allowed in an own k. Allowed: "a".'],
  [{ dependentRequired: { a: ['b'] } }, { a: 1 }, '"b" is missing from "three": it is required beside "a".'],
];

test.each(TOLD)('what a value that breaks %j is told: %j', (schema, value, ...messages) => {
  const { $defs = {}, ...own } = schema as { $defs?: object };
  const k = {
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $defs,
      required: ['one', 'two', 'three'],
      // What is excluded elsewhere must not hide behind a plain fault.
      properties: { one: {}, two: { type: 'number' }, three: own },
    },
  };
  const families = familiesWithDeclared({ id: 'own', kinds: { k } });
  const text = JSON.stringify({ one: 1, two: 'two', three: value });
  const errors = problemsIn(analyse(memoryFile('e.json', text), testContext({ families })).analysis);
  const two = '"two" is "two", a string; it must be a number.';
  expect(errors.map(({ message }) => message)).toEqual([two, ...messages]);
});

test.each(BROKEN)('what breaks "%s" has the id of a rule that is explained', (keyword, schema, value) => {
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  const kinds = {
    k: {
      schema: {
        ...(NEWER.has(keyword) && { $schema }),
        required: ['one', 'two', 'three'],
        properties: { three: schema },
      },
    },
  };
  const families = familiesWithDeclared({ id: 'own', kinds });
  const text = JSON.stringify({ one: 1, two: 2, three: value });
  const errors = problemsIn(analyse(memoryFile('e.json', text), testContext({ families })).analysis);
  expect(errors.filter(({ severity }) => severity === 'error').length).toBeGreaterThan(0);
  for (const { rule, message } of errors) {
    expect(findRule(rule), rule).toBeDefined();
    expect(message).not.toMatch(/undefined|NaN/);
  }
});

test('a text that is too long for a pattern passes it, rather than keeping everybody waiting', () => {
  const compiled = compileSchema({ patternProperties: { '^.*a.*a': { type: 'string', pattern: '^(\\s*\\s*|x)$' } } });
  if (!('validate' in compiled)) return expect.fail(compiled.fault);
  expect(compiled.validate({ aa: ' ' })).toBe(true);
  expect(compiled.validate({ aa: 'y' })).toBe(false);
  expect(compiled.validate({ aa: `${' '.repeat(1_000_000)}y` })).toBe(true);
  expect(compileSchema({ pattern: '(a|a)*$' })).toEqual({ fault: expect.stringContaining('could take forever') });
  expect(compileSchema({ pattern: '(\\w|\\d)*!' })).toEqual({ fault: expect.stringContaining('could take forever') });
});

test('text that is cut short is read as far as it goes', () => {
  const text = JSON.stringify(REVIEWS);
  for (let end = 0; end < text.length; end += 37) made(file(`${end}.json`, text.slice(0, end)));
  expect(made(file('a.json', text.slice(0, -3))).families).toHaveLength(1);
});

test('of a kind that can’t be used nobody is told besides that nothing tells it', () => {
  const kinds = (schema: object) => ({ ...REVIEWS, kinds: { verdict: { schema } } });
  const said = (schema: object) => made(file('a.json', kinds(schema))).faultsIn('file:///work/a.json');
  expect(said({ type: 'object' })).toEqual([expect.objectContaining({ severity: 'warning' })]);
  expect(said({ properties: { a: { type: 'texst' } } })).toEqual([
    { path: ['kinds', 'verdict', 'schema'], message: expect.stringContaining("can't be used") },
  ]);
});

test.each([
  [24, 'Allowed: `v0`'],
  [27, ' and 3 more'],
])('of %d allowed values a hover lists 24', (count, said) => {
  const schema = {
    type: 'object',
    required: ['review_id', 'change', 'asked_by'],
    properties: { word: { enum: Array.from({ length: count }, (_, index) => `v${index}`) } },
  };
  const context = {
    ...testContext(),
    families: familiesWithDeclared({ id: 'worded', kinds: { request: { schema } } }),
  };
  const text = JSON.stringify({ review_id: 'r', change: 'c', asked_by: 'a', word: 'v1' });
  const { analysis } = analyse(memoryFile('a.json', text), context);
  const shown = hover(analysis, { line: 0, character: text.indexOf('word') }, context, memoryWorkspace());
  const value = JSON.stringify(shown?.contents);
  expect(value).toContain(said);
  expect(value.match(/`v\d+`/g)).toHaveLength(24);
});

test('of several faults of one value the sharpest is told', () => {
  const schema = {
    type: 'object',
    required: ['review_id', 'change', 'asked_by'],
    properties: { at: { type: 'string', minLength: 20, format: 'date-time' } },
  };
  const families = familiesWithDeclared({ id: 'timed', kinds: { request: { schema } } });
  const text = JSON.stringify({ review_id: 'r', change: 'c', asked_by: 'a', at: 'soon' });
  const { analysis } = analyse(memoryFile('a.json', text), { ...testContext(), families });
  const aboutTime = problemsIn(analysis).filter(({ message }) => message.startsWith('"at"'));
  expect(aboutTime.map(({ rule }) => rule)).toEqual(['schema/format']);
});

describe('what an alternative declares is not unknown where the value that chooses it', () => {
  const alternative = (type: string, key: string) => ({
    type: 'object',
    required: ['type', key],
    properties: { type: { const: type }, [key]: { type: 'string' } },
  });
  const oneOf = [alternative('text', 'body'), alternative('file', 'path'), alternative('other', 'name')];
  const problems = (part: unknown, more: object = {}) => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      required: ['one', 'two', 'part'],
      properties: { one: {}, two: {}, part: { oneOf, ...more } },
    };
    const families = familiesWithDeclared({ id: 'own', kinds: { k: { schema } } });
    const value = JSON.stringify({ one: 1, two: 2, part });
    const { analysis } = analyse(memoryFile('e.json', value), testContext({ families }));
    return problemsIn(analysis).map(({ rule, message }) => `${rule}: ${message.slice(0, 40)}`);
  };

  test.each<[string, unknown, object, string[]]>([
    ['is misspelt', { type: 'txet', body: 'x' }, {}, ['schema/enum: "type" is "txet"; did you mean "text"? A']],
    ['is another', { type: 'elsewhere', path: 'x' }, {}, ['schema/enum: "type" is "elsewhere"; it must be one of']],
    ['is missing', { body: 'x' }, {}, ['schema/required: "type" is missing from "part".']],
    [
      'is misspelt, and nothing else is allowed',
      { type: 'txet', body: 'x' },
      { unevaluatedProperties: false },
      ['schema/enum: "type" is "txet"; did you mean "text"? A'],
    ],
    [
      'is misspelt, but what no alternative or another one declares is',
      { type: 'txet', body: 'x', path: 'p', extra: 1 },
      {},
      [
        'schema/enum: "type" is "txet"; did you mean "text"? A',
        'schema/unknown-property: "path" is not defined in an own k. Allow',
        'schema/unknown-property: "extra" is not defined in an own k. Allo',
      ],
    ],
  ])('%s', (_, part, more, expected) => {
    expect(problems(part, more)).toEqual(expected);
  });
});

test.each<[string, object, unknown, string]>([
  [
    'of a value that is no object',
    {
      oneOf: ['text', 'file'].map(type => ({
        type: 'object',
        required: ['type'],
        properties: { type: { const: type } },
      })),
    },
    'x',
    '"part" is "x", a string; it must be an object.',
  ],
  [
    'where the property is absent',
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    { if: { properties: { p: { const: 'a' }, q: { const: 1 } } }, then: { required: ['r'] } },
    { q: 1 },
    '"r" is missing from "part", since "q" is 1.',
  ],
  [
    'deeper than the condition',
    {
      if: { properties: { p: { const: 'a' } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { l: { items: { type: 'number' } } } },
    },
    { p: 'a', l: [1, true] },
    '"l[1]" is true; it must be a number, since "p" is "a".',
  ],
  [
    'of the object that it applies to, not of one around',
    {
      properties: {
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        items: { items: { if: { properties: { p: { const: 'a' } } }, then: { required: ['r'] } } },
      },
    },
    { p: 'a', items: [{}] },
    '"r" is missing from "items[0]".',
  ],
])('only a condition that holds is a reason: %s', (_, part, value, said) => {
  const schema = { required: ['one', 'two', 'part'], properties: { one: {}, two: {}, part } };
  const families = familiesWithDeclared({ id: 'own', kinds: { k: { schema } } });
  const text = JSON.stringify({ one: 1, two: 2, part: value });
  const { analysis } = analyse(memoryFile('e.json', text), testContext({ families }));
  expect(problemsIn(analysis).map(({ message }) => message)).toContain(said);
});

describe('a contract that takes in another one', () => {
  const base = {
    required: ['visit_id', 'seen_by', 'kind'],
    properties: { visit_id: { type: 'string' }, seen_by: { type: 'string' }, kind: { const: 'visit' }, note: {} },
  };
  const own = { required: ['room'], properties: { room: { type: 'string' } } };
  const visit = { visit_id: 'v', seen_by: 'a', kind: 'visit', note: 'n', room: 'r' };
  const $schema = 'https://json-schema.org/draft/2020-12/schema';

  test.each<[string, object, object | undefined]>([
    ['by allOf', { allOf: [base, own] }, undefined],
    ['by allOf and a reference', { allOf: [{ $ref: '#/$defs/base' }], ...own, $defs: { base } }, undefined],
    [
      'by the constant of one property, of which both say something',
      {
        properties: { ...Object.fromEntries(Object.keys(visit).map(key => [key, {}])), kind: { enum: ['visit', 'a'] } },
        allOf: [{ required: ['kind'], properties: { kind: { const: 'visit' } } }],
      },
      undefined,
    ],
    ['by a reference beside its own', { $ref: '#/$defs/base', ...own, $defs: { base } }, undefined],
    [
      'also with a signature',
      { allOf: [base, own] },
      { keys: { '/room': 1 }, evidence: [{ when: '/visit_id', weight: 3 }] },
    ],
  ])('is recognised by what both require: %s', (_, schema, signature) => {
    const declaration = { id: 'visits', kinds: { visit: { schema: { $schema, ...schema }, signature } } };
    expect(readProtocol(declaration).faults).toEqual([]);
    const families = familiesWithDeclared(declaration);
    const { analysis } = analyse(memoryFile('e.json', JSON.stringify(visit)), testContext({ families }));
    expect(recognisedKinds(analysis)).toEqual(['visits/visit']);
    expect(problemsIn(analysis)).toEqual([]);
  });
});

test('a property that is only required is not unknown', () => {
  const schema = { required: ['visit_id', 'seen_by', 'room'], properties: { visit_id: {}, seen_by: {} } };
  const families = familiesWithDeclared({ id: 'visits', kinds: { visit: { schema } } });
  const text = JSON.stringify({ visit_id: 'v', seen_by: 'a', room: 'r', floor: 1 });
  const { analysis } = analyse(memoryFile('e.json', text), testContext({ families }));
  expect(problemsIn(analysis).map(({ message }) => message)).toEqual([
    '"floor" is not defined in a visits visit. Allowed: "visit_id", "seen_by".',
  ]);
});

import { describe, expect, test } from 'vitest';
import { analyse } from '../../../server/src/analysis/analyse';
import { memoryFile, problemsIn } from '../../kit/analyseText';
import { familiesWithDeclared } from '../../kit/declaredProtocols';
import { testContext } from '../../kit/testContext';

/** Returns the problems of a declared envelope whose property `part` has a schema. */
function problemsOf(part: object, value: unknown, $defs: object = {}) {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    required: ['one', 'two', 'part'],
    properties: { one: {}, two: {}, part },
    $defs,
  };
  const families = familiesWithDeclared({ id: 'own', kinds: { k: { schema } } });
  const text = JSON.stringify({ one: 1, two: 2, part: value });
  return problemsIn(analyse(memoryFile('e.json', text), testContext({ families })).analysis);
}

const needs = (key: string, more: object = {}) => ({ required: [key], properties: { [key]: {} }, ...more });
const has = (...keys: string[]) => ({ properties: Object.fromEntries(keys.map(key => [key, {}])) });

describe('a valid value has no problem, and none that a fix would rewrite:', () => {
  test.each<[string, object, unknown]>([
    ['the second of oneOf', { oneOf: [needs('fileName'), needs('file_name')] }, { file_name: 'x' }],
    ['the second of anyOf', { anyOf: [needs('timestamp_ms'), needs('timestamp_us')] }, { timestamp_us: 1 }],
    ['alternatives of an object', { type: 'object', anyOf: [needs('path_a'), needs('path_b')] }, { path_b: 1 }],
    ['alternatives beside properties', { ...has('z'), oneOf: [needs('path_a'), needs('path_b')] }, { z: 1, path_b: 1 }],
    [
      'what alternatives declare below one property',
      { anyOf: [needs('p', { properties: { p: has('path_a') } }), { properties: { p: has('path_b') } }] },
      { p: { path_b: 1 } },
    ],
    [
      'alternatives by reference, below items',
      { type: 'array', items: { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }] } },
      [{ path_a: 1 }, { path_b: 1 }],
    ],
    ...[
      { $ref: '#/$defs/isA' },
      { properties: { p: { pattern: '^a' } } },
      { properties: { p: { minLength: 2 } } },
      { minProperties: 3 },
      { not: { properties: { p: { format: 'date' } }, propertyNames: { maxLength: 6 } } },
    ].map((condition): [string, object, unknown] => [
      `the else of ${JSON.stringify(condition)}`,
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      { ...has('p'), if: condition, then: has('path_a'), else: has('path_b') },
      { p: 'b', path_b: 1 },
    ]),
    ['items beside contains', { type: 'array', contains: needs('kind') }, [{ kind: 'x' }, { kinds: 1 }]],
    [
      'several patterns of names',
      { ...has('n'), allOf: [{ patternProperties: { '^x-': {} } }, { patternProperties: { '^y-': {} } }] },
      { 'x-n': 1, 'y-n': 1 },
    ],
    [
      'a name that two patterns match',
      { patternProperties: { '^x': has('path_a'), x$: has('path_b') } },
      { x: { path_a: 1, path_b: 1 } },
    ],
    [
      'several items',
      { allOf: [{ items: has('path_a') }, { items: { $ref: '#/$defs/b' } }, { prefixItems: [has('path_c')] }] },
      [
        { path_a: 1, path_b: 1, path_c: 1 },
        { path_a: 1, path_b: 1 },
      ],
    ],
    [
      'several references for one property',
      { allOf: [{ properties: { p: { $ref: '#/$defs/a' } } }, { properties: { p: { $ref: '#/$defs/b' } } }] },
      { p: { path_a: 1, path_b: 1 } },
    ],
    [
      'several schemas for further properties',
      { allOf: [{ additionalProperties: has('path_a') }, { additionalProperties: has('path_b') }] },
      { p: { path_a: 1, path_b: 1 } },
    ],
  ])('%s', (_, part, value) => {
    const isA = { properties: { p: { const: 'a' } }, required: ['p'] };
    expect(problemsOf(part, value, { isA, a: needs('path_a'), b: has('path_b') })).toEqual([]);
  });
});

test.each<[string, object, unknown, boolean]>([
  ['of one schema', has('path_name'), { path_nmae: 1 }, true],
  ['that is none of an alternative', { anyOf: [needs('path_name'), has('id')] }, { path_name: 1, idd_: 1 }, false],
  [
    'that the other outcome of a condition declares',
    {
      ...has('p'),
      if: needs('p', { properties: { p: { const: 'a' } } }),
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: has('fileName'),
      else: has('file_name'),
    },
    { p: 'b', fileName: 1 },
    false,
  ],
])('the rename of a key is certain only where no alternative may mean it: %s', (_, part, value, isCertain) => {
  const found = problemsOf(part, value).filter(({ fixes }) => fixes.some(fix => 'certain' in fix && fix.certain));
  expect(found.length > 0).toBe(isCertain);
});

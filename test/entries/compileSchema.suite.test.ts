// The required tests of the JSON Schema Test Suite, through the compiler that checks the schemas of users.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileSchema } from '../../server/src/entries/compileSchema';

interface Group {
  description: string;
  schema: unknown;
  tests: { description: string; data: unknown; valid: boolean }[];
}

/** Groups of tests in which some verdict differs, and why. None else may differ, and in each of these one must. */
const DIFFERENT: Record<string, readonly string[]> = {
  'A format is checked in each dialect, as editors do; 2020-12 leaves it to the tool.': [
    ...['email', 'regex', 'ipv4', 'ipv6', 'hostname', 'date', 'date-time', 'time', 'json-pointer'],
    ...['relative-json-pointer', 'uri', 'uri-reference', 'uri-template', 'uuid', 'duration'],
  ].map(name => `format: ${name} format`),
  'Keywords beside a `$ref` count in draft-07, too, as they do in later drafts.': [
    'ref: ref overrides any sibling keywords',
    'ref: $ref prevents a sibling $id from changing the base uri',
  ],
  'Ajv leaves `__proto__` out, since writing it could change a prototype.': [
    'properties: properties whose names are Javascript object property names',
  ],
  'Ajv forgets what an `if` without a `then` has looked at.': [
    'unevaluatedItems: unevaluatedItems can see annotations from if without then and else',
    'unevaluatedProperties: unevaluatedProperties with if/then/else, then not defined',
    'unevaluatedProperties: unevaluatedProperties can see annotations from if without then and else',
  ],
  'Ajv takes all items as evaluated, or none, where `contains` or nested items decide for each.': [
    'unevaluatedItems: unevaluatedItems with nested items',
    'unevaluatedItems: unevaluatedItems depends on adjacent contains',
    'unevaluatedItems: unevaluatedItems depends on multiple nested contains',
    'unevaluatedItems: unevaluatedItems and contains interact to control item dependency relationship',
    'unevaluatedItems: unevaluatedItems with minContains = 0',
  ],
  'Ajv finds a dynamic anchor only where it has passed it: one name in several resources can lead elsewhere.': [
    'dynamicRef: multiple dynamic paths to the $dynamicRef keyword',
    'dynamicRef: $dynamicRef skips over intermediate resources - direct reference',
    'dynamicRef: $dynamicRef avoids the root of each schema, but scopes are still registered',
  ],
};

/** Refusals of whole schemas: those that are right, and the words of those that a limit of Ajv makes. */
const REMOTE = /^the reference ".+" leads out of it, and nothing is fetched; copy its target into "\$defs"\.$/;
const REFUSED: Record<string, RegExp> = {
  'enum: empty enum': /^enum must have non-empty array\.$/,
  'dynamicRef: after leaving a dynamic scope, it is not used by a $dynamicRef': /only supports hash fragment/,
  'vocabulary: schema that uses custom metaschema with with no validation vocabulary':
    /which is no dialect that is read/,
  'vocabulary: ignore unrecognized optional vocabulary': /which is no dialect that is read/,
};

const differing = new Set(Object.values(DIFFERENT).flat());
const seen = new Set<string>();

describe.each([
  ['draft7', 927],
  ['draft2019-09', 1259],
  ['draft2020-12', 1299],
])('%s, %i tests', (draft, count) => {
  const file = new URL(`../fixtures/json-schema-test-suite/${draft}.json`, import.meta.url);
  const groups = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Group[]>);

  test('are all there', () => {
    const tests = groups.flatMap(([, group]) => group.flatMap(({ tests }) => tests));
    expect(tests).toHaveLength(count);
  });

  test.each(groups)('%s', (name, group) => {
    const wrong = group.flatMap(({ description, schema, tests }) => {
      const title = `${name}: ${description}`;
      const compiled = compileSchema(schema);
      if ('fault' in compiled) {
        if (REFUSED[title]) seen.add(title);
        return (REFUSED[title] ?? REMOTE).test(compiled.fault) ? [] : [`${title}: ${compiled.fault}`];
      }
      const others = tests.filter(({ data, valid }) => compiled.validate(data) !== valid);
      if (others.length > 0 && differing.has(title)) seen.add(title);
      return differing.has(title)
        ? []
        : others.map(one => `${title}: ${one.description}: ${one.valid ? 'false alarm' : 'false pass'}`);
    });
    expect(wrong).toEqual([]);
  });
});

test('no difference is listed that is none', () => {
  expect([...differing, ...Object.keys(REFUSED)].filter(title => !seen.has(title))).toEqual([]);
});

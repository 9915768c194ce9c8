import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Schema } from '../../server/src/model/schema';
import { eachDeclared } from '../../server/src/slots/schemaPaths';
import { escapeSnippet, propertySnippets, valueSnippet } from '../../server/src/slots/schemaSnippet';
import { analyseText, problemsIn } from '../kit/analyseText';
import { examples } from '../kit/examples';
import { expandSnippet } from '../kit/expandSnippet';
import { allKinds, kindById } from '../kit/testContext';

const bodies: [string, Schema, string][] = [
  ['a text', { type: 'string' }, '"$1"'],
  ['a text with a default', { type: 'string', default: 'a$}\\' }, '"${1:a\\$\\}\\\\\\\\}"'],
  ['a number', { type: 'number', minimum: 3 }, '${1:3}'],
  ['a number with an example', { type: ['number', 'null'], examples: [0.5] }, '${1:0.5}'],
  ['a boolean', { type: 'boolean' }, '${1|false,true|}'],
  ['a boolean that is true by default', { type: 'boolean', default: true }, '${1|true,false|}'],
  ['an enum', { enum: ['a,b', 'c|d', null] }, '${1|"a\\,b","c\\|d",null|}'],
  ['an enum with one value', { enum: ['a'] }, '"a"'],
  ['an enum of snippet syntax', { enum: ['$a', 'b}', '\\'] }, '${1|"$a","b}","\\\\\\\\"|}'],
  ['an enum whose only value is a tab stop', { enum: ['${1}'] }, '"\\${1\\}"'],
  ['a text that JSON escapes', { type: 'string', default: 'is "a"\n' }, '"${1:is \\\\"a\\\\"\\\\n}"'],
  ['a constant', { const: 7 }, '7'],
  ['nothing', { type: 'null' }, 'null'],
  ['anything', {}, '${1:null}'],
  ['an array', { type: 'array', items: { type: 'string' } }, '[$1]'],
  ['an array that must not be empty', { type: 'array', minItems: 1, items: { type: 'string' } }, '["$1"]'],
  ['an object without required properties', { type: 'object', properties: { a: {} } }, '{$1}'],
  [
    'an object, in the order of its properties',
    {
      type: 'object',
      required: ['b', 'a'],
      properties: { a: { type: 'string' }, c: {}, b: { type: 'object', required: ['d'], properties: { d: {} } } },
    },
    '{ "a": "$1", "b": { "d": ${2:null} } }',
  ],
];

test.each(bodies)('%s', (_, schema, body) => {
  expect(valueSnippet(schema, schema, { oneLine: true })).toBe(body);
});

test('contains the properties that the first choice requires', () => {
  const schema = kindById('agent-io/response').schema;
  expect(valueSnippet(schema, schema, { oneLine: true })).toBe(
    '{ "status": ${1|"success","error","partial","pending","cancelled"|}, "result": "$2" }',
  );
  const artifacts = kindById('workflow-primitives/artifact-return').schema.properties?.artifacts?.items ?? {};
  expect(valueSnippet(artifacts, schema, { oneLine: true })).toContain('"content"');
});

test('over several lines, indented by tabs', () => {
  const inner: Schema = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } };
  const list: Schema = { type: 'array', minItems: 1, items: inner };
  const schema: Schema = { type: 'object', required: ['list'], properties: { list } };
  expect(valueSnippet(schema, schema, { oneLine: false })).toBe(
    '{\n\t"list": [\n\t\t{\n\t\t\t"a": "$1"\n\t\t}\n\t]\n}',
  );
});

describe('snippets of every kind', () => {
  // A trace entry has no required properties, so its snippet belongs to no dialect.
  const shapes = allKinds.flatMap(kind => kind.variants ?? [kind]).filter(({ schema }) => schema.required);

  test.each(shapes)('$id: valid, except for values that only its author knows', shape => {
    const [id = ''] = shape.id.split(':');
    for (const oneLine of [true, false]) {
      // The snippet is empty where any value is allowed; the test writes null there.
      const text = expandSnippet(
        valueSnippet(shape.schema, shape.schema, { oneLine }).replace(/: \$(\d+)/g, ': ${$1:null}'),
      );
      expect(() => JSON.parse(text), text).not.toThrow();
      const problems = problemsIn(analyseText('a.json', text, { association: id }));
      // Ids with a pattern and names of agents are left empty for the author.
      const others = problems.filter(
        ({ rule }) =>
          !/pattern|protocol-fault|unknown-|zone-not-utc|error-without-resolution|failed-but-proceeds|result-contradicts/.test(
            rule,
          ),
      );
      expect(others.map(({ message }) => message)).toEqual([]);
      if (oneLine) expect(text).not.toContain('\n');
    }
  });

  test.each(examples)('$shape.id: every value of it can be written', ({ shape, value }) => {
    eachDeclared(shape.schema, value, (path, schema) => {
      // The snippet is empty where any value is allowed; the test writes null there.
      const text = expandSnippet(valueSnippet(schema, shape.schema, { oneLine: true }));
      // Where any value is allowed, there is only a tab stop.
      const whole = text === '' || /: (?=[,}])| : /.test(text) ? 'null' : text.replace(/: (?=,| \})/g, ': null');
      expect(() => JSON.parse(whole), `${path.join('.')}: ${text}`).not.toThrow();
    });
  });
});

describe('with any names and values', () => {
  const hostile = fc.string({
    unit: fc.constantFrom(
      '$',
      '{',
      '}',
      '\\',
      '|',
      ',',
      ':',
      '/',
      '"',
      '\n',
      '\t',
      '1',
      'TM_FILENAME',
      'a',
      ' ',
      '\u2028',
      'é',
    ),
    maxLength: 8,
  });
  const scalar = fc.oneof(hostile, fc.integer(), fc.boolean(), fc.constant(null));
  const leaf: fc.Arbitrary<Meant> = fc.oneof(
    scalar.map(value => ({ schema: { const: value }, value })),
    fc
      .uniqueArray(scalar, { minLength: 1, maxLength: 3 })
      .map(values => ({ schema: { enum: values }, value: values[0] })),
    hostile.map(value => ({ schema: { type: 'string', default: value }, value })),
    fc.integer().map(value => ({ schema: { type: 'integer', default: value }, value })),
  );
  const { any } = fc.letrec<{ any: Meant }>(tie => ({
    any: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc
        .dictionary(
          hostile.filter(name => name !== '__proto__'),
          tie('any'),
          { minKeys: 1, maxKeys: 3, noNullPrototype: true },
        )
        .map(objectOf),
      tie('any').map(({ schema, value }) => ({
        schema: { type: 'array', minItems: 1, items: schema },
        value: [value],
      })),
    ),
  }));

  test('a snippet expands to the intended JSON', () => {
    fc.assert(
      fc.property(any, fc.boolean(), ({ schema, value }, oneLine) => {
        expect(JSON.parse(expandSnippet(valueSnippet(schema, schema, { oneLine })))).toEqual(value);
      }),
    );
  });

  test('the members of an object expand to the intended JSON', () => {
    fc.assert(
      fc.property(hostile, any, hostile, (name, { schema, value }, made) => {
        const time: Schema = { type: 'string', 'x-slot': 'time' };
        const members = propertySnippets(
          [
            [name, schema],
            [`${name}2`, time],
          ],
          schema,
          { oneLine: true, generateValue: () => made },
        );
        expect(JSON.parse(expandSnippet(`{${members.join(', ')}}`))).toEqual({ [name]: value, [`${name}2`]: made });
      }),
    );
  });
});

interface Meant {
  schema: Schema;
  value: unknown;
}

function objectOf(members: Record<string, Meant>): Meant {
  const mapped = (pick: (one: Meant) => unknown) =>
    Object.fromEntries(Object.entries(members).map(([name, one]) => [name, pick(one)]));
  const properties = mapped(({ schema }) => schema) as Record<string, Schema>;
  return { schema: { type: 'object', required: Object.keys(members), properties }, value: mapped(one => one.value) };
}

test('escapes text that would end a tab stop', () => {
  expect(escapeSnippet('a}$1\\')).toBe('a\\}\\$1\\\\');
});

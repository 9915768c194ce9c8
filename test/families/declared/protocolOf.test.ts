import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse } from '../../../server/src/analysis/analyse';
import { recognise } from '../../../server/src/analysis/recognise';
import { families as ownFamilies } from '../../../server/src/families';
import { completion } from '../../../server/src/features/completion';
import { hover } from '../../../server/src/features/hover';
import { fileOf } from '../../kit/analysed';
import { contextOf } from '../../kit/context';
import { declarationOf, REVIEWS, readProtocol, withDeclared } from '../../kit/declared';
import { examples } from '../../kit/examples';
import { memoryWorkspace } from '../../kit/memoryWorkspace';

const names = fc.constantFrom('a', 'b', '__proto__', 'constructor', 'hasOwnProperty');
const said = (value: unknown, schemas = {}) =>
  readProtocol(value, schemas).faults.map(({ path, message }) => `${path.join('/')}: ${message}`);
const kindWith = (parts: object) => ({
  id: 'a',
  kinds: { k: { schema: { type: 'object' }, signature: {}, ...parts } },
});

describe('a declaration', () => {
  test('makes a family', () => {
    const { family, faults } = readProtocol(REVIEWS);
    expect(faults).toEqual([]);
    expect(family).toMatchObject({
      id: 'review-queue',
      title: 'Review Queue',
      source: 'How we review',
      isDeclared: true,
    });
    expect(family?.kinds.map(({ id, title }) => [id, title])).toEqual([
      ['review-queue/request', 'Review request'],
      ['review-queue/verdict', 'Verdict'],
    ]);
    expect(family?.kinds[0]?.schema.$id).toBe('agent-envelopes:/review-queue/request.schema.json');
    expect(family?.snippets.map(({ kind, prefix }) => [kind, prefix])).toEqual([
      ['review-queue/request', 'review-queue-request'],
      ['review-queue/verdict', 'review-queue-verdict'],
    ]);
  });

  test('may name a schema in a file', () => {
    const value = { id: 'a', kinds: { k: { schema: './k.json', signature: {} } } };
    expect(readProtocol(value, { './k.json': { title: 'Kay' } }).family?.kinds[0]?.title).toBe('Kay');
    expect(said(value)).toEqual([expect.stringMatching(/^kinds\/k\/schema: "\.\/k\.json" can't be read/)]);
  });

  test.each([
    ['a name that is none', { id: '../a', kinds: {} }, /^id: "id" must begin with a letter/],
    ['the name of a kind', { id: 'a', kinds: { '__proto__ ': { schema: {} } } }, /^kinds\/__proto__ : The name/],
    [
      'a pointer without a slash',
      kindWith({ tells: { run: 'run' } }),
      /^kinds\/k\/tells\/run: "run" is no JSON pointer.*"\/run"/,
    ],
    ['one of several', kindWith({ tells: { run: ['/a', '~'] } }), /^kinds\/k\/tells\/run\/1: /],
    [
      'a pointer that is a number',
      kindWith({ tells: { run: 7 } }),
      /^kinds\/k\/tells\/run: This must be a JSON pointer/,
    ],
    [
      'a weight',
      kindWith({ signature: { keys: { '/a': 100 } } }),
      /^kinds\/k\/signature\/keys\/\/a: A weight must lie/,
    ],
    [
      'a condition',
      kindWith({ signature: { proof: [{ some: [] }] } }),
      /^kinds\/k\/signature\/proof\/0: This is no condition; known/,
    ],
    [
      'a condition inside',
      kindWith({ signature: { proof: [{ all: ['/a', 3] }] } }),
      /^kinds\/k\/signature\/proof\/0\/all\/1: /,
    ],
    ['a condition at a place', kindWith({ signature: { proof: [{ at: '/a', type: 'x' }] } }), /beside "at" stands/],
    [
      'a proof that all JSON meets',
      kindWith({ signature: { proof: ['/a', { not: '/b' }] } }),
      /^kinds\/k\/signature\/proof\/1: An empty object/,
    ],
    [
      'a dialect',
      kindWith({ variants: { v: { definition: 'no' } } }),
      /^kinds\/k\/variants\/v\/definition: "definition" must name/,
    ],
    [
      'what it carries',
      kindWith({ carries: { items: 'a', path: '/p', content: '/c' } }),
      /^kinds\/k\/carries\/items: /,
    ],
    [
      'a schema without an end',
      { id: 'a', kinds: { k: { schema: { allOf: [{ $ref: '#' }] } } } },
      /^kinds\/k\/schema: This schema can't be used: a "\$ref"/,
    ],
  ])('%s that is none is said at its place', (_, value, message) => {
    expect(said(value)).toEqual([expect.stringMatching(message)]);
  });

  test('of a thousand kinds is cut, and that is said once', () => {
    const kinds = Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [`k${at}`, { schema: {}, signature: {} }]),
    );
    const { family, faults } = readProtocol({ id: 'a', kinds });
    expect(family?.kinds).toHaveLength(100);
    expect(faults.map(({ path }) => path)).toEqual([['kinds', 'k100']]);
  });

  test('whose schema asks for itself again has an envelope to insert all the same', () => {
    const d = {
      type: 'object',
      required: ['a', 'b'],
      properties: { a: { $ref: '#/$defs/d' }, b: { $ref: '#/$defs/d' } },
    };
    const { family, faults } = readProtocol({
      id: 'a',
      kinds: { k: { schema: { ...d, $defs: { d } }, signature: {} } },
    });
    expect(faults).toEqual([]);
    expect(family?.snippets[0]?.body.length).toBeLessThan(1000);
  });

  test('of a thousand conditions is cut, and that is said once', () => {
    const proof = [{ any: Array.from({ length: 1000 }, () => '/a') }];
    expect(said(kindWith({ signature: { proof } }))).toHaveLength(1);
  });
});

describe('a signature that a schema alone gives', () => {
  const recognisedIn = (schema: object, value: object) => {
    const found = recognise(value, withDeclared({ id: 'a', kinds: { k: { schema } } }), undefined);
    return found && `${found.kind.id}${found.sure ? '' : '?'}`;
  };
  const props = (...names: string[]) => Object.fromEntries(names.map(name => [name, {}]));

  test('is sure of three required properties, and not of two', () => {
    const three = { required: ['x1', 'x2', 'x3'], properties: props('x1', 'x2', 'x3') };
    expect(recognisedIn(three, { x1: 1, x2: 1, x3: 1 })).toBe('a/k');
    expect(recognisedIn(three, { x1: 1, x2: 1 })).toBe('a/k?');
    const two = { required: ['x1', 'x2'], properties: props('x1', 'x2') };
    expect(recognisedIn(two, { x1: 1, x2: 1 })).toBe('a/k?');
  });

  test('is sure of a fixed text, where it is that', () => {
    const schema = { required: ['type'], properties: { type: { const: 'review' } } };
    expect(recognisedIn(schema, { type: 'review' })).toBe('a/k');
    expect(recognisedIn(schema, { type: 'other' })).toBe(undefined);
  });

  test('is sure of nothing for a schema that asks for nothing', () => {
    expect(recognisedIn({}, { a: 1, b: 2, c: 3 })).toBe(undefined);
    expect(recognisedIn({}, { $schema: 'agent-envelopes:/a/k.schema.json' })).toBe('a/k');
  });

  test('is of no JSON Schema, whatever a schema calls itself', () => {
    const $id = 'http://json-schema.org/draft-07/schema#';
    expect(recognisedIn({ $id }, { $schema: $id })).toBe(undefined);
  });
});

describe('whatever a file declares', () => {
  const hostile = fc.oneof(
    fc.jsonValue({ maxDepth: 6 }),
    fc.record({ id: fc.constantFrom('a', '__proto__', 'constructor', 'toolcall'), kinds: kindsOf(fc.jsonValue()) }),
    fc.record({ id: fc.constant('a'), kinds: kindsOf(kindLike()) }),
  );

  test('is read without a throw', () => {
    fc.assert(
      fc.property(hostile, value => {
        const { family } = readProtocol(value);
        for (const kind of family?.kinds ?? []) {
          kind.validate({ a: { a: 1 } });
          family?.steps?.({ a: 'x', b: 2 }, kind);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('what is built in is recognised as before', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom(...examples), (declared, { value }) => {
        const before = recognise(value, ownFamilies, undefined);
        const after = recognise(value, withDeclared(declared), undefined);
        if (before?.sure) expect(after?.kind.id).toBe(before.kind.id);
        else expect(after).toBeDefined();
      }),
      { numRuns: 300 },
    );
  });

  test('also where it declares all that is built in, heavier', () => {
    const stolen = ownFamilies.map(family => {
      const text = JSON.stringify(declarationOf(family)).replace(/"id":"[^"]*"/, `"id":"x-${family.id}"`);
      return JSON.parse(text.replace(/("\/[\w/]+"):[\d.]+/g, '$1:5'));
    });
    const families = withDeclared(...stolen);
    expect(families.length).toBe(2 * ownFamilies.length);
    for (const { kind, value } of examples) {
      const { $schema: _, ...bare } = value;
      const before = recognise(bare, ownFamilies, undefined);
      if (before?.sure) expect(recognise(bare, families, undefined)?.kind.id, kind.id).toBe(before.kind.id);
    }
  });

  test('an envelope of it is checked, completed and explained without a throw', () => {
    fc.assert(
      fc.property(kindLike(), fc.jsonValue({ maxDepth: 3 }), (kind, value) => {
        const families = withDeclared({ id: 'a', kinds: { k: kind } });
        const text = JSON.stringify({ $schema: 'agent-envelopes:/a/k.schema.json', a: value });
        const context = { ...contextOf(), families };
        const { analysis } = analyse(fileOf('x.json', text), context);
        const workspace = memoryWorkspace();
        for (let character = 0; character <= text.length; character += 7) {
          hover(analysis, { line: 0, character }, context, workspace);
          completion(analysis, { line: 0, character }, { context, workspace, client: {} });
        }
      }),
      { numRuns: 100 },
    );
  });
});

function kindsOf<T>(kind: fc.Arbitrary<T>) {
  return fc.dictionary(fc.constantFrom('k', 'l', '__proto__', 'constructor'), kind, { maxKeys: 3 });
}

function kindLike() {
  const { schema } = fc.letrec(tie => ({
    schema: fc.record(
      {
        $ref: fc.constantFrom('#', '#/definitions/d', '#/properties/a', 'http://example.com/x', '#nope'),
        type: fc.constantFrom('object', 'string', 'array', 7, ['object', 'null'], 'wrong'),
        title: fc.constantFrom('**Bold** <img src=x>', '\n\u202e', '', 3),
        enum: fc.constantFrom([], ['x', null, {}], 'x'),
        properties: fc.oneof(
          { maxDepth: 3, depthIdentifier: 'schema' },
          fc.constant(null),
          fc.dictionary(names, tie('schema'), { maxKeys: 3 }),
        ),
        definitions: fc.oneof(
          { maxDepth: 3, depthIdentifier: 'schema' },
          fc.constant(3),
          fc.record({ d: tie('schema') }),
        ),
        items: fc.oneof({ maxDepth: 3, depthIdentifier: 'schema' }, fc.constant([{}]), tie('schema')),
        required: fc.constantFrom(['a', 'b', 'c'], 'a', [3]),
        additionalProperties: fc.constantFrom(true, false, {}, 'no'),
        pattern: fc.constantFrom('(a+)+$', '[', '^a$'),
        allOf: fc.oneof(
          { maxDepth: 3, depthIdentifier: 'schema' },
          fc.constant({}),
          fc.array(tie('schema'), { maxLength: 2 }),
        ),
        if: fc.oneof({ maxDepth: 3, depthIdentifier: 'schema' }, fc.constant(true), tie('schema')),
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: fc.oneof({ maxDepth: 3, depthIdentifier: 'schema' }, fc.constant(null), tie('schema')),
        minimum: fc.constantFrom(1, 'x'),
        examples: fc.constantFrom([{ a: '${1:x}$0' }], 'x', [null]),
      },
      { requiredKeys: [] },
    ),
  }));
  return fc.record({
    schema,
    signature: fc.constantFrom(
      undefined,
      7,
      { keys: { '/a': 5 }, proof: ['/__proto__/a', ''] },
      { keys: { '': 5 }, proof: [{ not: '/z' }] },
    ),
    tells: fc.constantFrom(
      undefined,
      { run: '/__proto__', agent: ['/constructor/name', '/a'], title: '' },
      { at: '/a', status: '/a' },
    ),
    side: fc.constantFrom('ask', 'answer', 'both'),
    status: fc.constantFrom(undefined, { ok: [{}, '__proto__'] }, { failed: 'x' }),
    variants: fc.constantFrom(undefined, { v: { definition: 'd' }, w: { definition: '__proto__' } }),
    snippet: fc.constantFrom(undefined, { body: ['{', '}'], prefix: '$1' }, { body: 7 }),
  });
}

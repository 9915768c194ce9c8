import { describe, expect, test } from 'vitest';
import { recognise } from '../../../server/src/analysis/recognise';
import { familiesWithDeclared, REVIEWS, readProtocol } from '../../kit/declaredProtocols';

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
      reference: 'How we review',
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
      /^kinds\/k\/tells\/run: "run" is not a JSON pointer.*"\/run"/,
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
      /^kinds\/k\/signature\/proof\/0: This is not a condition; the forms are/,
    ],
    [
      'a condition inside',
      kindWith({ signature: { proof: [{ all: ['/a', 3] }] } }),
      /^kinds\/k\/signature\/proof\/0\/all\/1: /,
    ],
    [
      'evidence of a weight that is too great',
      kindWith({ signature: { evidence: [{ when: '/a', weight: 50 }] } }),
      /^kinds\/k\/signature\/evidence\/0\/weight: A weight must lie/,
    ],
    [
      'evidence that all JSON meets',
      kindWith({ signature: { evidence: [{ when: { not: '/b' }, weight: 1 }] } }),
      /^kinds\/k\/signature\/evidence\/0\/when: An empty object/,
    ],
    ['a condition at a place', kindWith({ signature: { proof: [{ at: '/a', type: 'x' }] } }), /next to "at" it needs/],
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
    const found = recognise(value, familiesWithDeclared({ id: 'a', kinds: { k: { schema } } }), undefined);
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

  test.each<[string, string[], object, string | undefined]>([
    [
      'one is missing and one misnamed',
      ['job_id', 'queue_name', 'asked_by', 'due_at', 'cost_center'],
      { job_id: 1, queue_name: 1, asked_by: 1, costCentre: 1 },
      'a/k',
    ],
    ['one is missing', ['job_id', 'queue', 'asked_by', 'due_at'], { job_id: 1, queue: 1, asked_by: 1 }, 'a/k'],
    [
      'two of four are missing',
      ['job_id', 'queue_name', 'asked_by', 'due_at'],
      { job_id: 1, queue_name: 1, costs: 1 },
      undefined,
    ],
    [
      'others have the names that are left, too',
      ['id', 'name', 'type', 'status', 'created_at'],
      { id: 1, name: 1, type: 1, state: 1 },
      'a/k?',
    ],
  ])('is sure of telling names where %s, and not of common ones', (_, required, value, expected) => {
    expect(recognisedIn({ required, properties: props(...required) }, value)).toBe(expected);
  });

  test('is sure beside others of a value whose word names the kind, and that lacks the rest', () => {
    const kind = (type: string) => ({
      schema: { required: ['type', 'job', 'by'], properties: { type: { const: type }, job: {}, by: {} } },
    });
    const families = familiesWithDeclared({ id: 'a', kinds: { begun: kind('begun'), done: kind('done') } });
    expect(recognise({ type: 'done' }, families, undefined)).toMatchObject({
      kind: { id: 'a/done' },
      sure: false,
      onlyBeside: true,
    });
    expect(recognise({ type: 'else' }, families, undefined)).toBeUndefined();
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

describe('a signature weighs', () => {
  const schema = { properties: { a: { type: 'string' }, b: { enum: ['x', 'y'] }, c: {} } };
  const signature = {
    keys: { '/a': 2, '/b': 1 },
    evidence: [
      { when: { at: '/c', startsWith: 'c_' }, weight: 1 },
      { when: { at: '/c', some: '/no' }, weight: -3 },
    ],
  };
  const families = familiesWithDeclared({ id: 'own', kinds: { k: { schema, signature } } });

  test.each<[string, unknown, boolean | undefined]>([
    ['what is there, and evidence', { a: '1', b: 'x', c: 'c_1' }, true],
    ['not enough', { a: '1', b: 'x' }, false],
    ['a value outside of the choices by half', { a: '1', b: 'z', c: 'c_1' }, false],
    ['a strange key', { a: '1', b: 'x', c: 'c_1', d: 1 }, false],
    ['a value of the wrong type', { a: 1, b: 'x', c: 'c_1' }, undefined],
    ['evidence against it', { a: '1', b: 'x', c: [{ no: 1 }] }, undefined],
  ])('%s', (_, value, sure) => {
    expect(recognise(value, families, undefined)?.sure).toBe(sure);
  });
});

test('a call of a tool is where the kind says, also inside of something else', () => {
  const { family, faults } = readProtocol({
    id: 'calls',
    kinds: {
      call: {
        in: ['/params'],
        schema: { type: 'object', required: ['name', 'with', 'of'], properties: { name: {}, with: {}, of: {} } },
        toolCall: { agent: '/of', tool: '/name', args: '/with' },
      },
      half: { schema: { type: 'object', required: ['a', 'b', 'c'] }, toolCall: { tool: '/a', args: 'b' } },
    },
  });
  expect(family?.kinds.map(({ id, toolCall }) => [id, toolCall])).toEqual([
    ['calls/call', { agent: '/of', tool: '/name', args: '/with' }],
    ['calls/half', undefined],
    ['calls/call.params', { agent: '/params/of', tool: '/params/name', args: '/params/with' }],
  ]);
  expect(faults.map(({ path }) => path.join('.'))).toEqual(['kinds.half.toolCall.args']);
});

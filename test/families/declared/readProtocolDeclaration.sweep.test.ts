import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse } from '../../../server/src/analysis/analyse';
import { recognise } from '../../../server/src/analysis/recognise';
import { families as ownFamilies } from '../../../server/src/families';
import { completion } from '../../../server/src/features/completion/completion';
import { hover } from '../../../server/src/features/hover';
import { nameAt, pointedNames } from '../../../server/src/features/symbols/findNames';
import type { Family } from '../../../server/src/model/family';
import type { CheckedEnvelope } from '../../../server/src/model/rule';
import { atPath } from '../../../server/src/text/jsonPointer';
import { eighth, sixteenth } from '../../kit/amount';
import { memoryFile } from '../../kit/analyseText';
import { familiesWithDeclared, readProtocol } from '../../kit/declaredProtocols';
import { examples } from '../../kit/examples';
import { memoryWorkspace } from '../../kit/memoryWorkspace';
import { testContext } from '../../kit/testContext';

const names = fc.constantFrom('a', 'b', '__proto__', 'constructor', 'hasOwnProperty');

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
          expect(kind.validate({ a: { a: 1 } })).toBeTypeOf('boolean');
          expect(family?.steps?.({ a: 'x', b: 2 }, kind) ?? []).toBeInstanceOf(Array);
        }
        expect(family?.kinds ?? []).toBeInstanceOf(Array);
      }),
      { numRuns: sixteenth(300) },
    );
  });

  test('its rules find what is there, and offer only what can be done to it', () => {
    let count = 0;
    fc.assert(
      fc.property(fc.array(ruleLike(), { maxLength: 3 }), valueLike(), (rules, value) => {
        const { family } = readProtocol({
          id: 'a',
          kinds: { k: { schema: { required: ['a'] } } },
          rules: Object.fromEntries(rules.map((rule, at) => [`r${at}`, rule])),
        });
        const [kind] = family?.kinds ?? [];
        for (const { name, path } of kind ? pointedNames(kind, value) : []) expect(atPath(value, path)).toBe(name.text);
        for (const { check } of family?.rules ?? []) {
          check({ value, kind } as CheckedEnvelope, ({ path, message, fixes = [] }) => {
            count++;
            expect(atPath(value, path)).toBeDefined();
            expect(message).toBeTypeOf('string');
            for (const fix of fixes) if ('path' in fix) expect(atPath(value, fix.path)).toBeDefined();
          });
        }
      }),
      { numRuns: eighth(5000) },
    );
    expect(count).toBeGreaterThan(50);
  });

  test('what is built in is recognised as before', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom(...examples), (declared, { value }) => {
        const before = recognise(value, ownFamilies, undefined);
        const after = recognise(value, familiesWithDeclared(declared), undefined);
        if (before?.sure) expect(after?.kind.id).toBe(before.kind.id);
        else expect(after).toBeDefined();
      }),
      { numRuns: sixteenth(300) },
    );
  });

  test('also where it declares all that is built in, heavier', () => {
    const stolen = ownFamilies.map(family => {
      const text = JSON.stringify(familyAsDeclaration(family)).replace(/"id":"[^"]*"/, `"id":"x-${family.id}"`);
      return JSON.parse(text.replace(/("\/[\w/]+"):[\d.]+/g, '$1:5'));
    });
    const families = familiesWithDeclared(...stolen);
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
        const families = familiesWithDeclared({ id: 'a', kinds: { k: kind } });
        const text = JSON.stringify({ $schema: 'agent-envelopes:/a/k.schema.json', a: value });
        const context = { ...testContext(), families };
        const { analysis } = analyse(memoryFile('x.json', text), context);
        const workspace = memoryWorkspace();
        for (let character = 0; character <= text.length; character += 7) {
          const place = { line: 0, character };
          expect(() => hover(analysis, place, context, workspace)).not.toThrow();
          expect(() => nameAt(analysis, place)).not.toThrow();
          expect(() => completion(analysis, place, { context, workspace, client: {} })).not.toThrow();
        }
      }),
      { numRuns: sixteenth(100) },
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

/** Rules with each clause, right and wrong. */
function ruleLike(): fc.Arbitrary<unknown> {
  const pointer = fc.constantFrom(
    '',
    '/a',
    '/a/*',
    '/a/*/b',
    '/b',
    '/__proto__',
    '/a/*/__proto__',
    '/constructor/name',
    7,
  );
  const condition = fc.oneof(
    pointer,
    fc.record({ at: pointer, is: fc.constant([null, 1, 'x']) }),
    fc.record({ at: pointer, same: pointer }),
    fc.record({ at: pointer, lacks: names }),
    fc.record({ at: pointer, blank: fc.boolean() }),
    fc.record({ at: pointer, contains: fc.constantFrom('X', '', 7) }),
    fc.record({ at: pointer, from: fc.constantFrom(0, '0') }),
    fc.record({ not: pointer }),
  );
  const fix = fc.record(
    {
      set: pointer,
      remove: pointer,
      rename: pointer,
      to: names,
      value: fc.jsonValue(),
      valueAt: pointer,
      when: condition,
      title: fc.constant('{/a/*/b}'),
    },
    { requiredKeys: [] },
  );
  const fault = {
    each: fc.constantFrom(undefined, '/a/*', '/a/*', '/a/*', '/*', '/__proto__/*', '/b'),
    when: condition,
    at: fc.option(pointer, { nil: undefined }),
    on: fc.constantFrom(undefined, 'key', 'open'),
    message: fc.constantFrom('x', '{/a}{/a/*/b}{/__proto__}{place}"{/b}"', ''),
    fix: fc.oneof(fc.constant(undefined), fix, fc.array(fix, { maxLength: 3 })),
  };
  return fc.oneof(
    fc.record(fault),
    fc.record({
      cases: fc.array(fc.record(fault), { maxLength: 3 }),
      claims: fc.constantFrom(undefined, ['schema/enum', 'x', 7]),
    }),
    fc.record({ unique: pointer }),
    fc.record({ refers: pointer, to: fc.oneof(pointer, fc.record({ k: pointer })) }),
  );
}

function valueLike(): fc.Arbitrary<unknown> {
  const leaf = fc.constantFrom<unknown>(null, 1, -1, 'x', ' ', true, [], {});
  const member = fc.oneof(leaf, fc.dictionary(names, leaf));
  return fc.dictionary(names, fc.oneof(leaf, fc.array(member, { maxLength: 3 }), fc.dictionary(names, member)));
}

/** A family as data: what a file of the workspace would declare it by. Rules, documents and steps are code. */
function familyAsDeclaration({ id, title, reference: source, kinds }: Family): unknown {
  const own = kinds.map(
    ({ id: kindId, title, schema, schemaIds, signature, fieldPointers, carries, side, status, variants }) => {
      const dialects = variants?.map(variant => {
        const definition = variant.id.slice(kindId.length + 1);
        return [definition, { definition, signature: variant.signature }];
      });
      const parts = { title, schema, schemaIds, signature, tells: fieldPointers, carries, side, status };
      return [kindId.slice(id.length + 1), { ...parts, ...(dialects && { variants: Object.fromEntries(dialects) }) }];
    },
  );
  return JSON.parse(JSON.stringify({ id, title, description: source, kinds: Object.fromEntries(own) }));
}

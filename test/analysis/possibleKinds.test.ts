import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Possible, possibleKinds, simplifyCondition } from '../../server/src/analysis/possibleKinds';
import { families } from '../../server/src/families';
import type { Family } from '../../server/src/model/family';
import type { Condition } from '../../server/src/model/kind';
import { compileCondition } from '../../server/src/rules/compileCondition';
import { parsePointer } from '../../server/src/text/jsonPointer';
import { examples } from '../kit/examples';
import { allKinds, kindById } from '../kit/testContext';

test('few kinds are left for an envelope', () => {
  const left = examples.map(({ value }) => possibleKinds(value, families).length);
  expect(Math.max(...left)).toBeLessThan(allKinds.length / 2);
  const [own] = possibleKinds({ quarantined_at: '', reason: '', errors: [], call: {} }, families);
  expect(own?.kind).toBe(kindById('toolcall/quarantined-call'));
});

const namesIn = (all: readonly Possible[]) => all.map(({ variant, base, most }) => [variant.id, base, most]);

describe('what is remembered of root keys', () => {
  const value = examples[0]?.value ?? {};
  // A list of its own, for what is remembered hangs on it.
  const own: Family[] = [...families];

  test('is the same for values of the same keys', () => {
    expect(possibleKinds({ ...value }, own)).toBe(possibleKinds({ ...value }, own));
  });

  test('does not grow with keys that no kind knows', () => {
    const strange = (n: number) => ({ ...value, [`k${n}`]: 0 });
    expect(possibleKinds(strange(1), own)).toBe(possibleKinds(strange(2), own));
  });

  test('does not grow with the number of keys', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, 0]));
    expect(possibleKinds(many, own)).not.toBe(possibleKinds(many, own));
    expect(namesIn(possibleKinds(many, own))).toEqual(namesIn(possibleKinds({ ...many }, own)));
  });
});

test('a condition and what is left of it come to the same', () => {
  const pointer = fc.constantFrom('/a', '/b', '/c', '/a/x', '/b/y', '');
  const { condition } = fc.letrec<{ condition: Condition }>(tie => ({
    condition: fc.oneof(
      { maxDepth: 3 },
      pointer,
      pointer.map(at => ({ at, is: [1] })),
      pointer.map(at => ({ at, type: 'object' as const })),
      pointer.map(at => ({ at, startsWith: 't' })),
      pointer.map(at => ({ at, endsWith: 't' })),
      pointer.map(at => ({ at, keyWord: ['x'] })),
      pointer.map(at => ({ at, each: '/x' })),
      pointer.map(at => ({ at, some: '/x' })),
      fc.array(tie('condition'), { maxLength: 3 }).map(all => ({ all })),
      fc.array(tie('condition'), { maxLength: 3 }).map(any => ({ any })),
      fc.tuple(fc.integer({ min: 0, max: 3 }), fc.array(tie('condition'), { maxLength: 4 })).map(([atLeast, of]) => ({
        atLeast,
        of,
      })),
      tie('condition').map(not => ({ not })),
    ),
  }));
  const member = fc.constantFrom(1, 't', null, [], [{ x: 1 }], {}, { x: 1 }, { y: { x: 1 } });
  const value = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), member);
  const property = fc.property(condition, value, (whole, one) => {
    const rest = simplifyCondition(whole, new Set(Object.keys(one)));
    expect(typeof rest === 'boolean' ? rest : compileCondition(rest)(one)).toBe(compileCondition(whole)(one));
  });
  fc.assert(property, { numRuns: 500 });
});

test('every pointer of a signature begins with a key', () => {
  const pointers = allKinds.flatMap(kind =>
    (kind.variants ?? [kind]).flatMap(({ signature }) => Object.keys(signature.keys)),
  );
  expect(pointers.filter(pointer => parsePointer(pointer).length === 0)).toEqual([]);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { valueDifferences } from '../../../server/src/features/replay/envelopeDifference';
import { sixteenth } from '../../kit/amount';
import { inMegabytesParsed, superlinearity } from '../../kit/timing';
import { shown } from './differences';

test('very long lists and very deep values are compared in about the time of their size', () => {
  const list = (start: number, length = 10_000) => Array.from({ length }, (_, place) => start + place);
  const nested = (inner: string) => JSON.parse(`${'{"a":'.repeat(5000)}${inner}${'}'.repeat(5000)}`);
  expect(valueDifferences({ list: list(0) }, { list: list(1) })).toHaveLength(10_000);
  expect(valueDifferences({ list: list(0) }, { list: { '#': 1 } }).length).toBeGreaterThan(0);
  expect(valueDifferences(nested('1'), nested('2'))).toHaveLength(1);
  expect(valueDifferences(list(0, 60_000), list(1, 2)).map(shown)).toEqual([
    ': too many to be compared: 60,001 values -> 3 values',
  ]);
  const compareLists = (length: number) => valueDifferences({ list: list(0, length) }, { list: list(1, length) });
  expect(superlinearity(compareLists, 10_000)).toBeLessThan(5);
  const deep = inMegabytesParsed(2, () => valueDifferences(nested('1'), nested('2')));
  expect(deep).toBeLessThan(50);
});

describe('whatever values there are', () => {
  const anyValue = fc.jsonValue({ maxDepth: 4 });

  test('there are rows where they differ, and only there', () => {
    const named = fc.letrec(tie => ({
      value: fc.oneof({ maxDepth: 3 }, fc.constantFrom(null, 1, 'a', true), tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 4 }),
      object: fc.array(fc.tuple(fc.constantFrom('id', '__proto__', 'constructor', '_t', 'a'), tie('value')), {
        maxLength: 4,
      }),
    }));
    // As text, since only so an object has a member of the name `__proto__`.
    const textOf = (value: unknown): string => {
      if (!Array.isArray(value)) return JSON.stringify(value);
      const isObject =
        value.length > 0 && value.every(one => Array.isArray(one) && one.length === 2 && typeof one[0] === 'string');
      if (!isObject) return `[${value.map(textOf).join(',')}]`;
      return `{${value.map(([name, member]) => `${JSON.stringify(name)}:${textOf(member)}`).join(',')}}`;
    };
    fc.assert(
      fc.property(named.value, named.value, (one, other) => {
        const [first, second] = [JSON.parse(textOf(one)), JSON.parse(textOf(other))];
        expect(valueDifferences(first, first)).toEqual([]);
        expect(valueDifferences(first, second).length === 0).toBe(canonical(first) === canonical(second));
      }),
      { numRuns: sixteenth(150) },
    );
  });

  test('of objects the rows are those that a plain walk finds', () => {
    const anyObject = fc.dictionary(fc.stringMatching(/^[a-c~/]{1,2}$/), anyValue, { maxKeys: 6 });
    fc.assert(
      fc.property(anyObject, anyObject, (one, other) => {
        const paths = valueDifferences(one, other).map(({ path }) => path.split('/')[1]);
        const expected = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
          name => canonical(one[name]) !== canonical(other[name]),
        );
        const names = [...new Set(paths)].sort();
        expect(names).toEqual(expected.map(name => name.replaceAll('~', '~0').replaceAll('/', '~1')).sort());
      }),
    );
  });
});

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return value === undefined ? 'nothing' : JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map(name => `${JSON.stringify(name)}:${canonical((value as Record<string, unknown>)[name])}`).join(',')}}`;
}

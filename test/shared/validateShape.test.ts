import { describe, expect, test } from 'vitest';
import {
  hasFields,
  isCount,
  isJsonObject,
  isListOf,
  isNumber,
  isOneOf,
  isRecord,
  isText,
  isTextUpTo,
  optional,
  type Shape,
  type Shaped,
} from '../../server/src/shared/validateShape';

const isPerson = hasFields({ name: isText, age: optional(isCount), kind: isOneOf('human', 'agent') });

test.each<[string, Shape, unknown, boolean]>([
  ['a text', isText, '', true],
  ['a number for a text', isText, 1, false],
  ['a text that is too long', isTextUpTo(2), 'abc', false],
  ['a count', isCount, 0, true],
  ['a negative count', isCount, -1, false],
  ['a count beyond the safe integers', isCount, 2 ** 53, false],
  ['no number', isNumber, Number.NaN, false],
  ['a list for an object', isJsonObject, [], false],
  ['null for an object', isJsonObject, null, false],
  ['a list', isListOf(isText), ['a'], true],
  ['a list with another item', isListOf(isText), ['a', 1], false],
  ['an object with fields, and others', isPerson, { name: 'a', kind: 'human', more: 1 }, true],
  ['an optional field of another type', isPerson, { name: 'a', kind: 'human', age: 'x' }, false],
  ['a field that is missing', isPerson, { name: 'a' }, false],
  ['a closed record with another property', isRecord<object>({ required: {}, optional: {} }), { more: 1 }, false],
])('%s', (_, shape, value, fits) => {
  expect(shape(value)).toBe(fits);
});

describe('a shape', () => {
  test('says what fits', () => {
    expect(optional(isText).is).toBe('a string, or absent');
    expect(isPerson.is).toBe('an object with "name", "age", "kind"');
    expect(isOneOf('a', 'b').is).toBe('one of a, b');
  });

  test('gives the type of its values', () => {
    const person: Shaped<typeof isPerson> = { name: 'a', kind: 'human' };
    // @ts-expect-error: nobody is of this kind
    const other: Shaped<typeof isPerson> = { ...person, kind: 'dog' };
    expect([isPerson(person), isPerson(other)]).toEqual([true, false]);
  });
});

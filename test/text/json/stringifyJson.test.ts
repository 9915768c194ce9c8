import { describe, expect, test } from 'vitest';
import { stringifyJson } from '../../../server/src/text/json/losslessJson';

describe('the text of a value', () => {
  test.each([[{ a: [1, null, 'x'] }], ['x'], [null], [JSON.parse('{"__proto__":{"x":1}}')]])('%j', value => {
    expect(stringifyJson(value)).toBe(JSON.stringify(value));
    expect(stringifyJson(value, 2)).toBe(JSON.stringify(value, null, 2));
  });

  test('of any depth, without what is too deep', () => {
    const depth = 100_000;
    const value = JSON.parse(`{"before":1,"deep":${'[{"__proto__":'.repeat(depth)}1${'}]'.repeat(depth)},"after":2}`);
    const { before, deep, after } = JSON.parse(stringifyJson(value));
    expect([before, after]).toEqual([1, 2]);
    let levels = 0;
    for (let here = deep; Array.isArray(here); here = Object.values(here[0] ?? {})[0]) levels++;
    expect(levels).toBeGreaterThan(100);
    expect(stringifyJson(value)).toContain('"…"');
  });
});

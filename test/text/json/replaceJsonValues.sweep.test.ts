import { describe, expect, test } from 'vitest';
import { named } from '../namedTexts';

describe('values of JSON are replaced', () => {
  test('however deep they are', () => {
    const deep = `${'['.repeat(100_000)}"a"${']'.repeat(100_000)}`;
    expect(named(deep)).toBe(deep.replace('"a"', '":a"'));
  });
});

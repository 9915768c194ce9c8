import { describe, expect, test } from 'vitest';
import { replacedJson } from '../../server/src/text/replacedJson';

describe('values of JSON are replaced', () => {
  /** Tells the name of each text, and covers what is called `x`. */
  function named(text: string): string {
    return replacedJson(text, {
      covers: name => name === 'x',
      cover: value => `[${value.length}]`,
      string: (one, name) => `${name}:${one}`,
    });
  }

  test('however deep they are', () => {
    const deep = `${'['.repeat(100_000)}"a"${']'.repeat(100_000)}`;
    expect(named(deep)).toBe(deep.replace('"a"', '":a"'));
  });
});

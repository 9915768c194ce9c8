import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadStore, saveStore } from '../../server/src/workspace/indexStore';
import { folder } from '../cli/run';
import { sixteenth } from '../kit/amount';

describe('indexStore', () => {
  const leaf = fc.oneof(
    fc.bigInt(),
    fc.string(),
    fc.string().map(text => `\0${text}`),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  );
  const { any } = fc.letrec(tie => ({
    any: fc.oneof(leaf, fc.array(tie('any')), fc.dictionary(fc.string(), tie('any'), { noNullPrototype: true })),
  }));

  test('gives back any values', () => {
    const place = folder({});
    fc.assert(
      fc.property(any, fc.array(fc.array(any)), (head, sections) => {
        saveStore(place, '1', { head, sections });
        expect(loadedFrom(place)).toEqual({ head, sections });
      }),
      { numRuns: sixteenth(25) },
    );
  });
});

function loadedFrom(place: string) {
  const stored = loadStore(place, '1');
  return stored && { head: stored.head, sections: stored.sections.map(section => section.values()) };
}

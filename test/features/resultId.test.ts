import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rememberedResultId, resultId } from '../../server/src/features/diagnostics';

const at = (character: number) => ({
  range: { start: { line: 0, character }, end: { line: 0, character: 9 } },
  message: 'Unknown agent.',
});

const kept = [[], [at(1)], [at(1), at(2)]];
const made = fc.array(fc.integer({ min: 1, max: 3 }).map(at), { maxLength: 2 });

test('remembered ids are those that diagnostics have by themselves, of lists that are kept and of new ones', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...kept), made), { maxLength: 12 }), lists => {
      const remembered = rememberedResultId();
      for (const items of lists) expect(remembered(items)).toBe(resultId(items));
    }),
  );
});

test('diagnostics that differ have different ids', () => {
  const remembered = rememberedResultId();
  const ids = [[], [at(1)], [at(2)], [at(1), at(2)], [at(2), at(1)]].map(remembered);
  expect(new Set(ids).size).toBe(ids.length);
});

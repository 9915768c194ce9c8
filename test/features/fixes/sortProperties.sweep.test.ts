import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sixteenth } from '../../kit/amount';
import { nearlyEnvelope } from '../../kit/arbitraries';
import { sorted } from './sortedProperties';

test('whatever an envelope holds, nothing but the order changes', () => {
  fc.assert(
    fc.property(nearlyEnvelope, fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      const after = sorted('a.json', text);
      expect(JSON.parse(after)).toEqual(value);
      expect([...after].sort().join('')).toBe([...text].sort().join(''));
      expect(sorted('a.json', after)).toBe(after);
    }),
    { numRuns: sixteenth(100) },
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { globFilter } from '../../server/src/workspace/globFilter';
import { inMegabytesParsed } from '../kit/timing';

test('what passes for a glob is soon held against a path', () => {
  const piece = fc.constantFrom('*', '**', '/', 'a', '?', '+(a)', '{a,b}', '[ab]', '!', '@(a|b)', '(', ')');
  const path = `${'a'.repeat(60)}/${'a/'.repeat(20)}b`;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), pieces => {
      const took = inMegabytesParsed(1, () => globFilter([pieces.join('')], []).takesFile('', path));
      expect(took).toBeLessThan(100);
    }),
    { numRuns: 300 },
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { globFilter } from '../../server/src/workspace/globFilter';

test('what passes for a glob is soon held against a path', () => {
  const piece = fc.constantFrom('*', '**', '/', 'a', '?', '+(a)', '{a,b}', '[ab]', '!', '@(a|b)', '(', ')');
  const path = `${'a'.repeat(60)}/${'a/'.repeat(20)}b`;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), pieces => {
      const begin = performance.now();
      globFilter([pieces.join('')], []).takesFile('', path);
      expect(performance.now() - begin).toBeLessThan(2000);
    }),
    { numRuns: 300 },
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundedPattern } from '../../server/src/text/boundedPattern';
import { sixteenth } from '../kit/amount';
import { inMegabytesParsed } from '../kit/timing';

test('whatever is accepted ends soon, of texts that are made of what is in it', () => {
  const { pattern } = fc.letrec<{ pattern: string; piece: string; sequence: string }>(tie => ({
    piece: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('a', 'b', '[ab]', '\\w', '.', '[^b]', '$', '\\b', '\\p{L}'),
      fc
        .tuple(
          fc.constantFrom('', '?:', '?=', '?!'),
          tie('pattern'),
          fc.constantFrom('', '*', '+', '?', '{2}', '*?', '{0,3}'),
        )
        .map(([sign, inner, times]) => `(${sign}${inner})${sign.length === 2 && sign !== '?:' ? '' : times}`),
      fc
        .tuple(fc.constantFrom('a', '.', '[ab]', 'b'), fc.constantFrom('*', '+', '*?', '{1,20}'))
        .map(one => one.join('')),
    ),
    sequence: fc.array(tie('piece'), { minLength: 1, maxLength: 4 }).map(all => all.join('')),
    pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 2 }).map(all => all.join('|')),
  }));
  const end = fc.constantFrom('$', 'c', '!', '');
  const text = fc.tuple(fc.constantFrom('a', 'b', 'ab', 'aab', 'abb', ' '), fc.constantFrom('', '!', 'c', 'b'));
  fc.assert(
    fc.property(fc.constantFrom('', '^'), pattern, end, text, (start, middle, finish, [unit, last]) => {
      const bounded = boundedPattern(`${start}(?:${middle})${finish}`);
      const length = Math.min(bounded?.longest ?? 0, 20_000);
      const nearly = unit.repeat((length - last.length) / unit.length + 1).slice(0, length - last.length) + last;
      if (bounded) expect(inMegabytesParsed(1, () => bounded.test(nearly))).toBeLessThan(100);
    }),
    { numRuns: sixteenth(300) },
  );
});

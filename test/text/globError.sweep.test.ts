import fc from 'fast-check';
import picomatch from 'picomatch';
import { expect, test } from 'vitest';
import { globError, globMatcher } from '../../server/src/text/glob';
import { sixteenth } from '../kit/amount';
import { inMegabytesParsed } from '../kit/timing';

const piece = fc.constantFrom(
  '*',
  '**',
  '/',
  '/',
  'a',
  'b',
  'ab',
  '?',
  '{a,b}',
  '{a/b,b?}',
  '[ab]',
  '[^a]',
  '.',
  '\\*',
  '(',
  ' ',
);
const glob = fc.array(piece, { minLength: 1, maxLength: 8 }).map(pieces => pieces.join(''));
const path = fc
  .array(fc.array(fc.constantFrom('a', 'b', 'ab', '.', '*', '(', ' '), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 4,
  })
  .map(steps => steps.map(step => step.join('')).join('/'));

test('what passes for a glob means what it means to others', () => {
  fc.assert(
    fc.property(glob, path, (glob, path) => {
      // What others read differently among themselves: stars beside other characters, empty steps, parentheses, steps of dots.
      fc.pre(globError(glob) === undefined && !/[^/]\*\*|\*\*[^/]|\/\/|\/$|\(|(^|\/)\.*(\/|$)/.test(glob));
      fc.pre(!/(^|\/)\.+(\/|$)/.test(path));
      // Its fast path for `*.*` wants a character behind the dot; its parser does not.
      const isMatch = picomatch.isMatch(path, glob, { dot: true, fastpaths: false });
      expect([glob, path, globMatcher(glob)(path)]).toEqual([glob, path, isMatch]);
    }),
    { numRuns: sixteenth(20_000) },
  );
});

const stars = ['*a'.repeat(120), '**/a/'.repeat(120), '*[a-b]'.repeat(100), '?*'.repeat(200), '{*a,*b}*a*a*a*a*a*b'];

test('what passes for a glob is soon held against a path', () => {
  const path = `${'a'.repeat(250)}/${'a/'.repeat(1000)}c`;
  const hard = fc.constantFrom(...stars.flatMap(one => [one, `${one}d`]));
  fc.assert(
    fc.property(fc.oneof(hard, glob), glob => {
      const fits = globMatcher(glob);
      const took = inMegabytesParsed(1, () => fits(path));
      expect(took).toBeLessThan(10);
    }),
    { numRuns: sixteenth(120) },
  );
});

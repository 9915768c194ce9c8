import fc from 'fast-check';
import { expect, test } from 'vitest';
import { globFault } from '../../server/src/text/globFault';
import { globFilter } from '../../server/src/workspace/globFilter';

test.each([
  '*.json',
  '**/node_modules',
  'logs/**/*.jsonl',
  './runs/*/*',
  '{a,b}/*',
  '!x.json',
  'a\\*b',
  '@(a|b)',
  '.x/*',
])('%s is a glob', glob => expect(globFault(glob)).toBeUndefined());

test.each([
  ['', 'is empty'],
  [' ', 'is empty'],
  ['x'.repeat(1001), 'is too long'],
  ['/logs/*', 'is absolute'],
  ['C:\\logs', 'is absolute'],
  ['~/logs', 'is absolute'],
  ['../x', 'leads out'],
  ['a/../../x', 'leads out'],
  ['logs\\a.json', 'backslash'],
  ['+(a|b*)c', 'forever'],
  ['*(+(a))', 'forever'],
  [`${'*a'.repeat(30)}`, 'forever'],
  [`${'**/a/'.repeat(30)}`, 'forever'],
])('%s is none', (glob, why) => expect(globFault(glob)).toContain(why));

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

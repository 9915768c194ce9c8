import { expect, test } from 'vitest';
import { globFault } from '../../server/src/text/globFault';

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

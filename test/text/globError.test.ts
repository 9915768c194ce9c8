import { expect, test } from 'vitest';
import { globError } from '../../server/src/text/glob';

test.each([
  '*.json',
  '**/node_modules',
  'logs/**/*.jsonl',
  './runs/*/*',
  '{a,b}/*',
  '!x.json',
  'a\\*b',
  'a (1)/*',
  '*a'.repeat(30),
  '**/a/'.repeat(30),
  '.x/*',
])('%s is a glob', glob => expect(globError(glob)).toBeUndefined());

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
  ['+(a|a?)+(a|a?)b', 'group'],
  ['@(a|b)', 'group'],
  ['!(a)', 'group'],
  ['{a,b}'.repeat(20), 'alternatives'],
  ['{1..1000}', 'alternatives'],
])('%s is none', (glob, why) => expect(globError(glob)).toContain(why));

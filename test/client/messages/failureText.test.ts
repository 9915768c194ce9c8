import { expect, test } from 'vitest';
import { failureText, writeFailureText } from '../../../client/src/messages/failureText';

test.each<[string, unknown, string]>([
  ['a sentence stays', new Error('It is gone.'), 'Export Run failed: It is gone.'],
  ['a phrase becomes a sentence', new Error('nothing there'), 'Export Run failed: nothing there.'],
  [
    'without the names of classes',
    new Error('TypeError: x is undefined\n  at y'),
    'Export Run failed: x is undefined.',
  ],
  ['a value that is not an error', 'no', 'Export Run failed: no.'],
  ['nothing', new Error(''), 'Export Run failed: the reason is unknown; see the log.'],
])('describes the failed action: %s', (_, error, told) => {
  expect(failureText('Export Run', error)).toBe(told);
});

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each<[string, unknown, RegExp]>([
  ['read-only', withCode('Unknown', "EROFS: read-only file system, open '/x'"), /read-only\. Choose another folder\.$/],
  ['full', withCode('ENOSPC', 'no space left on device'), /the disk is full\. Free some space/],
  [
    'not permitted, with any code of VS Code',
    withCode('NoPermissions', "EPERM: operation not permitted, mkdir '/work/specs'"),
    /permission is denied\. Check who may write/,
  ],
  ['denied', withCode('EACCES', 'permission denied'), /permission is denied/],
  ['below a file', withCode('FileNotADirectory', 'x'), /a part of its path is a file/],
  ['something else', new Error('the moon is full\nat night'), /^a\.json can't be written: the moon is full$/],
])('explains why a file can not be written: %s', (_, error, told) => {
  expect(writeFailureText(error, 'a.json')).toMatch(told);
  expect(writeFailureText(error, 'a.json')).toMatch(/^a\.json can't be written: /);
  expect(writeFailureText(error, 'a.json')).not.toContain('\n');
});

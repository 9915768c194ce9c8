import { expect, test } from 'vitest';
import { isRedacting, redactionText } from '../../../client/webview/shell/ExportDialog';
import type { Redactions } from '../../../server/src/shared/lspExtensions';
import { parsePropertyNames } from '../../../server/src/shared/redactionChoices';

test.each<[string, string[]]>([
  ['', []],
  [' , ,', []],
  ['customer, session id ,customer', ['customer', 'session id']],
  ['one\ntwo', ['one', 'two']],
  ['__proto__', ['__proto__']],
])('the names in %j', (text, names) => {
  expect(parsePropertyNames(text)).toEqual(names);
});

test('limits the number of names', () => {
  expect(parsePropertyNames(Array.from({ length: 5000 }, (_, index) => `name${index}`).join(','))).toHaveLength(100);
});

test.each<[Partial<Redactions>, string]>([
  [{ counts: [] }, 'Nothing to redact was found.'],
  [{ counts: [{ what: 'path', count: 0 }] }, 'Nothing to redact was found.'],
  [{ counts: [{ what: 'email', count: 1 }] }, 'Redacts 1 e-mail address.'],
  [
    {
      counts: [
        { what: 'path', count: 12 },
        { what: 'secret', count: 2 },
        { what: 'word', count: 1 },
        { what: 'field', count: 1 },
      ],
    },
    'Redacts 12 paths, 2 keys and tokens, 1 long random word and 1 property.',
  ],
  [
    { counts: [{ what: 'path', count: 1 }], looked: 500 },
    'Redacts 1 path in the first 500 steps; the rest is redacted when it is written.',
  ],
])('the redactions: %#', (told, words) => {
  expect(redactionText({ counts: [], samples: [], ...told })).toBe(words);
});

test('redacts only if something is selected', () => {
  const nothing = { paths: false, emails: false, secrets: false, fields: [] };
  expect(isRedacting(nothing)).toBe(false);
  expect(isRedacting({ ...nothing, fields: ['a'] })).toBe(true);
  expect(isRedacting({ ...nothing, personal: true })).toBe(true);
  expect(isRedacting({ ...nothing, words: true })).toBe(true);
});

import { expect, test } from 'vitest';
import { normalizeFolderUri, normalizeUri } from '../../server/src/text/normalizeUri';
import { URI_SPELLINGS } from '../kit/uriSpellings';

const PATHS = [`/a (b)+c@d/log (1)'!.jsonl`, '/zoë/100%/[x]#{y}?.json', '/plain/a-b_c.json', '/x:y/$&*,;=.md'];

test.each(PATHS)('however clients spell %s, it is one', path => {
  const spellings = Object.values(URI_SPELLINGS).map(spelled => normalizeUri(spelled(path)));
  expect([...new Set(spellings)]).toHaveLength(1);
});

test.each([
  ['file:///c%3A/work/a.json', ['file:///C:/work/a.json', 'file:///c:/work/a.json', 'file:///C%3a/work/a.json']],
  ['file:///c%3A/work/a.json', ['file:/C:/work/a.json']],
  ['file://server/share/a%2Bb.json', ['file://server/share/a+b.json', 'file://SERVER/share/a%2bb.json']],
  ['file:///work/a.json', ['file://localhost/work/a.json', 'file:/work/a.json']],
  ['untitled:Untitled-1', ['untitled:Untitled-1']],
  ['vscode-vfs://github/owner/name/a%20b.json', ['vscode-vfs://github/owner/name/a b.json']],
])('%s', (normal, spellings) => {
  expect(spellings.map(spelled => normalizeUri(spelled))).toEqual(spellings.map(() => normal));
  expect(normalizeUri(normal)).toBe(normal);
});

test('two slashes begin a network share on Windows, and are one elsewhere', () => {
  expect(normalizeUri('file:////server/share/a.json', true)).toBe('file://server/share/a.json');
  expect(normalizeUri('file:////work/a.json', false)).toBe('file:///work/a.json');
});

test('what is no URI stays as it is', () => {
  const texts = ['', 'a b', '1:2.json', '/work/(a).json', 'message', 'none'];
  expect(texts.map(text => normalizeUri(text))).toEqual(texts);
});

test('a folder has no slash at its end', () => {
  expect(normalizeFolderUri('file:///C:/a%20(b)/')).toBe('file:///c%3A/a%20%28b%29');
  expect(normalizeFolderUri('file:///')).toBe('file://');
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { syncDisk } from '../../server/src/workspace/nodeDisk';
import { temporaryFolder } from '../kit/temporaryFolder';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder({ 'a.json': 'a', 'b.json': 'b', 'sub/c.json': 'c' });
});
afterEach(() => folder.dispose());

const namesIn = (disk: ReturnType<typeof syncDisk>, uri: string) => [...(disk.list(uri) ?? [])].map(([name]) => name);

test('what has changed inside is read anew, and nothing else', () => {
  const disk = syncDisk([]);
  const [a, b, c] = ['a.json', 'b.json', 'sub/c.json'].map(folder.uriOf) as [string, string, string];
  expect([disk.text(a), disk.text(b)]).toEqual(['a', 'b']);
  folder.write('a.json', 'A');
  folder.write('b.json', 'B');
  expect([disk.text(a), disk.text(b)]).toEqual(['a', 'b']);
  expect(disk.changed(a, true)).toBe(true);
  expect([disk.text(a), disk.text(b)]).toEqual(['A', 'b']);
  // Nobody asked for it.
  expect(disk.changed(c, true)).toBe(false);
});

test('what comes and goes is listed anew, with the folders around it and all in it', () => {
  const disk = syncDisk([]);
  const [sub, c, deep] = ['sub', 'sub/c.json', 'new/deep/d.json'].map(folder.uriOf) as [string, string, string];
  expect(namesIn(disk, folder.uri).sort()).toEqual(['a.json', 'b.json', 'sub']);
  expect([disk.text(c), disk.text(deep), namesIn(disk, sub)]).toEqual(['c', null, ['c.json']]);
  folder.remove('sub');
  folder.write('new/deep/d.json', 'd');
  expect(disk.changed(sub)).toBe(true);
  expect([disk.text(c), disk.list(sub)]).toEqual([null, null]);
  expect(disk.changed(deep)).toBe(true);
  expect(disk.text(deep)).toBe('d');
  expect(namesIn(disk, folder.uri).sort()).toEqual(['a.json', 'b.json', 'new']);
});

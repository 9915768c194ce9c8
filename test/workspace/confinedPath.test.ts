import { realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { confinedPath } from '../../server/src/workspace/confinedPath';
import { temporaryFolder } from '../kit/temporaryFolder';

const folder = temporaryFolder({ 'in/a/b.json': '', 'also/c.json': '', 'out/d.json': '' });
afterAll(folder.dispose);
const root = realpathSync(folder.path);
const links: [file: string, target: string][] = [
  ['in/b.json', 'a/b.json'],
  ['in/x', 'a'],
  ['in/absolute.json', join(root, 'in/a/b.json')],
  ['in/twice.json', 'x/b.json'],
  ['in/around.json', '../in/a/b.json'],
  ['in/other', '../also'],
  ['in/d.json', '../out/d.json'],
  ['in/up', '..'],
  ['in/far', '/nowhere/at/all'],
  ['in/gone.json', 'a/gone.json'],
  ['in/loop', 'loop'],
  ['in/ping', 'pong'],
  ['in/pong', 'ping'],
  ['entry', 'in'],
];
for (const [file, target] of links) symlinkSync(target, join(root, file));
const confined = (path: string) =>
  confinedPath(
    join(root, path),
    ['in', 'also', 'entry'].map(one => join(root, one)),
  )?.slice(root.length + 1);

test.each([
  ['in/a/b.json', 'in/a/b.json'],
  ['in', 'in'],
  ['in/b.json', 'in/a/b.json'],
  ['in/x/b.json', 'in/a/b.json'],
  ['in/absolute.json', 'in/a/b.json'],
  ['in/twice.json', 'in/a/b.json'],
  ['in/around.json', 'in/a/b.json'],
  ['in/other/c.json', 'also/c.json'],
  ['in/d.json', undefined],
  ['in/up', undefined],
  ['in/up/out/d.json', undefined],
  ['in/up/in/a/b.json', 'in/a/b.json'],
  ['in/far', undefined],
  ['entry/b.json', 'entry/a/b.json'],
  ['entry/absolute.json', 'in/a/b.json'],
  ['out/d.json', 'out/d.json'],
])('%s is %s', (path, is) => expect(confined(path)).toBe(is));

test.each(['in/gone.json', 'in/none', 'in/loop', 'in/ping', 'in/a/b.json/c'])('%s is not there', path => {
  expect(() => confined(path)).toThrow();
});

import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { walk } from '../../server/src/workspace/walk';
import { folder } from './run';

const endings = ['.json', '.md'];

function paths(cwd: string, ...args: string[]): string[] {
  return [...walk(args, { cwd, endings })].map(file => ('fault' in file ? `${file.path} ${file.fault}` : file.path));
}

const tree = {
  'b.json': '{}',
  'a.md': '',
  'notes.txt': '',
  '.workflow/run/one.json': '{}',
  'sub/c.JSON': '{}',
  'sub/node_modules/p/d.json': '{}',
  'sub/node_modules/p/node_modules/q/e.json': '{}',
  '.git/f.json': '{}',
};

describe('walk', () => {
  test.each([
    { args: ['.'], found: ['a.md', 'b.json', '.workflow/run/one.json', 'sub/c.JSON'] },
    { args: ['sub/'], found: ['sub/c.JSON'] },
    { args: ['.workflow'], found: ['.workflow/run/one.json'] },
    {
      args: ['sub/node_modules'],
      found: ['sub/node_modules/p/d.json', 'sub/node_modules/p/node_modules/q/e.json'],
    },
    { args: ['sub/node_modules/p/d.json'], found: ['sub/node_modules/p/d.json'] },
    { args: ['.git'], found: ['.git/f.json'] },
    { args: ['b.json', './b.json', '.', 'sub'], found: ['b.json', 'a.md', '.workflow/run/one.json', 'sub/c.JSON'] },
    { args: ['./b.json'], found: ['./b.json'] },
  ])('finds $found in $args', ({ args, found }) => {
    expect(paths(folder(tree), ...args)).toEqual(found);
  });

  test('yields absolute URIs, and the path as it was given', () => {
    const root = folder({ 'a b/x#.json': '{}' });
    const [file] = walk(['a b'], { cwd: root, endings });
    expect(file).toEqual({ path: 'a b/x#.json', uri: pathToFileURL(join(root, 'a b/x#.json')).href, text: '{}' });
    expect(paths('/', join(root, 'a b'))).toEqual([join(root, 'a b/x#.json')]);
  });

  test.each([
    ['', '"" names nothing; give a file, a folder, or "." for this folder.'],
    ['gone.json', 'gone.json is not there (any more); check the name, or run again if it was just removed.'],
    ['b.json/x.json', 'b.json/x.json is not there: part of its path is a file; check the name.'],
    ['notes.txt', 'notes.txt ".txt" is no ending that is understood; these are: .json .md (or pipe it into "-").'],
    ['Makefile', 'Makefile "Makefile" is no ending that is understood; these are: .json .md (or pipe it into "-").'],
    ['loop.json', 'loop.json is a link that leads to itself; name the file that is meant.'],
  ])('says of "%s" what is wrong and how to go on', (path, fault) => {
    const root = folder({ ...tree, Makefile: '' });
    symlinkSync('loop.json', join(root, 'loop.json'));
    expect(paths(root, path)).toEqual([fault]);
  });

  test('a file that vanishes on the way is one fault, and the walk goes on', () => {
    const root = folder({ 'a.json': '', 'b.json': '', 'c.json': '' });
    const found = walk(['.'], { cwd: root, endings });
    found.next();
    rmSync(join(root, 'b.json'));
    expect([...found]).toMatchObject([{ path: 'b.json', fault: /not there/ }, { path: 'c.json' }].map(expectable));
  });

  test('follows links, once, and never back up', () => {
    const root = folder({ 'in/a.json': '', 'in/deep/b.json': '', 'out/c.json': '', 'out/node_modules/d.json': '' });
    const links: [target: string, at: string][] = [
      ['..', 'in/deep/up'],
      ['.', 'in/self'],
      ['../out', 'in/other'],
      ['../in', 'out/back'],
      ['/', 'in/root'],
      ['a.json', 'in/z.json'],
      ['nowhere', 'in/.#a.json'],
      ['../out/node_modules', 'in/deps'],
    ];
    for (const [target, at] of links) symlinkSync(target, join(root, at));
    expect(paths(root, 'in')).toEqual(['in/a.json', 'in/deep/b.json', 'in/other/c.json']);
    expect(paths(root, 'in/z.json', 'in/a.json')).toEqual(['in/z.json']);
  });

  test.skipIf(process.platform === 'win32')('passes over what is no file, and never waits for it', () => {
    const root = folder({ 'a.json': '' });
    execFileSync('mkfifo', [join(root, 'pipe.json')]);
    expect(paths(root, '.')).toEqual(['a.json']);
    expect(paths(root, 'pipe.json')).toEqual(['pipe.json is neither a file nor a folder; name one of these.']);
  });

  test.each([
    ['a byte order mark', Buffer.from('\uFEFF{}'), '{}'],
    ['CRLF', Buffer.from('{\r\n}\r\n'), '{\r\n}\r\n'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x00, 0x7d]), '{\uFFFD\0}'],
  ])('reads %s', (_, bytes, text) => {
    expect([...walk(['.'], { cwd: folder({ 'a.json': bytes }), endings })]).toMatchObject([{ text }]);
  });
});

function expectable(file: { path: string; fault?: RegExp }) {
  return file.fault ? { path: file.path, fault: expect.stringMatching(file.fault) } : file;
}

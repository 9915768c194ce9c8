import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { walkFiles } from '../../../server/src/workspace/walkFiles';
import { folder, run } from '../run';

const endings = ['.json', '.md'];

function paths(cwd: string, ...args: string[]): string[] {
  return [...walkFiles(args, { cwd, endings })].map(file =>
    'fault' in file ? `${file.path} ${file.fault}` : file.path,
  );
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
    const [file] = walkFiles(['a b'], { cwd: root, endings });
    expect(file).toEqual({ path: 'a b/x#.json', uri: pathToFileURL(join(root, 'a b/x#.json')).href, text: '{}' });
    expect(paths('/', join(root, 'a b'))).toEqual([join(root, 'a b/x#.json')]);
  });

  test.each([
    ['', '"" names nothing; give a file, a folder, or "." for this folder.'],
    ['gone.json', 'gone.json does not exist; check the name.'],
    ['b.json/x.json', 'b.json/x.json does not exist: part of its path is a file; check the name.'],
    ['notes.txt', 'notes.txt ".txt" is not a supported file extension; use one of .json .md (or pipe it into "-").'],
    ['Makefile', 'Makefile "Makefile" is not a supported file extension; use one of .json .md (or pipe it into "-").'],
    ['loop.json', 'loop.json is a link that leads to itself; name the file that is meant.'],
  ])('says of "%s" what is wrong and how to go on', (path, fault) => {
    const root = folder({ ...tree, Makefile: '' });
    symlinkSync('loop.json', join(root, 'loop.json'));
    expect(paths(root, path)).toEqual([fault]);
  });

  test('a file that vanishes on the way is one fault, and the walk goes on', () => {
    const root = folder({ 'a.json': '', 'b.json': '', 'c.json': '' });
    const found = walkFiles(['.'], { cwd: root, endings });
    found.next();
    rmSync(join(root, 'b.json'));
    expect([...found]).toMatchObject([{ path: 'b.json', fault: /does not exist/ }, { path: 'c.json' }].map(expectable));
  });

  test('follows no link that it meets, and names the first of those that lead out', () => {
    const root = folder({ 'in/a.json': '', 'in/deep/b.json': '', 'out/c.json': '', 'out/node_modules/d.json': '' });
    const links: [target: string, at: string][] = [
      ['..', 'in/deep/up'],
      ['.', 'in/self'],
      ['../out', 'in/other'],
      ['../in', 'out/back'],
      ['/', 'in/root'],
      ['a.json', 'in/z.json'],
      ['nowhere', 'in/.#a.json'],
      ['../out/c.json', 'in/c.txt'],
      ['../out/node_modules', 'in/node_modules'],
    ];
    for (const [target, at] of links) symlinkSync(target, join(root, at));
    const note =
      'is a link that leads out of the folder, and is not followed, nor is another one; name what it leads to.';
    expect(paths(root, 'in')).toEqual(['in/a.json', 'in/deep/b.json', `in/other ${note}`]);
    expect(paths(root, 'in/z.json', 'in/a.json')).toEqual(['in/z.json']);
  });

  const out = 'is a link that leads out of the folder, and is not followed; name what it leads to.';
  const astray = 'is a link to what is not read in a folder, and is not followed; name what it leads to.';
  test.each([
    { link: 'x.json', target: '../secret.json', found: [`x.json ${out}`] },
    { link: 'x.json', target: 'up/secret.json', found: [`x.json ${out}`] },
    { link: 'x.json', target: '/nowhere/at/all', found: [`x.json ${out}`] },
    { link: 'logs', target: '..', found: [`logs ${out}`] },
    { link: 'logs', target: '../other', found: [`logs ${out}`] },
    { link: 'x.json', target: '.env', found: [`x.json ${astray}`] },
    { link: 'x.json', target: '.git/config', found: [`x.json ${astray}`] },
    { link: 'x.json', target: '.git/kept.json', found: [`x.json ${astray}`] },
    { link: 'x.json', target: 'sub/a.json', found: ['x.json'] },
    { link: 'x.json', target: '../in/sub/a.json', found: ['x.json'] },
    { link: 'logs', target: 'sub', found: ['logs/a.json'] },
  ])('$link -> $target, named by itself: $found', ({ link, target, found }) => {
    const root = folder({
      'secret.json': '',
      'other/b.json': '',
      'in/.env': '',
      'in/.git/config': '',
      'in/.git/kept.json': '',
      'in/sub/a.json': '',
    });
    symlinkSync('..', join(root, 'in/up'));
    symlinkSync(target, join(root, 'in', link));
    expect(paths(join(root, 'in'), link)).toEqual(found);
  });

  test('what leads out by its own name is meant so', () => {
    const root = folder({ 'in/a.json': '', 'out/c.json': '' });
    symlinkSync('out', join(root, 'link'));
    expect(paths(join(root, 'in'), '../link', '../out/c.json')).toEqual(['../link/c.json']);
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
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), '{\uFFFD}'],
    ['a mark of UTF-16 that is not at the start', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), '{\uFFFD\uFFFD}'],
  ])('reads %s', (_, bytes, text) => {
    expect([...walkFiles(['.'], { cwd: folder({ 'a.json': bytes }), endings })]).toMatchObject([{ text }]);
  });
});

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

test.each([
  ['UTF-16', utf16('{}')],
  ['UTF-16 without zeros', utf16('\u4e2d\u6587')],
  ['UTF-16, the other way round', utf16('{}').swap16()],
  ['UTF-16 without a mark', Buffer.from('{"a": 1}', 'utf16le')],
  ['bytes with a zero', Buffer.from([0x7b, 0x00, 0x7d])],
  ['a large file of UTF-16', utf16(`{${' '.repeat(200_000)}}`)],
])('%s is no text: a fault, in files and from standard input', async (_, bytes) => {
  const line = (path: string) =>
    expect.stringMatching(new RegExp(`^agent-envelopes: ${path}: is not UTF-8 text: .*\\n$`));
  const cwd = folder({ 'in/a.json': bytes, 'in/b.json': '{}' });
  expect(await run(['check', 'in'], { cwd })).toMatchObject({ code: 2, err: line('in/a.json') });
  const input = await run(['check', '-', '--stdin-name=i.json'], { cwd, stdin: bytes });
  expect(input).toEqual({ code: 2, out: '', err: line('i.json') });
});

describe('a file of a folder that can not be read', () => {
  const files = { 'in/a.json': '{"bad": 1}', 'in/b.json': Buffer.from([0x7b, 0x00, 0x7d]), 'in/c.json': '{"odd": 1}' };
  const checked = (format: string) => run(['check', 'in', '--format', format], { cwd: folder(files) });

  test('is named, the rest is checked, and the end says so', async () => {
    const { code, out, err } = await checked('pretty');
    expect(code).toBe(2);
    expect(err).toMatch(/^agent-envelopes: in\/b\.json: is not UTF-8 text.*\n$/);
    expect(out).toMatch(
      /^in\/a\.json:1:3 error[\s\S]*\nin\/c\.json:1:3 warning[\s\S]*: 1 error, 1 warning, 1 not checked\n$/,
    );
  });

  test.each([
    ['json', /"unread":\[\{"file":"in\/b\.json","message":"is not UTF-8 text[^"]*"\}\]/],
    ['github', /^::error file=in\/b\.json,title=not checked::is not UTF-8 text/m],
    [
      'sarif',
      /"executionSuccessful":false,"toolExecutionNotifications":\[\{"level":"error","message":\{"text":"in\/b\.json: /,
    ],
  ])('is named in %s too', async (format, told) => {
    const { code, out } = await checked(format);
    expect(code).toBe(2);
    expect(out).toMatch(told);
    expect(out).toMatch(/in\/a\.json[\s\S]*in\/c\.json|in\/c\.json[\s\S]*in\/a\.json/);
  });
});

function expectable(file: { path: string; fault?: RegExp }) {
  return file.fault ? { path: file.path, fault: expect.stringMatching(file.fault) } : file;
}

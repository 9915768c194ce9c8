import { chmodSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FindOptions } from '../../server/src/workspace/fileFilter';
import { findFiles, wouldFind } from '../../server/src/workspace/findFiles';
import { folder } from '../cli/run';
import { found, listedByGit, repository, write } from './listedByGit';

const tree = {
  'a.json': '{}',
  'b.MD': '',
  'c.txt': '',
  '.jsonl': '',
  'runs/one/d.jsonl': '',
  'runs/two/e.ndjson': '',
  'runs/two/e.jsonc': '',
  'deep/node_modules/p/f.json': '',
  '.git/g.json': '',
  '.workflow/h.markdown': '',
};

describe('findFiles', () => {
  const all = ['.workflow/h.markdown', 'a.json', 'b.MD', 'runs/one/d.jsonl', 'runs/two/e.jsonc', 'runs/two/e.ndjson'];
  const hidden = ['.git/g.json', 'deep/node_modules/p/f.json'];

  test.each<[Partial<FindOptions>, string[]]>([
    [{}, all],
    [{ include: [] }, all],
    [{ exclude: [] }, [...hidden, ...all].sort()],
    [{ include: ['runs/**'] }, all.slice(3)],
    [{ include: ['*.json'] }, ['a.json']],
    [{ include: ['./runs/*/*.jsonl', '.workflow/*'] }, ['.workflow/h.markdown', 'runs/one/d.jsonl']],
    [{ include: ['{runs,.workflow}/**'], exclude: ['two'] }, ['.workflow/h.markdown', 'runs/one/d.jsonl']],
    [{ exclude: ['**/.git/**', 'deep/', 'runs/two', '*.MD'] }, ['.workflow/h.markdown', 'a.json', 'runs/one/d.jsonl']],
    [{ exclude: ['**/node_modules', '**/.git', '!a.json'] }, ['a.json']],
  ])('finds with %j what is meant', (options, files) => {
    expect(found(folder(tree), options)).toEqual(files);
  });

  test('passes over what is no glob', () => {
    expect(found(folder(tree), { include: ['', 'x'.repeat(2000)], exclude: ['', '.git', 'deep'] })).toEqual(all);
  });

  test('yields absolute paths, sizes and times', () => {
    const root = folder({ 'a b/x.json': '{"é":1}' });
    const path = join(root, 'a b/x.json');
    expect([...findFiles(root, { useIgnoreFiles: false })]).toEqual([
      { path, size: 8, changedAt: statSync(path).mtimeMs },
    ]);
    expect([...findFiles(`${root}/`, { useIgnoreFiles: true })]).toMatchObject([{ path }]);
  });

  test('follows no link, and names the first of those that lead out', () => {
    const base = folder({
      'in/a.json': '',
      'in/sub/b.json': '',
      'out/c.json': '',
      'out/deep/d.json': '',
      'e.json': '',
    });
    const links: [target: string, at: string][] = [
      ['..', 'in/sub/up'],
      ['.', 'in/self'],
      ['/', 'in/root'],
      ['a.json', 'in/again.json'],
      ['nowhere', 'in/.#a.json'],
      ['loop.json', 'in/loop.json'],
      ['../out', 'in/other'],
      ['../../e.json', 'in/sub/e2.json'],
    ];
    for (const [target, at] of links) symlinkSync(target, join(base, at));
    const root = join(base, 'in');
    const met = [...findFiles(root, { useIgnoreFiles: true })];
    const names = met.map(({ path }) => path.slice(base.length + 1));
    expect(names.slice(0, 2).sort()).toEqual(['in/a.json', 'in/sub/b.json']);
    expect(met.slice(2)).toEqual([
      { path: expect.any(String), fault: expect.stringContaining('2 others'), isNote: true },
    ]);
    for (const link of ['again.json', 'sub/e2.json', 'other/c.json', 'self/a.json']) {
      expect([link, wouldFind(root, join(root, link), { useIgnoreFiles: true })]).toEqual([link, false]);
    }
    symlinkSync('in', join(base, 'entry'));
    expect([...findFiles(join(base, 'entry'), { useIgnoreFiles: false })].length).toBe(3);
  });

  test('says nothing of links to what is left out', () => {
    const base = folder({ 'in/.gitignore': 'logs\n', 'node_modules/a.json': '', 'out/b.json': '' });
    symlinkSync('../out', join(base, 'in/logs'));
    symlinkSync('../out', join(base, 'in/node_modules'));
    symlinkSync('../out/b.json', join(base, 'in/b.txt'));
    expect(found(join(base, 'in'))).toEqual([]);
    expect(found(join(base, 'in'), { useIgnoreFiles: false })).toEqual([expect.stringMatching(/^logs is a link/)]);
  });

  test('what vanishes on the way is passed over', () => {
    const root = folder({ '1.json': '', '2.json': '', '3.json': '', 'sub/4.json': '' });
    const walk = findFiles(root, { useIgnoreFiles: true });
    const { value: first } = walk.next();
    for (const name of ['1.json', '2.json', '3.json']) rmSync(join(root, name));
    rmSync(join(root, 'sub'), { recursive: true });
    expect(first).toMatchObject({ size: 0 });
    expect([...walk]).toEqual([]);
  });

  test.each([
    ['gone', 'does not exist; check the name.'],
    ['a.json', 'does not exist: part of its path is a file; check the name.'],
  ])('a folder that is none is one fault: %s', (name, fault) => {
    const path = join(folder(tree), name);
    expect([...findFiles(path, { useIgnoreFiles: true })]).toEqual([{ path, fault }]);
  });

  test.skipIf(process.getuid?.() === 0)('a folder that may not be read is one fault', () => {
    const root = folder({ 'a.json': '', 'sub/b.json': '' });
    chmodSync(join(root, 'sub'), 0);
    expect(found(root)).toEqual(['a.json', expect.stringMatching(/^sub can't be read: permission denied/)]);
    chmodSync(join(root, 'sub'), 0o700);
  });
});

describe('with ignore files, finds what git does', () => {
  const files = [
    'a.json',
    'b.md',
    'sub/a.json',
    'sub/deep/b.md',
    'sub/deep/log/c.json',
    'log/d.json',
    'log/keep/e.json',
    'build/f.md',
    'sub/build/g.json',
    'x y/h.json',
    '[z]/i.json',
    '!j.json',
    '#k.md',
    'log.json',
    'sub/log.json/l.md',
  ];

  test.each<[string, Record<string, string>]>([
    ['folders, anchors', { '.gitignore': 'log/\n/build\n# no\n\n' }],
    ['a negation', { '.gitignore': '*.json\n!a.json\n!/sub\n' }],
    ['nothing comes back from an ignored folder', { '.gitignore': 'log/\n!log/keep/e.json\n' }],
    [
      'a nested file',
      { '.gitignore': '*.json\n', 'sub/.gitignore': '!*.json\n/deep\n', 'log/.gitignore': '!keep/*\n' },
    ],
    ['a nested file lets a folder in', { '.gitignore': 'deep/\n', 'sub/.gitignore': '!deep/\n' }],
    ['stars', { '.gitignore': '**/deep/**\nlog/**\n!log/keep/\n!log/keep/**\nb?ild\n[!a].md\n' }],
    ['quotes', { '.gitignore': '\\!j.json\n\\#k.md\nx\\ y\n\\[z\\]/\n' }],
    ['spaces and CRLF', { '.gitignore': 'log.json  \r\nbuild/ \r\n' }],
    ['a byte order mark', { '.gitignore': '\uFEFFa.json\n' }],
    ['odd names of folders', { '[z]/.gitignore': '*.json', 'x y/.gitignore': '/h.json' }],
    ['odd patterns', { '.gitignore': '/\n//\n!\n\\\n[\n a.json\n', 'sub/.gitignore': '/\n*/\n' }],
    ['info/exclude', { '.git/info/exclude': 'sub/\nb.md\n', '.gitignore': '!sub/\n' }],
    ['quotes and slashes in names', { '.gitignore': 'a.js\\on\nsub[/]a.json\nsub/dee[p/]/b.md\n' }],
    ['everything', { 'sub/.gitignore': '*\n' }],
  ])('%s', (_, ignoring) => {
    const root = repository([...files]);
    write(root, ignoring);
    expect(found(root)).toEqual(listedByGit(root));
  });

  test('in a folder of a repository, by the rules around it', () => {
    const root = repository(['sub/a.json', 'sub/log/b.json', 'sub/deep/c.json', 'log/d.json']);
    write(root, { '.gitignore': 'log/\n/sub/deep/*.json\n', 'sub/.gitignore': '!c.json' });
    expect(found(join(root, 'sub'))).toEqual(['a.json', 'deep/c.json']);
    expect(found(join(root, 'log')), 'ignored, but named').toEqual(['d.json']);
  });

  test('a repository within has its own rules, also where it is kept elsewhere', () => {
    const root = repository(['a.json', 'sub/a.json', 'sub/b.json', 'sub/x/c.json']);
    write(root, { '.gitignore': 'b.json', 'sub/.gitignore': 'a.json', 'sub/.git': 'gitdir: ../.git/worktrees/w\n' });
    write(root, { '.git/worktrees/w/commondir': '../..\n', '.git/info/exclude': 'x/' });
    expect(found(root)).toEqual(['a.json', 'sub/b.json']);
  });

  test('in no repository too, and not when they are not used', () => {
    const root = folder({ 'a.json': '', 'b.json': '', 'sub/a.json': '', '.gitignore': '/a.json' });
    expect(found(root)).toEqual(['b.json', 'sub/a.json']);
    expect(found(root, { useIgnoreFiles: false })).toEqual(['a.json', 'b.json', 'sub/a.json']);
  });
});

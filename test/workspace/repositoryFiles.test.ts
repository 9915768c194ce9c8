import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { found, listedByGit, repository, write } from './listedByGit';

const IDENTITY = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];

function git(folder: string, ...args: string[]): void {
  execFileSync('git', [...IDENTITY, '-c', 'protocol.file.allow=always', ...args], { cwd: folder, stdio: 'pipe' });
}

function committed(): string {
  const root = repository(['a.json', 'b.json', 'sub/c.json']);
  git(root, 'add', '.');
  git(root, 'commit', '-qm', 'All');
  return root;
}

describe('what a repository itself excludes', () => {
  test('holds in a worktree that lies in it', () => {
    const root = committed();
    git(root, 'worktree', 'add', '-q', 'trees/w');
    write(root, { '.git/info/exclude': 'new.json\n', 'trees/w/new.json': '', 'trees/w/other.json': '' });
    const tree = join(root, 'trees/w');
    expect(found(tree)).toEqual(['a.json', 'b.json', 'other.json', 'sub/c.json']);
    expect(found(tree)).toEqual(listedByGit(tree));
  });

  test('holds in a submodule', () => {
    const [root, inner] = [committed(), committed()];
    git(root, 'submodule', '--quiet', 'add', inner, 'deps/inner');
    write(root, {
      '.git/info/exclude': 'a.json\n',
      '.git/modules/deps/inner/info/exclude': 'new.json\n',
      'deps/inner/new.json': '',
      'deps/inner/other.json': '',
    });
    const module = join(root, 'deps/inner');
    expect(found(module)).toEqual(['a.json', 'b.json', 'other.json', 'sub/c.json']);
    expect(found(module)).toEqual(listedByGit(module));
  });

  test('is not asked for beside a worktree, whose files are found all the same', () => {
    const root = committed();
    const tree = join(repository(['x.json']), 'w');
    git(root, 'worktree', 'add', '-q', tree);
    write(root, { '.git/info/exclude': 'new.json\n' });
    write(tree, { '.gitignore': 'b.json', 'new.json': '' });
    expect(found(tree)).toEqual(['a.json', 'new.json', 'sub/c.json']);
  });

  test.each<[string, (elsewhere: string) => Record<string, string>]>([
    ['an absolute path', elsewhere => ({ 'sub/.git': `gitdir: ${elsewhere}\n` })],
    ['a relative path', elsewhere => ({ 'sub/.git': `gitdir: ../../../..${elsewhere}\n` })],
    ['another machine', () => ({ 'sub/.git': 'gitdir: //evil.example/share\n' })],
    ['another machine, on Windows', () => ({ 'sub/.git': 'gitdir: \\\\evil.example\\share\n' })],
    ['a folder of the stranger’s', () => ({ 'sub/.git': 'gitdir: ../kept\n', 'kept/info/exclude': '*.json' })],
    [
      'a commondir that leads out',
      elsewhere => ({
        'sub/.git': 'gitdir: ../.git/worktrees/w\n',
        '.git/worktrees/w/commondir': `${elsewhere}\n`,
      }),
    ],
  ])('is not asked for at %s', (_, files) => {
    const elsewhere = repository(['x.json']);
    write(elsewhere, { 'info/exclude': '*.json' });
    const root = repository(['sub/a.json']);
    write(root, files(elsewhere));
    expect(found(root).filter(path => path.startsWith('sub/'))).toEqual(['sub/a.json']);
  });

  test.skipIf(process.platform === 'win32').each(['.git', '.git/info', '.git/info/exclude'])(
    'is not asked for where %s is a link that leads out',
    link => {
      const elsewhere = repository(['x.json']);
      write(elsewhere, { 'info/exclude': '*.json', exclude: '*.json' });
      const root = repository(['a.json']);
      write(root, { 'sub/b.json': '', 'sub/.git/HEAD': '' });
      if (link === '.git') execFileSync('rm', ['-r', join(root, 'sub/.git')]);
      if (link === '.git/info/exclude') write(root, { 'sub/.git/info/x': '' });
      symlinkSync(link.endsWith('exclude') ? join(elsewhere, 'exclude') : elsewhere, join(root, 'sub', link));
      expect(found(root)).toEqual(['a.json', 'sub/b.json']);
    },
  );
});

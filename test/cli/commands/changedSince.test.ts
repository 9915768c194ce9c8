import { spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { filesChangedSince } from '../../../server/src/workspace/filesChangedSince';
import { temporaryFolder } from '../../kit/temporaryFolder';
import { folder, run } from '../run';

const gitMissing = spawnSync('git', ['--version']).status === 0 ? undefined : 'git is not installed';
const ODD = 'odd "näme"\t🦊.json';

function git(cwd: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** A repository with one commit of these files. */
function repository(files: Record<string, string>): string {
  const root = folder(files);
  committed(root);
  return root;
}

function committed(root: string): void {
  git(root, 'init', '-q', '-b', 'main', '--template=');
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'first', '--allow-empty');
}

/** The files that have problems, as they are told. */
async function told(cwd: string, ...args: string[]) {
  const { code, out, err } = await run(['check', '--format=json', ...args], { cwd });
  const { files } = JSON.parse(out) as { files: { file: string }[] };
  expect(err).toBe('');
  expect(code).toBe(files.length > 0 ? 1 : 0);
  return files.map(({ file }) => file);
}

describe.skipIf(gitMissing)(`only what git says is another${gitMissing ? ` (skipped: ${gitMissing})` : ''}`, () => {
  test('changed, staged, new and renamed files; not those that are deleted, ignored or as they were', async () => {
    const names = ['same.json', 'edited.json', 'staged.json', 'deleted.json', 'before.json', 'inner/x.json', ODD];
    const cwd = repository({
      ...Object.fromEntries(names.map(name => [name, 'bad'])),
      '.gitignore': 'ignored.json\n',
    });
    for (const name of ['edited.json', 'staged.json', 'inner/x.json', ODD]) writeFileSync(join(cwd, name), 'bad bad');
    git(cwd, 'add', 'staged.json');
    rmSync(join(cwd, 'deleted.json'));
    renameSync(join(cwd, 'before.json'), join(cwd, 'after.json'));
    git(cwd, 'add', '-A', 'before.json', 'after.json');
    writeFileSync(join(cwd, 'ignored.json'), 'bad');
    writeFileSync(join(cwd, '-new.json'), 'bad');
    const all = ['-new.json', 'after.json', 'edited.json', ODD, 'staged.json', 'inner/x.json'];
    expect(await told(cwd, '--changed-since', 'HEAD')).toEqual(all);
    git(cwd, 'add', '-A');
    git(cwd, 'commit', '-q', '-m', 'second');
    expect(await told(cwd, '--changed-since=HEAD')).toEqual([]);
    expect(await told(cwd, '--changed-since=HEAD~1')).toEqual(all);
    expect(await told(cwd, '--changed-since=HEAD~1', 'inner', 'same.json', 'edited.json')).toEqual([
      'inner/x.json',
      'edited.json',
    ]);
  });

  test('what a branch has changed, not what has come to the other since', async () => {
    const cwd = repository({ 'a.json': 'bad', 'b.json': 'bad' });
    git(cwd, 'checkout', '-q', '-b', 'ours');
    writeFileSync(join(cwd, 'b.json'), 'bad bad');
    git(cwd, 'commit', '-q', '-a', '-m', 'ours');
    git(cwd, 'checkout', '-q', 'main');
    writeFileSync(join(cwd, 'a.json'), 'bad bad');
    git(cwd, 'commit', '-q', '-a', '-m', 'theirs');
    git(cwd, 'checkout', '-q', 'ours');
    expect(await told(cwd, '--changed-since', 'main')).toEqual(['b.json']);
  });

  test('from a folder of the repository, and through a link to it', async () => {
    const root = repository({ 'a.json': 'bad', 'inner/b.json': 'bad', 'inner/c.json': 'bad' });
    writeFileSync(join(root, 'a.json'), 'bad bad');
    writeFileSync(join(root, 'inner/b.json'), 'bad bad');
    const inner = join(root, 'inner');
    expect(await told(inner, '--changed-since', 'main')).toEqual(['b.json']);
    expect(await told(inner, '--changed-since', 'main', '..')).toEqual(['../a.json', '../inner/b.json']);
    git(root, 'config', 'diff.relative', 'true');
    const link = join(folder({}), 'link');
    symlinkSync(inner, link);
    expect(await told(link, '--changed-since', 'main')).toEqual(['b.json']);
  });

  /** A repository with a submodule and another repository in it that it doesn't track. */
  function nested() {
    const other = repository({ 'a.json': 'bad', 'b.json': 'bad' });
    const cwd = repository({ 'own.json': 'bad', '.gitignore': 'ignored\n' });
    git(cwd, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', other, 'mod');
    git(cwd, 'commit', '-q', '-m', 'with a submodule');
    return { cwd, mod: join(cwd, 'mod') };
  }

  test('in submodules, by the commits that were recorded of them', async () => {
    const { cwd, mod } = nested();
    expect(await told(cwd, '--changed-since', 'HEAD')).toEqual([]);
    expect(await told(cwd, '--changed-since', 'HEAD', 'mod')).toEqual([]);
    writeFileSync(join(mod, 'a.json'), 'bad bad');
    writeFileSync(join(mod, 'new.json'), 'bad');
    for (const ignored of ['all', 'none']) {
      git(cwd, 'config', 'diff.ignoreSubmodules', ignored);
      expect(await told(cwd, '--changed-since', 'HEAD')).toEqual(['mod/a.json', 'mod/new.json']);
      expect(await told(cwd, '--changed-since', 'HEAD', 'mod')).toEqual(['mod/a.json', 'mod/new.json']);
    }
    git(mod, 'add', '-A');
    git(mod, 'commit', '-q', '-m', 'more');
    expect(await told(cwd, '--changed-since', 'HEAD')).toEqual(['mod/a.json', 'mod/new.json']);
    git(cwd, 'commit', '-q', '-a', '-m', 'newer');
    expect(await told(cwd, '--changed-since', 'HEAD')).toEqual([]);
    expect(await told(cwd, '--changed-since', 'HEAD~1')).toEqual(['mod/a.json', 'mod/new.json']);
    // There was none before: all of it is new.
    expect(await told(cwd, '--changed-since', 'HEAD~2')).toEqual(['mod/a.json', 'mod/b.json', 'mod/new.json']);
  });

  test('in a submodule that was not fetched there is nothing', async () => {
    const { cwd } = nested();
    git(cwd, 'submodule', 'deinit', '-q', '-f', 'mod');
    expect(await told(cwd, '--changed-since', 'HEAD~1')).toEqual([]);
  });

  test('in a repository that is not tracked all is new; one that is ignored is not looked into', async () => {
    const { cwd, mod } = nested();
    for (const name of ['inner', 'ignored', 'mod/deep']) {
      mkdirSync(join(cwd, name));
      git(join(cwd, name), 'init', '-q');
      writeFileSync(join(cwd, name, 'x.json'), 'bad');
    }
    git(join(cwd, 'inner'), 'add', '-A');
    git(join(cwd, 'inner'), 'commit', '-q', '-m', 'inner');
    expect(await told(cwd, '--changed-since', 'HEAD')).toEqual(['inner/x.json', 'mod/deep/x.json']);
    expect(await told(mod, '--changed-since', 'HEAD')).toEqual(['deep/x.json']);
    const { code, out, err } = await run(['check', '--changed-since=HEAD', 'ignored/x.json'], { cwd });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('"ignored/x.json" is none of its files');
  });

  test('a path in another repository, or in none, is a fault', async () => {
    const cwd = repository({ 'a.json': 'bad' });
    const other = join(repository({ 'b.json': 'bad' }), 'b.json');
    const none = join(folder({ 'c.json': 'bad' }), 'c.json');
    for (const path of [other, none]) {
      const { code, out, err } = await run(['check', '--changed-since=HEAD', 'a.json', path], { cwd });
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain(`and "${path}" is none of its files; leave it out, or run in its own repository.\n`);
    }
  });

  test('a hook of git asks its own repository, and those in it themselves', async () => {
    const { cwd, mod } = nested();
    writeFileSync(join(mod, 'a.json'), 'bad bad');
    onTestFinished(() => void delete process.env.GIT_DIR);
    process.env.GIT_DIR = join(cwd, '.git');
    expect(await told(cwd, '--changed-since', 'HEAD')).toEqual(['mod/a.json']);
  });

  test('a checkout that does not reach back to where the branch began', async () => {
    const origin = repository({ 'a.json': 'bad', 'b.json': 'bad' });
    git(origin, 'checkout', '-q', '-b', 'ours');
    writeFileSync(join(origin, 'b.json'), 'bad bad');
    git(origin, 'commit', '-q', '-a', '-m', 'ours');
    git(origin, 'checkout', '-q', 'main');
    writeFileSync(join(origin, 'a.json'), 'bad bad');
    git(origin, 'commit', '-q', '-a', '-m', 'theirs');
    const cwd = join(folder({}), 'shallow');
    git(origin, 'clone', '-q', '--depth=1', '--no-single-branch', '-b', 'ours', `file://${origin}`, cwd);
    const { code, out, err } = await run(['check', '--changed-since=origin/main'], { cwd });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toBe(
      'agent-envelopes: "--changed-since" can\'t tell what is new: the checkout does not reach back to where this branch left "origin/main"; fetch more history (fetch-depth: 0).\n',
    );
    expect(await told(cwd, '--changed-since=HEAD')).toEqual([]);
    git(cwd, 'fetch', '-q', '--unshallow');
    expect(await told(cwd, '--changed-since=origin/main')).toEqual(['b.json']);
  });

  describe('no revision', () => {
    // One for all: none of them may change it.
    const { path: cwd, dispose } = temporaryFolder({ 'a.json': 'bad' });
    beforeAll(() => committed(cwd));
    afterAll(dispose);

    test.each(['nowhere', '--output=planted', '-p', '', 'main..main', 'main:a.json', 'a\nb'])('%j', revision => {
      expect(filesChangedSince(revision, { folder: cwd, paths: ['.'] })).toEqual({
        fault: `takes a revision that git knows, such as HEAD or main; "${revision}" is none.`,
      });
      expect(git(cwd, 'status', '--porcelain')).toBe('');
    });

    test('one line is said, and nothing is checked', async () => {
      expect(await run(['check', '--changed-since=nowhere'], { cwd })).toEqual({
        code: 2,
        out: '',
        err: 'agent-envelopes: "--changed-since" takes a revision that git knows, such as HEAD or main; "nowhere" is none.\n',
      });
    });
  });

  test('outside of a repository', async () => {
    const cwd = folder({ 'a.json': 'bad' });
    mkdirSync(join(cwd, 'inner'));
    const { code, out, err } = await run(['check', '--changed-since', 'HEAD'], { cwd });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(
      /^agent-envelopes: "--changed-since" needs a git repository, and there is none here \(.+\)\.\n$/,
    );
  });
});

test('without git', () => {
  expect(filesChangedSince('HEAD', { folder: folder({}), paths: ['.'], program: 'no-such-program' })).toEqual({
    fault: 'needs git, which is not installed or not on the path.',
  });
});

test('standard input has no history', async () => {
  const { code, err } = await run(['check', '-', '--stdin-name=a.json', '--changed-since=HEAD']);
  expect(code).toBe(2);
  expect(err).toContain('"--changed-since" checks files and cannot be used with standard input');
});

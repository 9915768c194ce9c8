import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Git } from './runGit';

/** The changed files of a repository and its submodules. */
export interface ChangedFiles {
  /** Absolute paths. */
  files: Set<string>;
  /** The folders of the repositories that were compared: this one, and the changed ones in it. */
  repositories: Set<string>;
}

/**
 * The files of a repository that differ from a commit, and those of the repositories in it. A submodule is compared with the commit
 * recorded for it; a repository that was not recorded, or is not tracked, is new as a whole. A fault is one line.
 *
 * @param git runs git in this repository, and in those within it
 * @param top the root of the repository, absolute
 */
export function changedFiles(
  git: { here: Git; within: Git },
  top: string,
  commit: string,
): ChangedFiles | { fault: string } {
  const changed: ChangedFiles = { files: new Set(), repositories: new Set() };
  const pending: { top: string; commit: string | undefined }[] = [{ top, commit }];
  for (let one = pending.pop(); one; one = pending.pop()) {
    if (changed.repositories.has(one.top)) continue;
    changed.repositories.add(one.top);
    const found = entriesOf(one.top === top ? git.here : git.within, one.top, one.commit);
    if ('fault' in found) return found;
    for (const { name, repository } of found.entries) {
      const path = resolve(one.top, name);
      if (!repository) changed.files.add(path);
      // A submodule that was not fetched has no files here.
      else if (existsSync(join(path, '.git'))) pending.push({ top: path, commit: repository.before });
    }
  }
  return changed;
}

interface Entry {
  name: string;
  /** Where it is one: the commit that was recorded of it, if any was. */
  repository?: { before: string | undefined };
}

// Without a commit: all files that git doesn't ignore.
function entriesOf(git: Git, top: string, commit: string | undefined): { entries: Entry[] } | { fault: string } {
  const tracked = commit === undefined ? git(top, 'ls-files', '-s', '-z') : diffSince(git, top, commit);
  const untracked = git(top, 'ls-files', '--others', '--exclude-standard', '-z');
  for (const list of [tracked, untracked]) {
    if (!('output' in list))
      return { fault: `was refused by git in ${top} (${'failed' in list ? list.failed : 'it is gone'}).` };
  }
  const entries = (commit === undefined ? listedEntries : changedEntries)(namesIn(tracked));
  // An untracked folder that git lists as one is a repository of its own.
  const more = namesIn(untracked).map((name): Entry => (name.endsWith('/') ? { name, repository: NEW } : { name }));
  return { entries: [...entries, ...more] };
}

const NEW = { before: undefined };

// No program that the repository's configuration names is run, and a renamed file counts as new.
function diffSince(git: Git, top: string, commit: string) {
  const options = ['--raw', '-z', '--abbrev=64', '--no-renames', '--no-ext-diff', '--diff-filter=d'];
  return git(top, 'diff', ...options, '--ignore-submodules=none', commit, '--');
}

function namesIn(answer: ReturnType<Git>): string[] {
  return 'output' in answer ? answer.output.split('\0').filter(name => name !== '') : [];
}

/** Parses `mode id stage\tname`. */
function listedEntries(lines: readonly string[]): Entry[] {
  return lines.map((line): Entry => {
    const name = line.slice(line.indexOf('\t') + 1);
    return line.startsWith(REPOSITORY) ? { name, repository: NEW } : { name };
  });
}

/** Parses pairs of `:mode mode id id status` and a name. */
function changedEntries(fields: readonly string[]): Entry[] {
  return fields.flatMap((field, at): Entry[] => {
    if (at % 2 === 1) return [];
    const name = fields[at + 1] ?? '';
    const [modeBefore, mode, before] = field.slice(1).split(' ');
    if (mode !== REPOSITORY) return [{ name }];
    return [{ name, repository: { before: modeBefore === REPOSITORY ? before : undefined } }];
  });
}

/** Git's mode of a submodule. */
const REPOSITORY = '160000';

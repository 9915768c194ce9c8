import { lstatSync, type Stats } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { MatchBudget } from '../text/glob';
import { confinedPath, containsPath } from './confinedPath';
import { type IgnoreRules, ignoresFolder, noRules, withPatterns } from './gitignorePatterns';
import { readRegular } from './openRegularFile';

/**
 * Returns the `.gitignore` rules that apply to a folder: those of its parent folders, up to the root of its repository. Returns no rules for
 * a folder outside of any repository. Also returns none for a folder that the rules ignore, since the user asked for that folder by name.
 *
 * @param folder an absolute path
 */
export function gitignoreRulesAround(folder: string): IgnoreRules {
  const root = repositoryAround(folder);
  if (root === undefined) return noRules(folder);
  let rules = repositoryRules(root);
  let within = '';
  for (const name of relative(root, folder).split(sep).filter(Boolean)) {
    rules = withIgnoreFile(rules, within.slice(0, -1));
    if (ignoresFolder(rules, within, name)) return noRules(folder);
    within += `${name}/`;
  }
  return rules;
}

/** Returns the rules of the root of a repository, without its `.gitignore`. Rules from outside a repository don't apply in it. */
export function repositoryRules(root: string, work?: MatchBudget): IgnoreRules {
  return withPatterns(noRules(root, work), '', readInfoExclude(root));
}

/** Adds the `.gitignore` of a folder. The path is relative to the root, with `/` as separator and none at the end. */
export function withIgnoreFile(rules: IgnoreRules, folder: string): IgnoreRules {
  return withPatterns(rules, folder && `${folder}/`, readRuleFile(join(rules.root, folder, '.gitignore')));
}

function repositoryAround(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (isRepository(at)) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Returns whether a folder (absolute) is the root of a repository, a worktree or a submodule. */
function isRepository(folder: string): boolean {
  return statsOf(join(folder, '.git')) !== undefined;
}

/** Returns the text of a file of patterns; empty if the file is missing, too large, or a link, which git doesn't read either. */
function readRuleFile(path: string): string {
  try {
    return String(readRegular(path, LARGEST, true));
  } catch {
    return '';
  }
}

/** Returns the text of a repository's `info/exclude`. */
function readInfoExclude(root: string): string {
  const kept = gitFolderOf(root);
  return kept === undefined ? '' : textWithin(kept, join('info', 'exclude'));
}

/** Bytes: more than any real file of patterns has. */
const LARGEST = 1 << 18;

/**
 * Returns the git folder that all worktrees of a repository share. In a worktree or submodule `.git` is a file with the path of that
 * folder. The path is followed only into the repository of an enclosing folder: otherwise an untrusted file could make the server read
 * anything on this machine, or contact another one.
 */
function gitFolderOf(root: string): string | undefined {
  const own = join(root, '.git');
  if (statsOf(own)?.isDirectory()) return own;
  const named = /^gitdir: (.*)/.exec(readRuleFile(own))?.[1];
  const around = named === undefined ? undefined : repositoryFolderAround(root, resolve(root, named));
  if (named === undefined || around === undefined) return undefined;
  const kept = resolve(root, named);
  const common = resolve(kept, textWithin(around, join(kept, 'commondir')).trim());
  return containsPath(around, common) ? common : undefined;
}

/** Returns the `.git` folder, of an enclosing folder, that contains a path. */
function repositoryFolderAround(folder: string, path: string): string | undefined {
  for (let at = dirname(folder); ; at = dirname(at)) {
    const own = join(at, '.git');
    if (containsPath(own, path) && statsOf(own)?.isDirectory()) return own;
    if (dirname(at) === at) return undefined;
  }
}

/** Reads a file, unless a link leads out of the folder. @param path absolute, or relative to the folder */
function textWithin(folder: string, path: string): string {
  try {
    const confined = confinedPath(resolve(folder, path), [folder]);
    return confined === undefined ? '' : readRuleFile(confined);
  } catch {
    return '';
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

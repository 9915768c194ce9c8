import { dirname, join, relative, sep } from 'node:path';
import type { MatchBudget } from '../../text/glob/matchesSequence';
import { matchPatterns, type PatternList, parsePatternList } from './ignorePatterns';
import { isRepository, readInfoExclude, readRuleFile } from './repositoryFiles';

/** The rules of the `.gitignore` files from a repository's root down to one folder. */
export interface IgnoreRules {
  /** The folder that paths are relative to: absolute. */
  root: string;
  /** The rules by file, the outermost first: the last file with a matching rule decides. */
  files: readonly RuleFile[];
  /** The matching work left for all folders of a search: then no more patterns are tried. */
  work: MatchBudget;
}

interface RuleFile {
  /** Its folder, relative to the root, with `/` as separator and at the end, or empty. */
  folder: string;
  patterns: PatternList;
}

/**
 * The rules that its repository, if any, applies to a folder (an absolute path), without those of its own `.gitignore`. No rules apply
 * to a folder that is itself ignored, since it was named on purpose.
 */
export function ignoreRulesAround(folder: string): IgnoreRules {
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

/** The rules of the root of a repository, without those of its `.gitignore`. Rules from outside don't apply in it. */
export function repositoryRules(root: string, work?: MatchBudget): IgnoreRules {
  return withPatterns(noRules(root, work), '', readInfoExclude(root));
}

/** Adds the `.gitignore` of a folder: relative to the root, `/` as separator, none at the end. */
export function withIgnoreFile(rules: IgnoreRules, folder: string): IgnoreRules {
  return withPatterns(rules, folder && `${folder}/`, readRuleFile(join(rules.root, folder, '.gitignore')));
}

/**
 * Whether a folder is ignored. Its parent `within`, which must not be ignored, is relative to the root, with `/` as separator and at the
 * end, or empty.
 */
export function ignoresFolder(rules: IgnoreRules, within: string, name: string): boolean {
  return isIgnored(rules, 'folders', within, name);
}

/** Whether a file that we understand is ignored; `within` as above. */
export function ignoresFile(rules: IgnoreRules, within: string, name: string): boolean {
  return isIgnored(rules, 'files', within, name);
}

function isIgnored({ files, work }: IgnoreRules, of: 'folders' | 'files', within: string, name: string): boolean {
  for (let at = files.length - 1; at >= 0; at--) {
    const file = files[at];
    const says = file && matchPatterns(file.patterns[of], within.slice(file.folder.length), name, work);
    if (says !== undefined) return says;
  }
  return false;
}

function noRules(root: string, work: MatchBudget = { left: MOST_WORK }): IgnoreRules {
  return { root, files: [], work };
}

/** Steps of matching, about a second: many times what the largest repositories take. */
const MOST_WORK = 200_000_000;

function repositoryAround(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (isRepository(at)) return at;
    if (dirname(at) === at) return undefined;
  }
}

function withPatterns(rules: IgnoreRules, folder: string, text: string): IgnoreRules {
  const patterns = parsePatternList(text);
  return patterns ? { ...rules, files: [...rules.files, { folder, patterns }] } : rules;
}

import { dirname, join, relative, sep } from 'node:path';
import type { MatchBudget } from '../../text/glob/matchesSequence';
import { matchPatterns, type PatternList, parsePatternList } from './ignorePatterns';
import { isRepository, readInfoExclude, readRuleFile } from './repositoryFiles';

/** What `.gitignore` files say, from those of a repository's root down to one folder's. */
export interface IgnoreRules {
  /** What the paths are relative to that are asked for: absolute. */
  root: string;
  /** What each file says, the outermost first: the last that says anything of a path decides. */
  files: readonly RuleFile[];
  /** What may still be spent on patterns, in all folders of a search: then no more of them are tried. */
  work: MatchBudget;
}

interface RuleFile {
  /** The folder that it lies in, relative to the root, with `/` between and at its end, or empty. */
  folder: string;
  patterns: PatternList;
}

/**
 * The rules that hold in a folder, but for those of its own `.gitignore`: those of the repository that it lies in, if any.
 * A folder that is ignored itself and named all the same is read as if it lay in no repository. The path is absolute.
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

/** The rules that hold in the root of a repository, but for those of its `.gitignore`. No others hold in it. */
export function repositoryRules(root: string, work?: MatchBudget): IgnoreRules {
  return withPatterns(noRules(root, work), '', readInfoExclude(root));
}

/** The rules with those of one more `.gitignore`, which is in a folder: relative to the root, `/` between, no `/` at the end. */
export function withIgnoreFile(rules: IgnoreRules, folder: string): IgnoreRules {
  return withPatterns(rules, folder && `${folder}/`, readRuleFile(join(rules.root, folder, '.gitignore')));
}

/**
 * Whether a folder is ignored; the one that it lies in, `within`, must not be. That is relative to the root, with `/` between
 * and at its end, or empty.
 */
export function ignoresFolder(rules: IgnoreRules, within: string, name: string): boolean {
  return isIgnored(rules, 'folders', within, name);
}

/** Whether a file of an ending that is understood is ignored; `within` as above. */
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

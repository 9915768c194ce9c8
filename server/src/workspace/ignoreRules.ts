import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { ENDINGS } from '../text/language';
import { isRepository, ownRuleFile, ruleText } from './repositoryFiles';

/** What `.gitignore` files say, from those of a repository's root down to one folder's. */
export interface IgnoreRules {
  /** What the paths are relative to that are asked for: absolute. */
  root: string;
  patterns: Ignore;
  /** The names that a pattern may mean; the patterns are not tried on others. Of files only those that are understood. */
  names: { folders: NameTest; files: NameTest };
}

/** The names that one of some expressions fits. */
interface NameTest {
  expressions: readonly string[];
  any: RegExp;
}

/**
 * The rules that hold in a folder, but for those of its own `.gitignore`: those of the repository that it lies in, if any.
 * A folder that is ignored itself and named all the same is read as if it lay in no repository. The path is absolute.
 */
export function ignoreRulesAround(folder: string): IgnoreRules {
  const root = repositoryAround(folder);
  if (root === undefined) return noRules(folder);
  let rules = repositoryRules(root);
  const steps = relative(root, folder).split(sep).filter(Boolean);
  steps.forEach((_, depth) => {
    const above = steps.slice(0, depth);
    rules = withPatterns(rules, above.join('/'), ruleText(join(root, ...above, '.gitignore')));
  });
  return steps.length > 0 && rules.patterns.ignores(`${steps.join('/')}/`) ? noRules(folder) : rules;
}

/** The rules that hold in the root of a repository, but for those of its `.gitignore`. No others hold in it. */
export function repositoryRules(root: string): IgnoreRules {
  return withPatterns(noRules(root), '', ownRuleFile(root));
}

/** The rules with those of one more `.gitignore`, which is in a folder: relative to the root, `/` between, no `/` at the end. */
export function withIgnoreFile(rules: IgnoreRules, folder: string): IgnoreRules {
  return withPatterns(rules, folder, ruleText(join(rules.root, folder, '.gitignore')));
}

/**
 * Whether a folder is ignored; the one that it lies in, `within`, must not be. That is relative to the root, with `/` between
 * and at its end, or empty.
 */
export function ignoresFolder({ patterns, names }: IgnoreRules, within: string, name: string): boolean {
  return names.folders.any.test(name) && patterns.ignores(`${within}${name}/`);
}

/** Whether a file of an ending that is understood is ignored; `within` as above. */
export function ignoresFile({ patterns, names }: IgnoreRules, within: string, name: string): boolean {
  return names.files.any.test(name) && patterns.ignores(within + name);
}

// As git does where it makes a repository.
const ignoreCase = process.platform === 'win32' || process.platform === 'darwin';

function noRules(root: string): IgnoreRules {
  return { root, patterns: ignore({ ignoreCase }), names: { folders: nameTest([]), files: nameTest([]) } };
}

function repositoryAround(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (isRepository(at)) return at;
    if (dirname(at) === at) return undefined;
  }
}

function withPatterns(rules: IgnoreRules, folder: string, text: string): IgnoreRules {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const patterns = lines.flatMap(line => fromRoot(line, folder));
  if (patterns.length === 0) return rules;
  const ignoring = patterns.filter(pattern => !pattern.startsWith('!'));
  return {
    root: rules.root,
    // A line that is added as an element is taken whole; in a text it would be split once more.
    patterns: ignore({ ignoreCase }).add(rules.patterns).add(patterns),
    names: {
      folders: nameTest([...rules.names.folders.expressions, ...ignoring.map(nameExpression)]),
      files: nameTest([...rules.names.files.expressions, ...ignoring.filter(mayMeanFile).map(nameExpression)]),
    },
  };
}

/** A line of a folder's `.gitignore` as one of the root's would say it. */
function fromRoot(line: string, folder: string): string[] {
  const [, not, body] = /^(!?)(.*?)(?<!\\) *$/.exec(line) ?? [];
  if (not === undefined || !body || line.startsWith('#') || /^\/+$/.test(body)) return [];
  if (folder === '') return [not + body];
  const below = body.slice(0, -1).includes('/') ? body.replace(/^\//, '') : `**/${body}`;
  return [`${not}/${folder.replace(/[\\*?[\] ]/g, '\\$&')}/${below}`];
}

/**
 * The names that a pattern may mean, and perhaps some more. Few patterns may mean one of our files, and to try each of them on
 * each file would cost as much as to look at the file.
 */
function nameExpression(pattern: string): string {
  return `^${literalsOf(lastName(pattern)).map(escaped).join('.*')}$`;
}

function mayMeanFile(pattern: string): boolean {
  const ending = (literalsOf(lastName(pattern)).at(-1) ?? '').toLowerCase();
  return !pattern.endsWith('/') && ENDINGS.some(one => one.endsWith(ending) || ending.endsWith(one));
}

// With a backslash, or a slash between brackets, it isn't worth finding out.
function lastName(pattern: string): string {
  if (/\\|\[.*\/./.test(pattern)) return '*';
  return pattern.slice(pattern.lastIndexOf('/', pattern.length - 2) + 1).replace(/\/$/, '');
}

// What stands between wildcards; what stands between brackets is not looked at.
function literalsOf(name: string): string[] {
  return name.split(/[*?]|\[.*\]/);
}

function escaped(literal: string): string {
  return literal.replace(/[.+^${}()|[\]]/g, '\\$&');
}

function nameTest(expressions: readonly string[]): NameTest {
  const unique = [...new Set(expressions)];
  return { expressions: unique, any: new RegExp(unique.join('|') || '(?!)', ignoreCase ? 'is' : 's') };
}

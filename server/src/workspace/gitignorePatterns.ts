import { addToList } from '../shared/arrays';
import { FILE_EXTENSIONS } from '../text/fileLanguage';
import {
  ANY_NAME,
  GLOBSTAR,
  type GlobSegment,
  isLiteral,
  type MatchBudget,
  matchesName,
  matchesSegments,
  parseGlob,
} from '../text/glob';

/** The rules of all `.gitignore` files that apply to a folder, from its repository's root down. */
export interface IgnoreRules {
  /** The folder that paths are relative to: absolute. */
  root: string;
  /** The rules by file, the outermost first: the last file with a matching rule decides. */
  files: readonly RuleFile[];
  /** The remaining matching work for all folders of a search; once it is used up, no patterns are tried. */
  work: MatchBudget;
}

interface RuleFile {
  /** Its folder, relative to the root, with `/` as separator and at the end, or empty. */
  folder: string;
  patterns: PatternList;
}

/**
 * Returns whether a folder is ignored. Its parent `within`, which must not be ignored, is relative to the root, with `/` as separator and
 * at the end, or empty.
 */
export function ignoresFolder(rules: IgnoreRules, within: string, name: string): boolean {
  return isIgnored(rules, 'folders', within, name);
}

/** Returns whether a file of a supported type is ignored; `within` as for `ignoresFolder`. */
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

/** No rules, for a folder of which they will be found. */
export function noRules(root: string, work: MatchBudget = { left: MOST_WORK }): IgnoreRules {
  return { root, files: [], work };
}

/** The maximum number of matching steps, about a second: many times what the largest repositories take. */
const MOST_WORK = 200_000_000;

/** Adds the text of a `.gitignore`. The folder is relative to the root, with `/` as separator and at the end, or empty. */
export function withPatterns(rules: IgnoreRules, folder: string, text: string): IgnoreRules {
  const patterns = parsePatternList(text);
  return patterns ? { ...rules, files: [...rules.files, { folder, patterns }] } : rules;
}

/** The patterns of one `.gitignore`, indexed by name: few can match a file of a supported type. */
interface PatternList {
  folders: Patterns;
  files: Patterns;
}

interface Patterns {
  /** Patterns whose last step has no wildcards, by that name. */
  byName: ReadonlyMap<string, readonly Pattern[]>;
  others: readonly Pattern[];
}

interface Pattern {
  /** The line of the pattern: the last matching pattern decides. */
  at: number;
  isNegated: boolean;
  /** The pattern matches a name at any depth. */
  isName: boolean;
  isOfFolder: boolean;
  steps: readonly GlobSegment[];
}

/** Published files have some hundreds at most. */
const MAX_PATTERNS = 5000;

/** Parses the text of a `.gitignore` as git does; undefined if it has no pattern. */
function parsePatternList(text: string): PatternList | undefined {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const patterns = lines
    .flatMap((line, at) => readPattern(line.endsWith('\r') ? line.slice(0, -1) : line, at) ?? [])
    .slice(0, MAX_PATTERNS);
  if (patterns.length === 0) return undefined;
  const ofFiles = patterns.filter(one => !one.isOfFolder && mayMeanFile(one));
  return { folders: byName(patterns), files: byName(ofFiles) };
}

/**
 * Returns whether the patterns ignore a name (true) or re-include it (false); undefined if none matches.
 *
 * @param within the parent folder, relative to the folder of the patterns, with `/` as separator and at the end, or empty
 */
function matchPatterns(patterns: Patterns, within: string, name: string, work: MatchBudget): boolean | undefined {
  const cased = inCase(name);
  let last: Pattern | undefined;
  let path: string[] | undefined;
  const look = (pattern: Pattern) => {
    work.left--;
    if (last && last.at > pattern.at) return;
    const end = pattern.steps.at(-1);
    if (end === undefined || end === GLOBSTAR || !matchesName(end, cased, work)) return;
    path ??= pattern.isName ? path : [...inCase(within).split('/').slice(0, -1), cased];
    if (pattern.isName || matchesSegments(pattern.steps, path ?? [], work)) last = pattern;
  };
  for (const pattern of patterns.byName.get(cased) ?? []) look(pattern);
  for (const pattern of patterns.others) look(pattern);
  return last && !last.isNegated;
}

function byName(patterns: readonly Pattern[]): Patterns {
  const plain = new Map<string, Pattern[]>();
  const others: Pattern[] = [];
  for (const pattern of patterns) {
    const end = pattern.steps.at(-1);
    if (end === undefined || end === GLOBSTAR || !isLiteral(end)) others.push(pattern);
    else {
      addToList(plain, end.start, pattern);
    }
  }
  return { byName: plain, others };
}

function readPattern(line: string, at: number): Pattern | undefined {
  if (line.startsWith('#')) return undefined;
  const trimmed = withoutTrailingSpaces(line);
  const isNegated = trimmed.startsWith('!');
  let body = isNegated ? trimmed.slice(1) : trimmed;
  const isOfFolder = body.endsWith('/');
  if (isOfFolder) body = body.slice(0, -1);
  const isName = !body.includes('/');
  const steps = body === '' ? undefined : parseGlob(inCase(body.replace(/^\//, '')));
  if (!steps) return undefined;
  // A trailing `**` matches the content of a folder, not the folder itself.
  if (steps.at(-1) === GLOBSTAR) steps.push(ANY_NAME);
  return { at, isNegated, isName, isOfFolder, steps: isName ? steps.slice(-1) : steps };
}

function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ' && !isEscaped(line, end - 1)) end--;
  return line.slice(0, end);
}

function isEscaped(line: string, at: number): boolean {
  let backslashes = 0;
  while (line[at - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

function mayMeanFile({ steps }: Pattern): boolean {
  const end = steps.at(-1);
  if (end === undefined || end === GLOBSTAR) return true;
  const ending = end.end.toLowerCase();
  return FILE_EXTENSIONS.some(one => one.endsWith(ending) || ending.endsWith(one));
}

// Git's default on these systems.
const ignoresCase = ['win32', 'darwin'].includes(globalThis.process?.platform);

function inCase(text: string): string {
  return ignoresCase ? text.toLowerCase() : text;
}

import type { MatchBudget } from '../../text/glob/matchesSequence';
import {
  ANY_NAME,
  GLOBSTAR,
  type GlobSegment,
  isLiteral,
  matchesName,
  matchesSegments,
  parseGlob,
} from '../../text/glob/parseGlob';
import { FILE_EXTENSIONS } from '../../text/language';

/** The patterns of one `.gitignore`, by what they can match: few can match a file that we understand. */
export interface PatternList {
  folders: Patterns;
  files: Patterns;
}

interface Patterns {
  /** Patterns whose last step has no wildcards, by that name. */
  byName: ReadonlyMap<string, readonly Pattern[]>;
  others: readonly Pattern[];
}

interface Pattern {
  /** Its line: the last matching pattern decides. */
  at: number;
  isNegated: boolean;
  /** It matches a name at any depth. */
  isName: boolean;
  isOfFolder: boolean;
  steps: readonly GlobSegment[];
}

/** Published files have some hundreds at most. */
const MAX_PATTERNS = 5000;

/** Parses the text of a `.gitignore` as git does; undefined where it has no pattern. */
export function parsePatternList(text: string): PatternList | undefined {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  const patterns = lines
    .flatMap((line, at) => readPattern(line.endsWith('\r') ? line.slice(0, -1) : line, at) ?? [])
    .slice(0, MAX_PATTERNS);
  if (patterns.length === 0) return undefined;
  const ofFiles = patterns.filter(one => !one.isOfFolder && mayMeanFile(one));
  return { folders: byName(patterns), files: byName(ofFiles) };
}

/**
 * Whether the patterns ignore a name (true) or re-include it (false); undefined where none matches.
 *
 * @param within the parent folder, relative to that of the patterns, with `/` as separator and at the end, or empty
 */
export function matchPatterns(
  patterns: Patterns,
  within: string,
  name: string,
  work: MatchBudget,
): boolean | undefined {
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
      const same = plain.get(end.start);
      if (same) same.push(pattern);
      else plain.set(end.start, [pattern]);
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
const ignoresCase = process.platform === 'win32' || process.platform === 'darwin';

function inCase(text: string): string {
  return ignoresCase ? text.toLowerCase() : text;
}

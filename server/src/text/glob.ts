import { t } from '../shared/l10n';

/**
 * Returns a function that matches relative paths, with `/` as separator, against a glob. A glob has `*`, `?`, `[…]`, `{a,b}`, `**` for any
 * folders, and a leading `!` for negation. A path that takes too long to match does not match.
 */
export function globMatcher(glob: string): (path: string) => boolean {
  const isNegated = glob.startsWith('!');
  const plain = (isNegated ? glob.slice(1) : glob).replace(/^\.\//, '');
  const ways = (expandBraces(plain) ?? []).flatMap(way => {
    const steps = parseGlob(way);
    if (steps && meansOnlyInside(steps)) steps.push(ANY_NAME);
    return steps ? [{ steps, literal: longestLiteral(steps) }] : [];
  });
  return path => {
    let names: string[] | undefined;
    const work = { left: MOST_WORK };
    const fits = ways.some(({ steps, literal }) => {
      // Fast path: most paths don't match, and this is the quickest check.
      if (!path.includes(literal)) return false;
      names ??= path.split('/');
      return matchesSegments(steps, names, work);
    });
    return fits !== isNegated;
  };
}

/** Matching steps per path; real globs take less than a hundredth. */
const MOST_WORK = 100_000;

// `logs/**` matches the folder and its contents, `*/**` the contents of any folder; neither matches files beside them.
function meansOnlyInside(steps: readonly GlobSegment[]): boolean {
  const folder = steps.at(-2);
  return steps.at(-1) === GLOBSTAR && folder !== undefined && folder !== GLOBSTAR && endsInStar(folder);
}

function longestLiteral(steps: readonly GlobSegment[]): string {
  return steps
    .flatMap(step => (step === GLOBSTAR ? [] : [step.start, step.end]))
    .reduce((one, other) => (other.length > one.length ? other : one), '');
}

/** Returns the folder path that a glob begins with; empty if it may begin with any folder. */
export function globBaseFolder(glob: string): string {
  if (glob.startsWith('!') || glob.includes('\\') || /[{}]/.test(glob)) return '';
  const steps = parseGlob(glob.replace(/^\.\//, '')) ?? [];
  const plain = steps.slice(0, -1).findIndex(step => step === GLOBSTAR || step === ANY_NAME || !isLiteral(step));
  const certain = steps.slice(0, plain < 0 ? -1 : plain);
  return certain.map(step => (step === GLOBSTAR ? '' : step.start)).join('/');
}

/** Returns why a text is no usable glob, phrased to follow its name: "is empty; …". Undefined for a usable glob. */
export function globError(glob: string): string | undefined {
  if (glob.trim() === '') return t`is empty; name files, such as "logs/*.jsonl"`;
  if (glob.length > LONGEST) return t`is too long for a glob`;
  if (/^([\\/]|[a-z]:|~)/i.test(glob)) return t`is absolute; name files relative to the folder, such as "logs/*.jsonl"`;
  if (/(^|\/)\.\.(\/|$)/.test(glob)) return t`leads out of the folder; name files inside it`;
  // A backslash escapes glob characters, and nothing else.
  if (/\\[\w.-]/.test(glob)) return t`has a backslash before a name; write "/" between folders`;
  if (/[@?!+*]\(/.test(glob)) return t`has a group in parentheses; write "{a,b}" for what may stand there`;
  return expandBraces(glob) ? undefined : t`has too many alternatives; say it with fewer "{…}"`;
}

const LONGEST = 1000;

/** A pattern for a name between slashes, with `*`, `?`, `[…]` and `\`. */
interface NamePattern {
  pieces: readonly Piece[];
  /** The literal prefix and suffix of all matching names. */
  start: string;
  end: string;
  /** The minimum number of characters. */
  least: number;
}

/** A path segment that matches any number of segments: `**`. */
export const GLOBSTAR = Symbol('**');

export type GlobSegment = NamePattern | typeof GLOBSTAR;

/** A pattern element: a character, a set, or a wildcard. */
type Piece = string | typeof ANY | typeof STAR | CharacterSet;

interface CharacterSet {
  isNegated: boolean;
  ranges: readonly (readonly [number, number])[];
}

const ANY = Symbol('?');
const STAR = Symbol('*');

/**
 * Parses a pattern of paths, segment by segment; undefined if nothing can match it: an unclosed set, or a backslash
 * at the end.
 */
export function parseGlob(pattern: string): GlobSegment[] | undefined {
  const steps: GlobSegment[] = [];
  let pieces: Piece[] = [];
  let stars = 0;
  const endStep = () => {
    steps.push(stars > 1 && pieces.length === 1 ? GLOBSTAR : namePattern(pieces));
    pieces = [];
    stars = 0;
  };
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at);
    if (char === '/') endStep();
    else if (char === '*') {
      stars++;
      if (pieces.at(-1) !== STAR) pieces.push(STAR);
    } else if (char === '?') pieces.push(ANY);
    else if (char === '[') {
      const set = readSet(pattern, at);
      if (!set) return undefined;
      pieces.push(set.set);
      at = set.end;
    } else if (char === '\\') {
      if (++at === pattern.length) return undefined;
      if (pattern.charAt(at) === '/') endStep();
      else pieces.push(pattern.charAt(at));
    } else pieces.push(char);
  }
  endStep();
  return steps;
}

/** Returns whether a pattern has no wildcards. */
export function isLiteral({ pieces }: NamePattern): boolean {
  return pieces.every(piece => typeof piece === 'string');
}

/** Returns whether a pattern ends in a star. */
function endsInStar({ pieces }: NamePattern): boolean {
  return pieces.at(-1) === STAR;
}

export function matchesName({ pieces, start, end, least }: NamePattern, name: string, work: MatchBudget): boolean {
  if (name.length < least || !name.startsWith(start) || !name.endsWith(end)) return false;
  return matchesSequence(pieces, name.length, {
    isStar: piece => piece === STAR,
    fits: (piece, at) => matchesCharacter(piece, name, at),
    work,
  });
}

/** Returns whether a path's segments match those of a pattern. */
export function matchesSegments(steps: readonly GlobSegment[], path: readonly string[], work: MatchBudget): boolean {
  return matchesSequence(steps, path.length, {
    isStar: step => step === GLOBSTAR,
    fits: (step, at) => step !== GLOBSTAR && matchesName(step, path[at] ?? '', work),
    work,
  });
}

/** Matches every name. */
export const ANY_NAME: NamePattern = { pieces: [STAR], start: '', end: '', least: 0 };

function namePattern(pieces: readonly Piece[]): NamePattern {
  const first = pieces.findIndex(piece => typeof piece !== 'string');
  const last = pieces.findLastIndex(piece => typeof piece !== 'string');
  const isOpen = first >= 0;
  return {
    pieces,
    start: pieces.slice(0, isOpen ? first : pieces.length).join(''),
    end: pieces.slice(isOpen ? last + 1 : 0).join(''),
    least: pieces.filter(piece => piece !== STAR).length,
  };
}

function matchesCharacter(piece: Piece, name: string, at: number): boolean {
  if (typeof piece === 'string') return piece === name[at];
  if (typeof piece === 'symbol') return piece === ANY;
  const code = name.charCodeAt(at);
  return piece.ranges.some(([from, to]) => from <= code && code <= to) !== piece.isNegated;
}

/** Reads a bracketed set from its opening bracket. */
function readSet(pattern: string, start: number): { set: CharacterSet; end: number } | undefined {
  const isNegated = /[!^]/.test(pattern.charAt(start + 1));
  const ranges: [number, number][] = [];
  const first = start + (isNegated ? 2 : 1);
  for (let at = first; at < pattern.length; at++) {
    if (pattern[at] === ']' && at > first) return { set: { isNegated, ranges }, end: at };
    const named = pattern.startsWith('[:', at) ? /^\[:([a-z]*):\]/.exec(pattern.slice(at, at + LONGEST_CLASS)) : null;
    if (named) {
      const known = CLASSES.get(named[1] ?? '');
      if (!known) return undefined;
      ranges.push(...known);
      at += named[0].length - 1;
      continue;
    }
    if (pattern[at] === '\\') at++;
    const from = pattern.charCodeAt(at);
    const hasEnd = pattern[at + 1] === '-' && at + 2 < pattern.length && pattern[at + 2] !== ']';
    if (hasEnd) at += pattern[at + 2] === '\\' ? 3 : 2;
    ranges.push([from, hasEnd ? pattern.charCodeAt(at) : from]);
  }
  return undefined;
}

const LONGEST_CLASS = 12;

const DIGITS: [number, number] = [0x30, 0x39];
const UPPER: [number, number] = [0x41, 0x5a];
const LOWER: [number, number] = [0x61, 0x7a];
const CLASSES = new Map<string, [number, number][]>([
  ['alnum', [DIGITS, UPPER, LOWER]],
  ['alpha', [UPPER, LOWER]],
  [
    'blank',
    [
      [0x20, 0x20],
      [0x09, 0x09],
    ],
  ],
  [
    'cntrl',
    [
      [0, 0x1f],
      [0x7f, 0x7f],
    ],
  ],
  ['digit', [DIGITS]],
  ['graph', [[0x21, 0x7e]]],
  ['lower', [LOWER]],
  ['print', [[0x20, 0x7e]]],
  [
    'punct',
    [
      [0x21, 0x2f],
      [0x3a, 0x40],
      [0x5b, 0x60],
      [0x7b, 0x7e],
    ],
  ],
  [
    'space',
    [
      [0x09, 0x0d],
      [0x20, 0x20],
    ],
  ],
  ['upper', [UPPER]],
  ['xdigit', [DIGITS, [0x41, 0x46], [0x61, 0x66]]],
]);

/** The matching steps that remain. */
export interface MatchBudget {
  left: number;
}

/**
 * Returns whether items match a pattern in which a star stands for any number of them. Backtracks to the last star only, which is enough:
 * it takes at most pattern length times item count steps. Without steps left nothing matches.
 *
 * @param length the number of items
 * @param fits whether the item at an index matches a piece other than a star
 */
function matchesSequence<P>(
  pattern: readonly P[],
  length: number,
  { isStar, fits, work }: { isStar(piece: P): boolean; fits(piece: P, at: number): boolean; work: MatchBudget },
): boolean {
  let piece = 0;
  let at = 0;
  let star = -1;
  let from = 0;
  while (at < length) {
    if (work.left-- <= 0) return false;
    const next = pattern[piece];
    if (next !== undefined && isStar(next)) {
      star = piece++;
      from = at;
    } else if (next !== undefined && fits(next, at)) {
      piece++;
      at++;
    } else if (star >= 0) {
      piece = star + 1;
      at = ++from;
    } else return false;
  }
  return pattern.slice(piece).every(isStar);
}

/** More alternatives than anyone writes. */
const MOST = 100;

/** Expands a glob's braces: `{a,b}/{1..3}` gives six globs. Undefined if there are too many. */
function expandBraces(glob: string): string[] | undefined {
  const group = firstGroup(glob);
  if (!group) return [glob];
  const rest = expandBraces(glob.slice(group.end + 1));
  const choices = expandAll(group.choices);
  if (!rest || !choices || rest.length * choices.length > MOST) return undefined;
  const start = glob.slice(0, group.start);
  return choices.flatMap(choice => rest.map(after => start + choice + after));
}

function expandAll(globs: readonly string[]): string[] | undefined {
  const all: string[] = [];
  for (const glob of globs) {
    const expanded = expandBraces(glob);
    if (!expanded || all.length + expanded.length > MOST) return undefined;
    all.push(...expanded);
  }
  return all;
}

/** Returns the first braces with alternatives; other braces are literal. */
function firstGroup(glob: string): { start: number; end: number; choices: string[] } | undefined {
  // Where each open brace begins, and where its commas are.
  const open: { start: number; commas: number[] }[] = [];
  let found: { start: number; end: number; choices: string[] } | undefined;
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at];
    if (char === '\\') at++;
    else if (char === '{') open.push({ start: at, commas: [] });
    else if (char === ',') open.at(-1)?.commas.push(at);
    else if (char === '}') {
      const group = open.pop();
      const choices = group && choicesOf(glob, group, at);
      if (group && choices && (!found || group.start < found.start)) found = { start: group.start, end: at, choices };
      // Enclosing braces may have alternatives, too, and begin earlier.
      if (found && open.length === 0) return found;
    }
  }
  return found;
}

function choicesOf(glob: string, group: { start: number; commas: number[] }, end: number): string[] | undefined {
  const { start, commas } = group;
  if (commas.length === 0) return rangeOf(glob.slice(start + 1, end));
  const ends = [...commas, end];
  return ends.map((to, index) => glob.slice((ends[index - 1] ?? start) + 1, to));
}

/** Expands `1..3`, or `a..c`. */
function rangeOf(text: string): string[] | undefined {
  const [, from, to] = /^(\d{1,6}|[a-z])\.\.(\d{1,6}|[a-z])$/i.exec(text) ?? [];
  if (from === undefined || to === undefined || /\d/.test(from) !== /\d/.test(to)) return undefined;
  const [first, last] = /\d/.test(from) ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)];
  const step = first <= last ? 1 : -1;
  const length = Math.min(Math.abs(last - first), MOST) + 1;
  const values = Array.from({ length }, (_, index) => first + index * step);
  return values.map(value => (/\d/.test(from) ? String(value) : String.fromCharCode(value)));
}

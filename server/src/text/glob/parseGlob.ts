import { type MatchBudget, matchesSequence } from './matchesSequence';

/** A pattern for a name between slashes, with `*`, `?`, `[…]` and `\`. */
export interface NamePattern {
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
 * Parses a pattern of paths, segment by segment; undefined where nothing can match it: an unclosed set, or a backslash
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

/** Whether a pattern has no wildcards. */
export function isLiteral({ pieces }: NamePattern): boolean {
  return pieces.every(piece => typeof piece === 'string');
}

/** Whether it ends in a star. */
export function endsInStar({ pieces }: NamePattern): boolean {
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

/** Whether a path's segments match those of a pattern. */
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

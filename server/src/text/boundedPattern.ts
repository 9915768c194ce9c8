import tokenizer from 'ret';

type Root = ReturnType<typeof tokenizer>;
type Token = Root | NonNullable<Root['stack']>[number];
type Repetition = Extract<Token, { min: number }>;

/**
 * A regular expression from a schema's `pattern` that can't take long to match. A text that is too long to match in bounded time counts as
 * matching.
 */
export interface BoundedPattern {
  /** Returns whether the pattern matches, or the text is longer than `longest`. */
  test(text: string): boolean;
  /** The length of the longest text that is matched, in UTF-16 units. */
  longest: number;
}

/**
 * Makes an untrusted pattern safe to use. Computes from its structure an upper bound for the number of ways it can
 * match, and matches only texts short enough for that bound. Undefined if no useful length remains.
 *
 * @throws for an invalid regular expression
 */
export function boundedPattern(pattern: string): BoundedPattern | undefined {
  const expression = new RegExp(pattern, 'u');
  const longest = longestFor(pattern);
  if (longest < SHORTEST) return undefined;
  return { test: text => text.length > longest || expression.test(text), longest };
}

const LONGEST_PATTERN = 1000;
const MOST_TOKENS = 60;
const MOST_STEPS = 2_000_000;
const SHORTEST = 40;

function longestFor(pattern: string): number {
  if (pattern.length > LONGEST_PATTERN) return 0;
  // The parser does not support these `u` escapes: each is one unknown character.
  let isExact = !/[\ud800-\udfff]|\\u[dD][89a-fA-F]/.test(pattern);
  const plain = pattern.replace(/\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|(k<[^>]*>)|[\s\S])/g, (sequence, named) => {
    if (sequence.length === 2) return sequence;
    isExact = false;
    return named === undefined ? 'x' : '\\1';
  });
  let root: Token;
  try {
    root = tokenizer(plain);
  } catch {
    return 0;
  }
  const counting: Counting = { isExact, tokens: 0, scans: 0, ahead: ONE };
  const ways = waysOf(root, NO_CHARACTERS, counting);
  const isAnchored = optionsOf(root).every(([first]) => first !== undefined && isPosition(first, '^'));
  const power = ways.power + counting.scans + counting.ahead.power + (isAnchored ? 0 : 1);
  const each = ways.times * counting.ahead.times * (sizeOf(root) + 1);
  if (!(each <= MOST_STEPS)) return 0;
  return power === 0 ? Number.POSITIVE_INFINITY : Math.floor((MOST_STEPS / each) ** (1 / power));
}

// The token types of `ret`.
const [ROOT, GROUP, POSITION, SET, REPETITION, REFERENCE] = [0, 1, 2, 3, 5, 6];

/** A text of n characters has at most `times * n ** power` ways to match. */
interface Ways {
  times: number;
  power: number;
}

const ONE: Ways = { times: 1, power: 0 };
const ENDLESS: Ways = { times: Number.POSITIVE_INFINITY, power: 0 };

interface Counting {
  /** All characters in the pattern are known. */
  isExact: boolean;
  tokens: number;
  /** The power of the text's length that one way costs, for scanning and for comparing back references. */
  scans: number;
  /** The cost of the most expensive lookahead, at each position of a way. */
  ahead: Ways;
}

/**
 * Returns the ways in which a token can match from one position, without those after which the next character can't match.
 *
 * @param next the characters that can follow the token
 */
function waysOf(token: Token, next: Charset, counting: Counting): Ways {
  switch (token.type) {
    case REPETITION:
      return waysOfRepetition(token as Repetition, next, counting);
    case REFERENCE:
      counting.scans++;
      return ONE;
    case ROOT:
    case GROUP:
      return waysOfGroup(token, next, counting);
    default:
      return ONE;
  }
}

function waysOfGroup(token: Token, next: Charset, counting: Counting): Ways {
  if (++counting.tokens > MOST_TOKENS || isBehind(token)) return ENDLESS;
  if (isLook(token)) {
    // A lookahead ends at its first match: for what follows there is one way.
    const own: Counting = { ...counting, scans: 0, ahead: ONE };
    const { times, power } = waysOfOptions(token, NO_CHARACTERS, own);
    counting.tokens = own.tokens;
    const all = { times: times * own.ahead.times, power: power + own.scans + own.ahead.power };
    const { ahead } = counting;
    counting.ahead = { times: Math.max(ahead.times, all.times), power: Math.max(ahead.power, all.power) };
    return ONE;
  }
  return waysOfOptions(token, next, counting);
}

function waysOfOptions(token: Token, next: Charset, counting: Counting): Ways {
  const options = optionsOf(token);
  const ways = options.map(option => waysOfSequence(option, next, counting));
  const firsts = options.map(option => firstOf(option, next, counting));
  const isOne = firsts.every((first, index) => firsts.slice(index + 1).every(other => areDisjoint(first, other)));
  const power = Math.max(0, ...ways.map(one => one.power));
  const times = ways.map(one => one.times);
  return { times: isOne ? Math.max(1, ...times) : times.reduce((sum, one) => sum + one, 0), power };
}

function waysOfSequence(tokens: readonly Token[], next: Charset, counting: Counting): Ways {
  return tokens.reduce((ways, token, index) => {
    const one = waysOf(token, firstOf(tokens.slice(index + 1), next, counting), counting);
    return { times: ways.times * one.times, power: ways.power + one.power };
  }, ONE);
}

function waysOfRepetition({ min, max: most, value }: Repetition, next: Charset, counting: Counting): Ways {
  if (++counting.tokens > MOST_TOKENS) return ENDLESS;
  // `a*?` is parsed as a repetition of a repetition: laziness changes only the order.
  if (value.type === REPETITION) return min === 0 && most === 1 ? waysOf(value, next, counting) : ENDLESS;
  if (most > MOST_COUNTED && counting.scans === 0) counting.scans = 1;
  const again = most > 1 ? union(firstOf([value], next, counting), next) : next;
  const inner = waysOf(value, again, counting);
  // If the repetition and what follows begin differently, the number of repetitions is unique.
  const isOne = min === most || areDisjoint(firstOf([value], next, counting), next);
  if (inner.times === 1 && inner.power === 0) {
    if (isOne) return ONE;
    return most > MOST_COUNTED ? { times: 1, power: 1 } : { times: most - min + 1, power: 0 };
  }
  if (most > MOST_COUNTED) return ENDLESS;
  return { times: inner.times ** most * (isOne ? 1 : most - min + 1), power: inner.power * most };
}

const MOST_COUNTED = 1000;

/** Returns the characters that can begin a sequence; if it can be empty, also the characters that can follow it. */
function firstOf(tokens: readonly Token[], next: Charset, counting: Counting): Charset {
  let found: Charset = NO_CHARACTERS;
  for (const token of tokens) {
    if (isPosition(token, '$')) return union(found, END_OF_TEXT);
    if (!counting.isExact || token.type === POSITION || token.type === REFERENCE || isLook(token)) return undefined;
    if (token.type === REPETITION) {
      const { min, value } = token as Repetition;
      found = union(found, firstOf([value], NO_CHARACTERS, counting));
      if (min > 0 && !canBeEmpty(value)) return found;
    } else if (token.type === ROOT || token.type === GROUP) {
      for (const option of optionsOf(token)) found = union(found, firstOf(option, NO_CHARACTERS, counting));
      if (!canBeEmpty(token)) return found;
    } else return union(found, charsetOf(token));
  }
  return union(found, next);
}

function canBeEmpty(token: Token): boolean {
  if (token.type === REPETITION) return (token as Repetition).min === 0 || canBeEmpty((token as Repetition).value);
  if (token.type === ROOT || token.type === GROUP) {
    return isLook(token) || optionsOf(token).some(option => option.every(canBeEmpty));
  }
  return token.type === POSITION || token.type === REFERENCE;
}

/** Returns the steps of one way, without scanning the text. */
function sizeOf(token: Token): number {
  if (token.type === REPETITION) {
    const { max, value } = token as Repetition;
    // A long repetition of characters scans the text, which is counted elsewhere.
    const isLong = max === Number.POSITIVE_INFINITY || (max > MOST_COUNTED && value.type !== GROUP);
    return 1 + sizeOf(value) * (isLong ? 1 : max);
  }
  if (token.type !== ROOT && token.type !== GROUP) return token.type === SET ? 2 : 1;
  return optionsOf(token)
    .flat()
    .reduce((sum, one) => sum + sizeOf(one), 1);
}

function optionsOf(token: Token): readonly Token[][] {
  const { options, stack } = token as { options?: Token[][]; stack?: Token[] };
  return options ?? [stack ?? []];
}

function isPosition(token: Token, sign: '^' | '$'): boolean {
  return token.type === POSITION && (token as { value?: unknown }).value === sign;
}

function isLook(token: Token): boolean {
  const { followedBy, notFollowedBy, lookBehind } = token as Record<string, unknown>;
  return Boolean(followedBy || notFollowedBy || lookBehind);
}

function isBehind(token: Token): boolean {
  return Boolean((token as { lookBehind?: unknown }).lookBehind);
}

/** A set of characters, in tokens of the pattern's parser. Undefined if it is unknown. */
type Charset = readonly CharToken[] | undefined;

/** A character, a range, or a class, as `ret` represents them. */
type CharToken = { value: unknown } | { from: number; to: number } | { set: readonly CharToken[]; not: boolean };

const NO_CHARACTERS: Charset = [];

/** The end of the text, which is no character. */
const END_OF_TEXT: Charset = [{ value: -1 }];

/** Returns the characters that one token matches, which must be a character or a class. */
function charsetOf(token: object): Charset {
  return 'set' in token || typeof (token as { value?: unknown }).value === 'number' ? [token as CharToken] : undefined;
}

function union(one: Charset, other: Charset): Charset {
  return one && other && [...one, ...other];
}

/** Returns whether two sets have no character in common. An unknown set is disjoint only from the empty one. */
function areDisjoint(one: Charset, other: Charset): boolean {
  if (one?.length === 0 || other?.length === 0) return true;
  if (!one || !other) return false;
  // Between two such points all characters behave alike.
  const points = [0, -1, ...[...one, ...other].flatMap(pointsOf)];
  return !points.some(
    point => one.some(each => matchesCharacter(each, point)) && other.some(each => matchesCharacter(each, point)),
  );
}

function pointsOf(token: CharToken): number[] {
  if ('set' in token) return token.set.flatMap(pointsOf);
  const [from, to] = 'from' in token ? [token.from, token.to] : [token.value as number, token.value as number];
  return [from, to + 1];
}

function matchesCharacter(token: CharToken, point: number): boolean {
  if ('set' in token) return point >= 0 && token.set.some(each => matchesCharacter(each, point)) !== token.not;
  return 'from' in token ? token.from <= point && point <= token.to : token.value === point;
}

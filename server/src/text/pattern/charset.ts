/** A set of characters, in tokens of the pattern's parser. Undefined where it is unknown. */
export type Charset = readonly CharToken[] | undefined;

/** A character, a range, or a class, as `ret` represents them. */
export type CharToken = { value: unknown } | { from: number; to: number } | { set: readonly CharToken[]; not: boolean };

export const NO_CHARACTERS: Charset = [];

/** The end of the text, which is no character. */
export const END_OF_TEXT: Charset = [{ value: -1 }];

/** The characters that one token matches, which must be a character or a class. */
export function charsetOf(token: object): Charset {
  return 'set' in token || typeof (token as { value?: unknown }).value === 'number' ? [token as CharToken] : undefined;
}

export function union(one: Charset, other: Charset): Charset {
  return one && other && [...one, ...other];
}

/** Whether two sets have no character in common. An unknown set is disjoint only from the empty one. */
export function areDisjoint(one: Charset, other: Charset): boolean {
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

import type { EnvelopeText } from '../../../../server/src/shared/lspExtensions';

type LineProblem = EnvelopeText['problems'][number];

/** The types of JSON tokens, by which the text of an envelope is coloured. */
export type Token = 'name' | 'string' | 'number' | 'boolean' | 'null';

/** The maximum number of characters that are shown of a line. Below: the maximum number of problems that are marked in it. */
const LONGEST = 5_000;
const MOST_PROBLEMS = 50;

/**
 * Splits a line of an envelope's JSON into pieces for display: where its colour changes, or where a problem begins or ends. A long line is
 * truncated; `cut` is the number of omitted characters.
 */
export function lineSegments(line: string, problems: readonly LineProblem[]): { segments: Segment[]; cut: number } {
  const text = line.slice(0, LONGEST);
  const tokens = tokensOf(text);
  const marks = problems.slice(0, MOST_PROBLEMS).map(problem => ({ problem, ...held(problem, text.length) }));
  const ends = [...tokens, ...marks].flatMap(({ from, to }) => [from, to]);
  const cuts = [...new Set([0, ...ends, text.length])].sort((one, other) => one - other);
  const segments: Segment[] = [];
  let next = 0;
  for (const [number, from] of cuts.entries()) {
    const to = cuts[number + 1];
    if (to === undefined) break;
    // Tokens are sorted and do not overlap.
    while (next < tokens.length && (tokens[next] as TokenSpan).to <= from) next++;
    const token = tokens[next];
    const mark = marks.find(one => one.from <= from && one.to >= to);
    segments.push({
      text: text.slice(from, to),
      ...(token && token.from <= from && { token: token.token }),
      ...(mark && { problem: mark.problem }),
    });
  }
  return { segments, cut: line.length - text.length };
}

/** A piece of a line with a single style. */
export interface Segment {
  text: string;
  token?: Token;
  problem?: LineProblem;
}

// An empty problem span is shown at one character.
function held({ from, to }: LineProblem, length: number): { from: number; to: number } {
  const start = Math.min(Math.max(0, from), Math.max(0, length - 1));
  return { from: start, to: Math.min(Math.max(to, start + 1), length) };
}

interface TokenSpan {
  from: number;
  to: number;
  token: Token;
}

const TOKEN =
  /[ \t]*(?:(?<string>"(?:[^"\\]|\\.)*(?:"|$))(?<colon>[ \t]*:)?|(?<number>-?\d[\d.eE+-]*)|(?<boolean>true|false)|(?<nothing>null)|[[\]{},…]|$)/y;

/** The tokens of a line of JSON; empty for any other line. */
function tokensOf(line: string): TokenSpan[] {
  const tokens: TokenSpan[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < line.length) {
    const match = TOKEN.exec(line);
    if (!match?.groups) return [];
    const { string, colon = '', number, boolean, nothing } = match.groups;
    const text = string ?? number ?? boolean ?? nothing;
    if (text === undefined) continue;
    const to = TOKEN.lastIndex - colon.length;
    const token = string !== undefined ? (colon ? 'name' : 'string') : number ? 'number' : boolean ? 'boolean' : 'null';
    tokens.push({ from: to - text.length, to, token });
  }
  return tokens;
}

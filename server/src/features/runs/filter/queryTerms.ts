import type { Step } from '../../../model/run';
import { nearestWord } from '../../../text/names/nearestWord';

/** One of the things that a query asks for: words, or what a qualifier says, `agent:vision`, `confidence<0.7`. Nothing in it has capitals. */
export interface QueryTerm {
  /** It is not to be so: `-agent:vision`. */
  isNot: boolean;
  /** What stands before the operator, be there a qualifier of that name or not; empty where there is no operator. */
  name: string;
  /** `:`, `<`, `<=`, `>`, `>=`, `=`, or empty. */
  operator: string;
  /** What stands after it, without quotes. */
  value: string;
  /** All of it without quotes, for where it is no qualifier. */
  words: string;
}

/** The terms of a query, parted by blanks that are not in quotes. Nothing is refused: a quote that is left open ends with the query. */
export function queryTerms(text: string): QueryTerm[] {
  return (text.match(TERMS) ?? []).map(termOf);
}

/** The term that a text ends with, as it stands there; empty where the next one is to begin. */
export function lastTerm(text: string): string {
  const last = [...text.matchAll(TERMS)].at(-1);
  return last && last.index + last[0].length === text.length ? last[0] : '';
}

const TERMS = /(?:[^\s"]|"[^"]*"?)+/g;

function termOf(term: string): QueryTerm {
  const isNot = term.startsWith('-');
  const positive = isNot ? term.slice(1) : term;
  const [, name = '', operator = '', value = ''] = QUALIFIED.exec(positive) ?? [];
  return { isNot, name: name.toLowerCase(), operator, value: plainWords(value), words: plainWords(positive) };
}

const QUALIFIED = /^([a-z]+)(:|[<>]=?|=)(.*)$/is;

function plainWords(text: string): string {
  return text.replaceAll('"', '').toLowerCase();
}

/** Of a qualifier: does it ask for nothing yet? No confidence is below 0: `<0` is on its way to `<0.7`. */
export function isHalfTyped({ operator, value }: Pick<QueryTerm, 'operator' | 'value'>): boolean {
  return value === '' || (operator !== ':' && /^0?\.?$/.test(value));
}

/**
 * Says what is wrong with a term whose key there is none of; undefined for words, in which a colon may stand in quotes.
 *
 * @param keys all that there are
 */
export function unknownKey({ name, operator }: QueryTerm, keys: Iterable<string>): string | undefined {
  const known = [...keys];
  if (operator === '' || known.includes(name)) return undefined;
  const meant = nearestWord(name, known);
  const hint = meant === undefined ? ` Keys are ${known.join(', ')}.` : '';
  const question = meant === undefined ? '.' : `; did you mean ${meant}?`;
  return `There is no key "${name}"${question} To look for the text, put it in quotes.${hint}`;
}

/** Says that a key has no greater and less. */
export function cannotCompare(name: string, value: string): string {
  return `"${name}" does not compare: write ${name}:${value}.`;
}

/** Does a text have these words in it, whatever its capitals? @param words without capitals */
export function has(text: string, words: string): boolean {
  return text.toLowerCase().includes(words);
}

/** Does a step say these words of itself: in its title, its failure, its names, or in what it did? @param words without capitals */
export function hasInStep({ title, failure, agent, peer, key, effects }: Step, words: string): boolean {
  const isIn = (text: string | undefined) => text !== undefined && has(text, words);
  if (isIn(title) || isIn(failure) || isIn(agent) || isIn(peer) || isIn(key)) return true;
  return effects.some(effect => Object.values(effect).some(told => typeof told === 'string' && isIn(told)));
}

/** What the operators mean between numbers. */
export const COMPARISONS: ReadonlyMap<string, (one: number, other: number) => boolean> = new Map([
  ['<', (one, other) => one < other],
  ['<=', (one, other) => one <= other],
  ['>', (one, other) => one > other],
  ['>=', (one, other) => one >= other],
  ['=', (one, other) => one === other],
  [':', (one, other) => one === other],
]);
